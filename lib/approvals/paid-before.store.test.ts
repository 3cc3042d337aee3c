import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { agree } from "#e2e/world/agreed.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { type Entry, statementsOf } from "#lib/bank/bank.fixture.ts";
import { listBankLines } from "#lib/bank/link-line.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { addDestinationOrAsk } from "./moves-or-ask.ts";
import { askToPay } from "./payout-or-ask.ts";
import { takeStatementOrAsk } from "./statement-or-ask.ts";

// A payout was agreed to, stood in a file and was paid; then the database was restored to where it was only asked for. The
// bank's line names it, and a second agreement must not pay it again.

const [OURS, THEIRS] = [ibanOf(900), ibanOf(1)];
let world: World;
let hugo: Ctx;
let beneficiaryId: string;
let nth = 0;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  await personOfHouse(world, "Hanna");
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await addDestinationOrAsk(hugo, { place: "bank:main", asset: "EUR", address: OURS, label: "ours" });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: THEIRS }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const statement = statementsOf(OURS);
const ask = async (quantity: string): Promise<PayoutRecord> => {
  const input = { asset: "EUR", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return JSON.parse((await askToPay(world.ctx, input)).text);
};
const now = async ({ payoutId }: PayoutRecord): Promise<PayoutRecord> =>
  JSON.parse(((await getPayout(world.ctx, { payoutId })) as Raw<PayoutRecord>).text);
const debit = async (payout: PayoutRecord, more: Partial<Entry> = {}): Promise<string> => {
  nth += 1;
  const reference = `D${nth}`;
  const endToEnd = payout.payoutId.replaceAll("-", "").toUpperCase();
  const entry = { amount: "10.00", side: "DBIT", reference, endToEnd, paid: THEIRS, ...more } as const;
  await takeStatementOrAsk(hugo, { text: statement([entry]) });
  return reference;
};
const lineOf = async (reference: string) =>
  (await listBankLines(hugo, {})).data.find((line) => line.reference === reference);
const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_LINE" })).data.length;
const missing = () => balanceOf(hugo, "house:missing", "EUR");

test("its line is its own once it is agreed to, what was missing is mirrored, and no file pays it", async () => {
  const [before, payout] = [await missing(), await ask("10")];
  const reference = await debit(payout);
  expect([await cases(), (await now(payout)).status]).toEqual([1, "REQUESTED"]);
  expect(await missing()).toBe(before + 1_000n);
  await agree(world.app, payout.approvalId ?? "");
  expect((await now(payout)).status).toBe("CONFIRMED");
  expect(await lineOf(reference)).toMatchObject({ belongsTo: "PAYOUT", payoutId: payout.payoutId });
  expect([await cases(), await missing()]).toEqual([0, before]);
  await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toThrow(/No approved payout/);
});

test.each<[string, string, Partial<Entry>]>([
  ["over another sum", "11", {}],
  ["to another account", "10", { paid: ibanOf(2) }],
  ["that names another", "12", { amount: "12.00", endToEnd: "0123456789abcdef0123456789abcdef" }],
])("a line %s is not its own", async (_what, quantity, more) => {
  const payout = await ask(quantity);
  const reference = await debit(payout, more);
  await agree(world.app, payout.approvalId ?? "");
  expect((await now(payout)).status).toBe("APPROVED");
  expect(await lineOf(reference)).toMatchObject({ belongsTo: "NOBODY" });
});

const named = (...payouts: readonly PayoutRecord[]) =>
  payouts.map(({ payoutId }) => payoutId.replaceAll("-", "").toUpperCase()).join(" ");

test("one line that pays several is theirs once the last of them is agreed to, and no file pays any", async () => {
  const [before, one, other] = [await missing(), await ask("14"), await ask("15")];
  const reference = await debit(one, { amount: "29.00", endToEnd: "NOTPROVIDED", text: named(one, other) });
  await agree(world.app, one.approvalId ?? "");
  expect([(await now(one)).status, await missing()]).toEqual(["APPROVED", before + 2_900n]);
  await agree(world.app, other.approvalId ?? "");
  expect([(await now(one)).status, (await now(other)).status]).toEqual(["CONFIRMED", "CONFIRMED"]);
  expect(await lineOf(reference)).toMatchObject({ belongsTo: "PARTS", parts: [{}, {}] });
  expect(await missing()).toBe(before);
  const file = await makePayoutFile(hugo, { currency: "EUR" }).catch(() => undefined);
  expect(JSON.stringify(file ?? {})).not.toContain(one.payoutId);
});

test("several lines that pay one are its own once it is agreed to", async () => {
  const [before, payout] = [await missing(), await ask("16")];
  const references = [await debit(payout, { amount: "9.00" }), await debit(payout, { amount: "7.00" })];
  expect(await missing()).toBe(before + 1_600n);
  await agree(world.app, payout.approvalId ?? "");
  expect([(await now(payout)).status, await missing()]).toEqual(["CONFIRMED", before]);
  for (const reference of references) expect(await lineOf(reference)).toMatchObject({ belongsTo: "PARTS" });
});

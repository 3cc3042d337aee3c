import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { type Entry, statementsOf } from "./bank.fixture.ts";
import type { takeStatementEndpoint } from "./contract.ts";
import { listBankLines } from "./link-line.ts";

// What a bank takes back of what it has booked: another line, under the number of the first, that pays nothing of ours.

const OURS = "DE89370400440532013000";
let world: World;
let hugo: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo");
  await world.price("BTC", "EUR", "60000");
  const sold = await world.bill({ fiatReceivable: Decimal.from("1000") });
  await world.pay(sold, sold.quantity);
  await addDestinationOrAsk(hugo, { place: "bank:main", asset: "EUR", address: OURS, label: "Nordbank" });
  const made = await makeBeneficiary(world.ctx, { name: "Acme", asset: "EUR", iban: ibanOf(1) });
  ({ beneficiaryId } = made);
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

async function payout(quantity: string): Promise<string> {
  const input = { asset: "EUR", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as { payoutId: string }).payoutId;
}
const stateOf = async (payoutId: string) =>
  (JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord).status;
const lineOf = async (reference: string) =>
  (await listBankLines(hugo, {})).data.find((line) => line.reference === reference);
const units = (name: string) =>
  balanceOf(contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" }), name, "EUR");

const statement = statementsOf(OURS);
/** The bank books these, on one day, in one statement; what became of it. */
const books = (entries: readonly Entry[], day?: string) => take(statement(entries, day));
async function take(text: string) {
  const { data } = (await takeStatementOrAsk(hugo, { text })) as OutputOf<typeof takeStatementEndpoint>;
  return data[0];
}
const entry = (side: Entry["side"], amount: string, reference: string, more: Partial<Entry> = {}): Entry => ({
  ...{ side, amount, reference },
  ...more,
});
const reversal = true;

test("a credit that the bank takes back pays no payout of its sum, by itself, with others, or days later", async () => {
  await books([entry("CRDT", "40.00", "A1"), entry("CRDT", "70.00", "A2")]);
  const [whole, one, two] = [await payout("40"), await payout("33"), await payout("37")];
  const [missing, bank] = [await units("house:missing"), await units("bank")];
  const back = [entry("DBIT", "40.00", "A1", { reversal }), entry("DBIT", "70.00", "A2", { reversal })];
  expect(await books(back)).toMatchObject({ lines: 2, known: 0, unexpected: 2 });
  expect(await Promise.all([whole, one, two].map(stateOf))).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
  expect([await units("house:missing"), await units("bank")]).toEqual([missing + 11_000n, bank - 11_000n]);
  expect(await lineOf("A1/reversal")).toMatchObject({ side: "DEBIT", belongsTo: "NOBODY" });
  const cases = (await listCases(hugo, { kind: "UNKNOWN_LINE" })).data.map(({ caseId }) => caseId);
  expect(cases).toContain(`unknown-line-${(await lineOf("A1/reversal"))?.lineId}`);
  // With the next statement they still pay nothing.
  expect(await books([entry("DBIT", "1.00", "A3")], "2026-11-24")).toMatchObject({ unexpected: 1 });
  expect(await stateOf(whole)).toBe("APPROVED");
  expect(await books([entry("DBIT", "40.00", "A4", { paid: ibanOf(1) })], "2026-11-24")).toMatchObject({
    unexpected: 0,
  });
  expect(await stateOf(whole)).toBe("CONFIRMED");
  for (const payoutId of [one, two]) await rejectPayout(hugo, { payoutId, note: "no" });
});

test("nor does one that names it; and it is no move", async () => {
  const id = await payout("12");
  const compact = id.replaceAll("-", "");
  const capital = { kind: "CAPITAL_IN", to: "bank:main", asset: "EUR", note: "x" } as const;
  const move = (await requestMoveOrAsk(hugo, { ...capital, quantity: Decimal.from("81") })) as MoveRecord;
  const back = [
    entry("DBIT", "12.00", "B1", { reversal, endToEnd: compact }),
    entry("CRDT", "81.00", "B2", { reversal }),
    entry("CRDT", "81.00", "B3", { reversal, text: move.reference }),
  ];
  expect(await books(back, "2026-11-24")).toMatchObject({ unexpected: 3 });
  expect([await stateOf(id), (await getMove(hugo, move)).status]).toEqual(["APPROVED", "APPROVED"]);
  await rejectPayout(hugo, { payoutId: id, note: "no" });
});

test("in one file with what it takes back, and again in one that overlaps, it is booked once", async () => {
  const bank = await units("bank");
  const entries = [entry("CRDT", "5.00", "C1"), entry("DBIT", "5.00", "C1", { reversal })];
  expect(await books(entries, "2026-11-25")).toMatchObject({ lines: 2, known: 0, gap: Decimal.from(0) });
  expect(await books([...entries, entry("CRDT", "2.00", "C2")], "2026-11-25")).toMatchObject({ lines: 1, known: 2 });
  expect(await units("bank")).toBe(bank + 200n);
});

test("a debit that is taken back brings its payout back, by the bank's own number of it: of one line, and of a file's", async () => {
  const alone = await payout("21");
  await books([entry("DBIT", "21.00", "D1", { endToEnd: alone.replaceAll("-", "") })], "2026-11-25");
  expect(await stateOf(alone)).toBe("CONFIRMED");
  // Of another sum it is a person's to say.
  expect(await books([entry("CRDT", "20.00", "D1", { reversal })], "2026-11-25")).toMatchObject({ unexpected: 1 });
  expect(await stateOf(alone)).toBe("CONFIRMED");
  const filed = [await payout("22"), await payout("23")];
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  await books([entry("DBIT", "45.00", "D2", { endToEnd: fileId.replaceAll("-", "") })], "2026-11-25");
  const second = await payout("24");
  await books([entry("DBIT", "24.00", "D3", { endToEnd: second.replaceAll("-", "") })], "2026-11-25");
  const back = [entry("CRDT", "45.00", "D2", { reversal }), entry("CRDT", "24.00", "D3", { reversal })];
  expect(await books(back, "2026-11-26")).toMatchObject({ unexpected: 0 });
  expect(await Promise.all([...filed, second].map(stateOf))).toEqual(["FAILED", "FAILED", "FAILED"]);
});

test("the database takes none as what pays a payout, or as a move that nobody has linked", async () => {
  const [line, id] = [(await lineOf("A1/reversal"))?.lineId, await payout("40")];
  const set = (what: string) => world.app.database.pool.query(`update bank_line set ${what} where id = '${line}'`);
  for (const what of [
    "belongs_to = 'PARTS'",
    `belongs_to = 'PAYOUT', payout_id = '${id}', linked_by = 'x', linked_at = now(), note = 'x'`,
  ])
    await expect(set(what)).rejects.toThrow(/pays nothing of ours|recorded as it/);
  await rejectPayout(hugo, { payoutId: id, note: "no" });
});

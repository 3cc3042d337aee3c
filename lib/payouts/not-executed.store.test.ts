import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { failPayout } from "#lib/approvals/fail-payout.ts";
import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { eventsAfter } from "#lib/events/outbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import type { PayoutRecord } from "./contract.ts";
import { makePayoutFile } from "./make-file.ts";
import { endPayout, holdPayout } from "./decide-payout.ts";
import { getPayout } from "./get-payouts.ts";

let world: World;
let hugo: Ctx;
let hanna: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  [hugo, hanna] = [await personOfHouse(world, "Hugo"), await personOfHouse(world, "Hanna")];
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await addDestination(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(1) }));
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

async function approved(quantity: string): Promise<string> {
  const input = { asset: "EUR" as const, quantity: Decimal.from(quantity), reference: "inv 7", beneficiaryId };
  return (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as { payoutId: string }).payoutId;
}
async function filed(quantity: string): Promise<string> {
  const payoutId = await approved(quantity);
  await makePayoutFile(hugo, { currency: "EUR" });
  return payoutId;
}
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const compact = (payoutId: string) => payoutId.replaceAll("-", "");
const bank = (amount: string, reference: string) =>
  playBank(hugo, { currency: "EUR", amount: Decimal.from(amount), reference });
const fail = (payoutId: string, by = hanna) => failPayout(by, { payoutId, note: "The bank refused the file (DT01)." });
const units = (name: string) =>
  balanceOf(contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" }), name, "EUR");
const of = (balance: string) => units(`acc:${accountOf(world.ctx).id}:${balance}`);
const openLines = async () => (await listCases(hugo, { kind: "UNKNOWN_LINE" })).data;

test("what the bank has not executed of a file fails, and its money is free again", async () => {
  const before = [await of("available"), await of("reserved")];
  const payoutId = await approved("40");
  await expect(fail(payoutId)).rejects.toEqual(code("INVALID_STATE", /is APPROVED/));
  await makePayoutFile(hugo, { currency: "EUR" });
  await fail(payoutId, hugo);
  expect(await now(payoutId)).toMatchObject({ status: "FAILED", reason: "The bank refused the file (DT01)." });
  expect([await of("available"), await of("reserved")]).toEqual(before);
  expect((await auditedOf(world.ctx, payoutId))[0]).toEqual({
    actor: "staff:Hugo",
    action: "payout.fail",
    detail: { note: "The bank refused the file (DT01)." },
  });
  // What is written elsewhere on this server at the moment holds them back.
  const emitted = async () =>
    (await eventsAfter(world.ctx, { tx: "0", seq: "0" }, 500)).filter((one) => one.objectId === payoutId);
  await expect.poll(async () => (await emitted()).at(-1)?.type).toBe("payout.failed");
  await expect(fail(payoutId)).rejects.toEqual(code("INVALID_STATE", /is FAILED/));
  await expect(fail(hugo.id())).rejects.toEqual(code("NOT_FOUND"));
  await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(code("INVALID_STATE", /No approved payout/));
});

test("a line that pays it after all is nobody's and a case, whatever else waits for the sum, until it is recorded", async () => {
  const move = {
    kind: "CORRECTION",
    from: "bank:main",
    asset: "EUR",
    quantity: Decimal.from("11"),
    note: "x",
  } as const;
  const { moveId } = (await requestMoveOrAsk(hugo, move)) as MoveRecord;
  const payoutId = await filed("11");
  await fail(payoutId);
  await bank("-11", compact(payoutId));
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
  expect((await getMove(hugo, { moveId })).status).toBe("APPROVED");
  expect(await openLines()).toHaveLength(1);
  const paid = { asset: "EUR" as const, quantity: Decimal.from("11"), reference: "after all", beneficiaryId };
  await recordPayout(world.ctx, { ...paid, bankReference: compact(payoutId) });
  expect(await openLines()).toHaveLength(0);
});

test("while a debit that nothing explains may be it, it does not fail", async () => {
  const payoutId = await filed("20");
  await bank("-1", "a fee of the bank");
  await bank("-20.01", `${compact(payoutId)} charged`);
  await expect(fail(payoutId)).rejects.toEqual(code("INVALID_STATE", /may be this payout.*charged/));
  expect(await now(payoutId)).toMatchObject({ status: "PREPARED" });
  await bank("-20", compact(payoutId));
  await expect(fail(payoutId)).rejects.toEqual(code("INVALID_STATE", /is CONFIRMED/));
});

test("a debit of the day before its file may be it, an older one not", async () => {
  const hoursAgo = (hours: number, reference: string) =>
    playBank(hugo, {
      ...{ currency: "EUR", amount: Decimal.from("-31"), reference },
      at: new Date(Date.now() - hours * 3_600_000),
    });
  const [first, second] = [await filed("30"), await filed("30")];
  await hoursAgo(25, "older");
  await fail(first);
  await hoursAgo(23, "of the day before");
  await expect(fail(second)).rejects.toEqual(code("INVALID_STATE", /may be this payout: of the day before/));
});

test("where two persons are needed, neither the program nor the database takes it from who made the file", async () => {
  const payoutId = await filed("100");
  await changeSettings(world.ctx, { secondPerson: "always" });
  await expect(fail(payoutId, hugo)).rejects.toEqual(code("FORBIDDEN", /You made the file/));
  const past = hugo.transaction(async (tx) =>
    endPayout(tx, await holdPayout(tx, payoutId, false), { status: "FAILED", reason: "no" }),
  );
  await expect(past).rejects.toThrow(/needs a second person/);
  expect(await now(payoutId)).toMatchObject({ status: "PREPARED" });
  await fail(payoutId);
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
});

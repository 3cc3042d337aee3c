import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { auditedOf, code, moversOf, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { linkLine } from "#lib/bank/link-line.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { cancelMove, needMove } from "#lib/moves/request-move.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";

// What was recorded and was not so, and what arrived for a move and is another's money, ends where it stood.

const DAY = 86_400_000;
const note = "by the bank's own letter";
let world: World;
let ada: Ctx;
let grace: Ctx;
let hanna: Ctx;
let operator: Ctx;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  ({ ada, grace, hanna, operator, venue } = await moversOf(world));
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const subjects = async (kind: CaseKind) =>
  (await listCases(grace, { kind })).data.map(({ caseId }) => caseId.slice(kind.length + 1));
const held = (...codes: string[]) => Promise.all(codes.map((account) => balanceOf(operator, account, "EUR")));
const available = () => `acc:${world.ctx.account?.id}:available`;
const recorded = async (quantity: string, bankReference: string) => {
  const made = { asset: "EUR", quantity: Decimal.from(quantity), reference: "wire", bankReference } as const;
  return (JSON.parse((await recordPayout(world.ctx, made)).text) as PayoutRecord).payoutId;
};
const payout = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const line = async (amount: string, reference: string) => {
  await playBank(operator, { currency: "EUR", amount: Decimal.from(amount), reference });
  await world.settle();
};
const listed = new Map<string, string>();
async function move(kind: "TO_BANK" | "FROM_BANK", quantity: string): Promise<MoveRecord> {
  const [from, to] = kind === "TO_BANK" ? [venue, "bank:main"] : ["bank:main", venue];
  // A bank that a move touches is an account of ours on the list.
  for (const place of ["bank:main", venue]) {
    if (listed.has(place)) continue;
    const wanted = { place, asset: "EUR", address: "DE89370400440532013000", label: "Nordbank" } as const;
    listed.set(place, ((await addDestinationOrAsk(ada, wanted)) as { destinationId: string }).destinationId);
  }
  const way = { kind, from, to, asset: "EUR", destinationId: listed.get(to) ?? "" } as const;
  return (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "x" })) as MoveRecord;
}
const factsOf = async ({ moveId }: MoveRecord) =>
  (await needMove(ada, moveId)).facts.map(({ side, status }) => `${side} ${status}`);

test("a recorded payout that its bank never made has failed, and its money is the account's again", async () => {
  const [bank = 0n, free = 0n] = await held("bank", available());
  const payoutId = await recorded("10", "E2E 7");
  expect(await held("bank", available())).toEqual([bank - 1_000n, free - 1_000n]);
  await line("-12", "FEES 3");
  const wanted = { kind: "VOID", subjectId: payoutId, note } as const;
  // What the bank has debited and nothing explains may be it.
  await expect(resolveOrAsk(grace, wanted)).rejects.toEqual(code("INVALID_STATE", /may be this payout: FEES 3/));
  const [debit = ""] = await subjects("UNKNOWN_LINE");
  await resolveOrAsk(grace, { kind: "WRITE_OFF", subjectId: debit, note });
  await world.later(10 * DAY);
  expect(await subjects("NOT_PAID")).toEqual([payoutId]);
  const made = await resolveOrAsk(grace, wanted);
  expect(made).toMatchObject({ kind: "VOID", subject: "PAYOUT", account: "acme", reference: "E2E 7" });
  expect(await held("bank", available())).toEqual([bank - 1_200n, free]);
  expect(await payout(payoutId)).toMatchObject({ status: "FAILED", reason: note, bankReference: "E2E 7" });
  expect(await subjects("NOT_PAID")).toEqual([]);
  expect((await auditedOf(world.ctx, payoutId)).map(({ action }) => action)).toContain("payout.fail");
  const { rows } = await world.app.database.pool.query("select type from event where object_id = $1", [payoutId]);
  expect(rows).toEqual([{ type: "payout.failed" }]);
  await expect(resolveOrAsk(grace, wanted)).rejects.toEqual(code("INVALID_STATE", /neither a payout/));
  // The bank has made it after all: nobody expects the line, and the payout is recorded anew by it.
  await line("-10", "E2E 7");
  expect((await subjects("UNKNOWN_LINE")).length).toBe(1);
  const again = await recorded("10", "E2E 7");
  expect([await subjects("UNKNOWN_LINE"), (await payout(again)).status]).toEqual([[], "RECORDED"]);
  await expect(resolveOrAsk(grace, { ...wanted, subjectId: again })).rejects.toEqual(code("INVALID_STATE", /neither/));
});

test("two agree to it, and past the program nothing fails a recorded payout", async () => {
  const payoutId = await recorded("3", "E2E 8");
  await setAgreed(world.ctx, { secondPerson: "always" });
  const request = waits(await resolveOrAsk(grace, { kind: "VOID", subjectId: payoutId, note }));
  expect(request.request).toMatchObject({ kind: "VOID", account: "acme", asset: "EUR", quantity: "3" });
  expect((await payout(payoutId)).status).toBe("RECORDED");
  const raw = `update payout set status = 'FAILED', is_out = false where id = '${payoutId}'`;
  await expect(world.app.database.pool.query(raw)).rejects.toThrow("stays as it was asked for");
  await approve(hanna, request);
  expect((await payout(payoutId)).status).toBe("FAILED");
  await setAgreed(world.ctx, { secondPerson: "default" });
});

test("what a bank tells as a move's arrival and is another's money is nobody's, as often as it is linked to what it is not", async () => {
  const made = await move("TO_BANK", "70");
  const { moveId } = made;
  const [bank = 0n, unassigned = 0n] = await held("bank", "house:unassigned");
  await line("70", made.reference);
  expect([await factsOf(made), await held("bank", "house:unassigned")]).toEqual([
    ["ARRIVED EARLY"],
    [bank, unassigned],
  ]);
  await expect(cancelMove(ada, { moveId, note })).rejects.toEqual(code("INVALID_STATE", /known to have arrived/));
  const wanted = { kind: "VOID", subjectId: moveId, note } as const;
  await expect(resolveOrAsk(ada, wanted)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
  expect(await resolveOrAsk(grace, wanted)).toMatchObject({ subject: "MOVE", reference: made.reference });
  expect(await factsOf(made)).toEqual(["ARRIVED GONE"]);
  expect(await held("bank", "house:unassigned")).toEqual([bank + 7_000n, unassigned + 7_000n]);
  const [lineId = ""] = await subjects("UNKNOWN_LINE");
  for (const quantity of ["70", "71"]) {
    const other = await move("TO_BANK", quantity);
    await linkLine(grace, { lineId, moveId: other.moveId, note });
    expect(await held("bank", "house:unassigned")).toEqual([bank, unassigned]);
    expect(await world.broken()).toEqual([]);
    await resolveOrAsk(grace, { ...wanted, subjectId: other.moveId });
    expect(await held("bank", "house:unassigned")).toEqual([bank + 7_000n, unassigned + 7_000n]);
    expect(await world.broken()).toEqual([]);
    await cancelMove(ada, { moveId: other.moveId, note });
  }
  // Without such a word a line stays what it is.
  await linkLine(grace, { lineId, moveId, note });
  const raw = `update bank_line set belongs_to = 'NOBODY', move_id = null, linked_by = null, linked_at = null, note = null where id = '${lineId}'`;
  await expect(world.app.database.pool.query(raw)).rejects.toThrow("a line is linked once");
  await resolveOrAsk(grace, wanted);
  await resolveOrAsk(grace, { kind: "OWN", subjectId: lineId, note });
  expect(await held("bank", "house:unassigned")).toEqual([bank + 7_000n, unassigned]);
  await cancelMove(ada, { moveId, note });
});

test("so is what a venue tells; it is gone once the venue takes it back", async () => {
  const made = await move("FROM_BANK", "500");
  const played = { kind: "DEPOSIT", asset: "EUR", quantity: Decimal.from("500"), reference: "V1" } as const;
  await playTransfer(operator, played);
  await world.settle();
  expect(await factsOf(made)).toEqual(["ARRIVED EARLY"]);
  const [unassigned = 0n] = await held("house:unassigned");
  await resolveOrAsk(grace, { kind: "VOID", subjectId: made.moveId, note });
  expect([await factsOf(made), (await subjects("UNKNOWN_DEPOSIT")).length]).toEqual([["ARRIVED GONE"], 1]);
  expect(await held("house:unassigned")).toEqual([unassigned + 50_000n]);
  await playTransfer(operator, { ...played, state: "FAILED" });
  await world.settle();
  expect([await held("house:unassigned"), await subjects("UNKNOWN_DEPOSIT")]).toEqual([[unassigned], []]);
  // It waits for what is its own.
  await line("-500", made.reference);
  await playTransfer(operator, { ...played, reference: "V2" });
  await world.settle();
  expect(await factsOf(made)).toEqual(["ARRIVED GONE", "LEFT POSTED", "ARRIVED POSTED"]);
});

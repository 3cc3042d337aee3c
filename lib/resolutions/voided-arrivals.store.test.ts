import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { auditedOf, code, moversOf, waits } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { type Entry, statementsOf } from "#lib/bank/bank.fixture.ts";
import { linkLine, listBankLines } from "#lib/bank/link-line.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { cancelMove, needMove } from "#lib/moves/request-move.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";

// What arrived for a move that has not left, by a chain or by parts of lines of a bank, and is another's money.

const OURS = ibanOf(900);
const DAY = 86_400_000;
const note = "by the payer's own letter";
let world: World;
let ada: Ctx;
let grace: Ctx;
let hanna: Ctx;
let operator: Ctx;
let venue: string;
let bankId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ({ ada, grace, hanna, operator, venue } = await moversOf(world));
  bankId = await listed("bank:main", "EUR", OURS);
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
  const { rows } = await world.app.database.pool.query(
    "select event, effect_key from ledger_transaction t where not is_explained(t)",
  );
  expect(rows).toEqual([]);
});
afterAll(() => world.close());

const listed = async (place: string, asset: "EUR" | "BTC", address: string) =>
  ((await addDestinationOrAsk(ada, { place, asset, address, label: place })) as { destinationId: string })
    .destinationId;
const subjects = async (kind: CaseKind) =>
  (await listCases(grace, { kind })).data.map(({ caseId }) => caseId.slice(kind.length + 1)).sort();
const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const factsOf = async (moveId: string) =>
  (await needMove(ada, moveId)).facts.map(({ side, status }) => `${side} ${status}`);
const statusOf = async (moveId: string) => (await needMove(ada, moveId)).status;
const eur = (account: string) => balanceOf(operator, account, "EUR");
const btc = (account: string) => balanceOf(operator, account, "BTC");

describe("by a chain", () => {
  const toCustody = async (quantity: string, destinationId: string) => {
    const way = { kind: "FROM_VENUE", from: venue, to: "custody:bitcoin", asset: "BTC" } as const;
    const input = { ...way, destinationId, quantity: Decimal.from(quantity), note: "x" };
    return ((await requestMoveOrAsk(ada, input)) as MoveRecord).moveId;
  };
  /** A payer sends exactly what a move is waiting for, to the address that it comes to. */
  const pays = async (bill: MadeBill, quantity: string) => {
    const { txHash } = await sendDeposit(operator, {
      address: bill.deposit_address,
      quantity: Decimal.from(quantity),
    });
    await world.settle();
    await mine(1);
    return txHash;
  };

  test("it is its bill's from then on, however often its block goes, and the move is cancelled", async () => {
    const bill = await world.bill({ strategy: "RAI" });
    const home = await listed("custody:bitcoin", "BTC", bill.deposit_address);
    const moveId = await toCustody("0.07", home);
    const txHash = await pays(bill, "0.07");
    expect(await factsOf(moveId)).toEqual(["ARRIVED EARLY"]);
    expect((await world.payment(bill.paymentId)).deposits).toEqual([]);
    await expect(cancelMove(ada, { moveId, note })).rejects.toEqual(code("INVALID_STATE", /known to have arrived/));
    const wanted = { kind: "VOID", subjectId: moveId, note } as const;
    await expect(resolveOrAsk(grace, wanted)).rejects.toEqual(code("INVALID_STATE", /newest block/));
    await mine(1);
    await expect(resolveOrAsk(ada, wanted)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
    const custody = await btc("custody:bitcoin");
    await world.later(2 * DAY);
    await world.price("BTC", "EUR", "60000");
    expect(await subjects("NOT_PAID")).toEqual([moveId]);
    expect(await resolveOrAsk(grace, wanted)).toMatchObject({ kind: "VOID", subject: "MOVE", quantity: d("0.07") });
    expect(await factsOf(moveId)).toEqual(["ARRIVED GONE"]);
    await world.settle();
    expect((await world.payment(bill.paymentId)).deposits).toMatchObject([{ txHash, quantity: 0.07 }]);
    expect(await btc("custody:bitcoin")).toBe(custody + 7_000_000n);
    expect([await factsOf(moveId), await subjects("NOT_PAID")]).toEqual([["ARRIVED GONE"], []]);
    await reorganise(operator, { network: "bitcoin", depth: 2 });
    await world.settle();
    await mine(3);
    expect(await factsOf(moveId)).toEqual(["ARRIVED GONE"]);
    expect((await world.payment(bill.paymentId)).deposits).toMatchObject([{ txHash, quantity: 0.07 }]);
    await cancelMove(ada, { moveId, note });
    expect(await statusOf(moveId)).toBe("CANCELLED");
    expect((await auditedOf(grace, moveId)).map(({ action }) => action)).toContain("move.back");
  });

  test("its block is another while it is looked for: nothing changes, and a person looks again", async () => {
    const bill = await world.bill({ strategy: "RAI" });
    const home = await listed("custody:bitcoin", "BTC", bill.deposit_address);
    const moveId = await toCustody("0.03", home);
    await pays(bill, "0.03");
    await mine(2);
    const wanted = { kind: "VOID", subjectId: moveId, note } as const;
    const { pool } = world.app.database;
    const reading = await pool.connect();
    onTestFinished(() => reading.release());
    const { rows: held } = await reading.query<{ pid: number }>("select pg_backend_pid() as pid");
    await reading.query("begin");
    await reading.query("select from chain_cursor where network = 'bitcoin' for update");
    const refused = expect(resolveOrAsk(grace, wanted)).rejects.toEqual(code("INVALID_STATE", /changed meanwhile/));
    const waiting = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    await expect
      .poll(async () => (await pool.query(waiting, [held[0]?.pid])).rowCount, { timeout: 30_000 })
      .toBeGreaterThan(0);
    const moved = (by: number) =>
      `update move_arrival set block_height = block_height + ${by} where move_id = '${moveId}'`;
    await reading.query(moved(1));
    await reading.query("commit");
    await refused;
    expect(await factsOf(moveId)).toEqual(["ARRIVED EARLY"]);
    await pool.query(moved(-1));
    await resolveOrAsk(grace, wanted);
    await world.settle();
    expect((await world.payment(bill.paymentId)).deposits).toMatchObject([{ quantity: 0.03 }]);
    await cancelMove(ada, { moveId, note });
  });

  test("two agree to it; past the program no arrival is taken from its move, nor given back", async () => {
    const bill = await world.bill({ strategy: "RAI" });
    const home = await listed("custody:bitcoin", "BTC", bill.deposit_address);
    const moveId = await toCustody("0.05", home);
    await pays(bill, "0.05");
    await mine(1);
    await setAgreed(world.ctx, { secondPerson: "always" });
    const request = waits(await resolveOrAsk(grace, { kind: "VOID", subjectId: moveId, note }));
    expect(request.request).toMatchObject({ kind: "VOID", asset: "BTC", quantity: "0.05" });
    const past = (change: string) =>
      world.app.database.pool.query(`update move_arrival set ${change} where move_id = '${moveId}'`);
    await expect(past("voided_at = now(), block_hash = null, block_height = null")).rejects.toThrow("said once");
    await approve(hanna, request);
    await expect(past("voided_at = null")).rejects.toThrow("said once");
    await setAgreed(world.ctx, { secondPerson: "default" });
    await world.settle();
    expect((await world.payment(bill.paymentId)).deposits).toMatchObject([{ quantity: 0.05 }]);
    await cancelMove(ada, { moveId, note });
  });
});

describe("by lines of a bank that are several", () => {
  const statement = statementsOf(OURS);
  const credit = (amount: string, reference: string, endToEnd?: string): Entry => ({
    ...{ amount, side: "CRDT", reference },
    ...(endToEnd !== undefined && { endToEnd }),
  });
  const books = (entries: readonly Entry[]) => takeStatementOrAsk(grace, { text: statement(entries) });
  const toBank = async (quantity: string) => {
    const way = { kind: "TO_BANK", from: venue, to: "bank:main", asset: "EUR", destinationId: bankId } as const;
    return (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "x" })) as MoveRecord;
  };
  const parts = async (reference: string) =>
    (await listBankLines(grace, {})).data.find((line) => line.reference === reference)?.parts;

  test("one line of two moves: what one is not is nobody's, and the other's stays", async () => {
    const [one, other] = [await toBank("31"), await toBank("37")];
    const [bank, unassigned] = [await eur("bank"), await eur("house:unassigned")];
    await books([credit("68.00", "P1", `${one.reference} ${other.reference}`)]);
    expect([await factsOf(one.moveId), await factsOf(other.moveId)]).toEqual([["ARRIVED EARLY"], ["ARRIVED EARLY"]]);
    await resolveOrAsk(grace, { kind: "VOID", subjectId: one.moveId, note });
    expect([await factsOf(one.moveId), await factsOf(other.moveId)]).toEqual([["ARRIVED GONE"], ["ARRIVED EARLY"]]);
    const voided = await parts("P1");
    expect(voided).toEqual(
      expect.arrayContaining([
        { amount: d("31"), lineId: expect.any(String), resolved: undefined, moveId: undefined, payoutId: undefined },
        { amount: d("37"), moveId: other.moveId, payoutId: undefined },
      ]),
    );
    expect([await eur("bank"), await eur("house:unassigned")]).toEqual([bank + 3_100n, unassigned + 3_100n]);
    const [subjectId = "", more] = await subjects("UNKNOWN_LINE");
    expect(more).toBeUndefined();
    // As the list of lines names it too, so that the desk links it.
    expect(voided?.flatMap(({ lineId }) => lineId ?? [])).toEqual([subjectId]);
    expect((await listCases(grace, { kind: "UNKNOWN_LINE" })).data).toMatchObject([
      { quantity: d("31"), asset: "EUR" },
    ]);
    expect(await world.broken()).toEqual([]);
    // It is another move's, is not that one's either, and becomes the operator's own.
    const third = await toBank("31");
    await linkLine(grace, { lineId: subjectId, moveId: third.moveId, note });
    expect([await factsOf(third.moveId), await subjects("UNKNOWN_LINE")]).toEqual([["ARRIVED EARLY"], []]);
    expect(await eur("house:unassigned")).toBe(unassigned);
    expect(await world.broken()).toEqual([]);
    await expect(linkLine(grace, { lineId: subjectId, moveId: third.moveId, note })).rejects.toEqual(
      code("INVALID_STATE", /belongs to something/),
    );
    await resolveOrAsk(grace, { kind: "VOID", subjectId: third.moveId, note });
    expect(await subjects("UNKNOWN_LINE")).toEqual([subjectId]);
    expect(await world.broken()).toEqual([]);
    await resolveOrAsk(grace, { kind: "OWN", subjectId, note });
    expect([await subjects("UNKNOWN_LINE"), await eur("house:unassigned")]).toEqual([[], unassigned]);
    expect((await parts("P1"))?.find(({ lineId }) => lineId === subjectId)).toMatchObject({ resolved: "OWN" });
    await resolveOrAsk(grace, { kind: "VOID", subjectId: other.moveId, note });
    const [rest = ""] = await subjects("UNKNOWN_LINE");
    await resolveOrAsk(grace, { kind: "ASSIGN", subjectId: rest, account: "acme", note });
    for (const { moveId } of [one, other, third]) await cancelMove(ada, { moveId, note });
  });

  test("several lines that were taken for one move: each is nobody's by itself", async () => {
    const { moveId } = await toBank("90");
    const unassigned = await eur("house:unassigned");
    await books([credit("40.00", "S1"), credit("50.00", "S2")]);
    expect(await factsOf(moveId)).toEqual(["ARRIVED EARLY"]);
    const wanted = { kind: "VOID", subjectId: moveId, note } as const;
    await expect(resolveOrAsk(ada, wanted)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
    const past = "update bank_part set move_id = null, proof = id, voided = voided + 1 where move_id is not null";
    await expect(world.app.database.pool.query(past)).rejects.toThrow("not its move's");
    await resolveOrAsk(grace, wanted);
    expect([await factsOf(moveId), await eur("house:unassigned")]).toEqual([["ARRIVED GONE"], unassigned + 9_000n]);
    const each = await subjects("UNKNOWN_LINE");
    expect(each.length).toBe(2);
    for (const subjectId of each) await resolveOrAsk(grace, { kind: "OWN", subjectId, note });
    await cancelMove(ada, { moveId, note });
    expect([await statusOf(moveId), await subjects("UNKNOWN_LINE")]).toEqual(["CANCELLED", []]);
  });
});

const d = (text: string) => Decimal.from(text);

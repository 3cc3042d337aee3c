import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { code, moversOf, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";

// What has left and comes back, or never arrives, ends its move; it is on its way again once that is not true any more.

const DAY = 86_400_000;
const LISTED = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const note = "by the venue's own letter";
let world: World;
let ada: Ctx;
let grace: Ctx;
let hanna: Ctx;
let operator: Ctx;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.retained("0.4");
  ({ ada, grace, hanna, operator, venue } = await moversOf(world));
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const listed = new Map<string, string>();
async function move(
  kind: "TO_VENUE" | "TO_BANK" | "FROM_BANK",
  [from, to]: readonly [string, string],
  quantity: string,
): Promise<MoveRecord> {
  const [asset, address] =
    kind === "TO_VENUE" ? (["BTC", LISTED] as const) : (["EUR", "DE89370400440532013000"] as const);
  const key = `${to} ${asset}`;
  if (!listed.has(key)) {
    const made = await addDestinationOrAsk(ada, { place: to, asset, address, label: "Nordbank" });
    listed.set(key, (made as { destinationId: string }).destinationId);
  }
  const way = { kind, from, to, asset, destinationId: listed.get(key) ?? "" };
  return (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "x" })) as MoveRecord;
}
const subjects = async (kind: CaseKind) =>
  (await listCases(grace, { kind })).data.map(({ caseId }) => caseId.slice(kind.length + 1));
const only = async (kind: CaseKind) => {
  const [subjectId = "", other] = await subjects(kind);
  expect([subjectId !== "", other]).toEqual([true, undefined]);
  return subjectId;
};
const shown = async ({ moveId }: MoveRecord) => {
  const { status, endedReason } = await getMove(ada, { moveId });
  return endedReason === undefined ? status : `${status}: ${endedReason}`;
};
const held = (asset: "BTC" | "EUR", ...codes: string[]) =>
  Promise.all(codes.map((account) => balanceOf(operator, account, asset)));
const withdrawn = async (quantity: string, reference: string) => {
  const played = { kind: "WITHDRAWAL", asset: "EUR", quantity: Decimal.from(quantity), reference } as const;
  await playTransfer(operator, played);
  await world.settle();
};

test("what a venue credits again of what its bank has sent back is the move, less what was kept", async () => {
  const made = await move("TO_BANK", [venue, "bank:main"], "70");
  const { moveId } = made;
  const back = { kind: "DEPOSIT", asset: "EUR", quantity: Decimal.from("69.5"), reference: "R1" } as const;
  await playTransfer(operator, back);
  await world.settle();
  const subjectId = await only("UNKNOWN_DEPOSIT");
  const returned = { kind: "RETURN", subjectId, moveId, note } as const;
  await expect(resolveOrAsk(grace, returned)).rejects.toEqual(
    code("INVALID_STATE", /APPROVED: only what is on its way/),
  );
  await withdrawn("70", "W1");
  expect(await shown(made)).toBe("SENT");
  const before = await held("EUR", venue, "transit", "house:unassigned", "house:venue-fee");
  expect(before.slice(1)).toEqual([7_000n, 6_950n, 0n]);
  await expect(resolveOrAsk(ada, returned)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
  await expect(resolveOrAsk(grace, { kind: "RETURN", subjectId, note })).rejects.toEqual(code("VALIDATION_FAILED"));
  const other = await move("TO_BANK", [venue, "bank:main"], "60");
  await withdrawn("60", "W2");
  await expect(resolveOrAsk(grace, { ...returned, moveId: other.moveId })).rejects.toEqual(
    code("INVALID_STATE", /More has come/),
  );
  await playBank(operator, { currency: "EUR", amount: Decimal.from("60"), reference: other.reference });
  await world.settle();
  expect(await shown(other)).toBe("ARRIVED");
  expect(await resolveOrAsk(grace, returned)).toMatchObject({ kind: "RETURN", subject: "TRANSFER", moveId });
  expect(await shown(made)).toBe(`FAILED: ${note}`);
  expect(await held("EUR", "transit", "house:unassigned", "house:venue-fee")).toEqual([0n, 0n, 50n]);
  expect(await subjects("UNKNOWN_DEPOSIT")).toEqual([]);
  expect(await world.broken()).toEqual([]);
  // It was no return: the venue takes it back.
  await playTransfer(operator, { ...back, state: "FAILED" });
  await world.settle();
  expect(await shown(made)).toBe("SENT");
  expect(await held("EUR", "transit", "house:unassigned", "house:venue-fee")).toEqual([7_000n, 0n, 0n]);
});

test("what a bank returns of what had left it is the move, agreed to by two, and nothing arrives of it any more", async () => {
  const made = await move("FROM_BANK", ["bank:main", venue], "500");
  const played = { currency: "EUR", reference: made.reference } as const;
  await playBank(operator, { ...played, amount: Decimal.from("-500") });
  await world.settle();
  expect(await shown(made)).toBe("SENT");
  const [bank = 0n, transit = 0n] = await held("EUR", "bank", "transit");
  await playBank(operator, { currency: "EUR", amount: Decimal.from("495"), reference: "RJCT" });
  await world.settle();
  await setAgreed(world.ctx, { secondPerson: "always" });
  const wanted = { kind: "RETURN", subjectId: await only("UNKNOWN_LINE"), moveId: made.moveId, note } as const;
  const request = waits(await resolveOrAsk(grace, wanted));
  expect(request.request).toMatchObject({ kind: "RETURN", moveId: made.moveId, quantity: "495", missing: "5" });
  await approve(hanna, request);
  expect(await held("EUR", "bank", "transit", "house:unassigned")).toEqual([bank + 49_500n, transit - 50_000n, 0n]);
  expect(await shown(made)).toBe(`FAILED: ${note}`);
  // Past the program: nothing fails a move but what says so.
  const raw = `update move set status = 'FAILED' where status = 'SENT'`;
  await expect(world.app.database.pool.query(raw)).rejects.toThrow("fails by what says");
  await setAgreed(world.ctx, { secondPerson: "default" });
});

test("a leaving whose block goes was none: what had come back is nobody's again", async () => {
  const made = await move("TO_VENUE", ["custody:bitcoin", venue], "0.1");
  const { txHash } = await spend(operator, {
    ...{ network: "bitcoin", asset: "BTC", quantity: Decimal.from("0.1"), to: LISTED },
  });
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  await world.settle();
  expect(await shown(made)).toBe("SENT");
  await playTransfer(operator, { kind: "DEPOSIT", asset: "BTC", quantity: Decimal.from("0.1"), reference: "D1" });
  await world.settle();
  const subjectId = await only("UNKNOWN_DEPOSIT");
  await resolveOrAsk(grace, { kind: "RETURN", subjectId, moveId: made.moveId, note });
  expect(await held("BTC", "transit", "house:unassigned")).toEqual([0n, 0n]);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect(await shown(made)).toBe("APPROVED");
  expect(await held("BTC", "transit", "house:unassigned")).toEqual([0n, 10_000_000n]);
  expect(await only("UNKNOWN_DEPOSIT")).toBe(subjectId);
});

test("what never arrives is written off by another than who asked for it, not within a day", async () => {
  const made = await move("TO_BANK", [venue, "bank:main"], "12");
  await withdrawn("12", "W9");
  const off = { kind: "WRITE_OFF", subjectId: made.moveId, note } as const;
  await expect(resolveOrAsk(grace, off)).rejects.toEqual(code("INVALID_STATE", /less than a day/));
  await world.later(DAY - 60_000);
  await expect(resolveOrAsk(grace, off)).rejects.toEqual(code("INVALID_STATE", /less than a day/));
  await world.later(10 * DAY);
  await world.price("BTC", "EUR", "60000");
  expect(await subjects("NOT_PAID")).toContain(made.moveId);
  const [transit = 0n, result = 0n] = await held("EUR", "transit", "house:result");
  await expect(resolveOrAsk(ada, off)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
  expect(await resolveOrAsk(grace, off)).toMatchObject({ subject: "MOVE", reference: made.reference });
  expect(await held("EUR", "transit", "house:result")).toEqual([transit - 1_200n, result - 1_200n]);
  expect(await shown(made)).toBe(`FAILED: ${note}`);
  expect(await subjects("NOT_PAID")).not.toContain(made.moveId);
});

import { recordAudit } from "#lib/audit/record-audit.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { arrivedEntry, leftEntry, reversedEntry } from "#lib/ledger/move-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { takeBackFailure } from "#lib/resolutions/resolve.ts";
import type { ExpectedMove, FactState, MoveSide, MoveSource, MoveState } from "./move.ts";
import {
  advanceMove,
  expectedRows,
  type FactRow,
  insertFact,
  lockedMove,
  type MoveRow,
  type ProvenStep,
  standingFact,
  writeFact,
} from "./store.ts";

/** What a watcher or a statement has seen of a move, in the move's asset; `feeUnits` left beside `units`. */
export type MoveStep = {
  moveId: string;
  source: MoveSource;
  proof: string;
  units: bigint;
  feeUnits?: bigint;
  /** What the person said who linked it; absent where the program did. */
  note?: string;
  /** By which another agreed to what a person says by hand. */
  approvalId?: string;
};

/**
 * Moves that may leave or arrive at a place now: what watchers and statements look up.
 */
export const moveExpected = (ctx: Ctx, place: string): Promise<ExpectedMove[]> => expectedRows(ctx.db, place);

/** Whether a move that was found among those still may leave or arrive: nobody takes it back from now on. */
export async function holdExpected(tx: Ctx, moveId: string): Promise<boolean> {
  return ["APPROVED", "SENT"].includes((await held(tx, moveId)).status);
}

/** The move that a venue's number proves already, of how much, and what left beside it. */
export const moveOfFact = (
  { db }: Ctx,
  fact: ProvenStep,
): Promise<{ moveId: string; units: bigint; feeUnits: bigint } | undefined> => standingFact(db, fact);

/**
 * A move left its place, for good as its source sees it (on a chain: a block has it). Posts it, and with it an arrival
 * that waited. Told twice it posts once. Refuses with INVALID_STATE a move that was not agreed to, one that has left by
 * something else, and more than was agreed to.
 */
export const moveLeft = (ctx: Ctx, step: MoveStep): Promise<MoveRow> => recordStep(ctx, "LEFT", step);

/**
 * A move arrived. Posts it, or waits as EARLY until it is known to have left. Refuses with INVALID_STATE as
 * {@link moveLeft} does, and more than has left.
 */
export const moveArrived = (ctx: Ctx, step: MoveStep): Promise<MoveRow> => recordStep(ctx, "ARRIVED", step);

/**
 * What was told is not true any more: a block is gone, a transfer came back. What it had posted is mirrored, and an
 * arrival that stood on it waits again. Of a move that failed what came back is nobody's again, before its leaving is mirrored.
 */
export async function moveBack(ctx: Ctx, step: { moveId: string; side: MoveSide; proof: string }): Promise<MoveRow> {
  return ctx.transaction(async (tx) => {
    const { moveId } = step;
    const before = await held(tx, moveId);
    const fact = before.facts.find(
      ({ side, proof, status }) => side === step.side && proof === step.proof && status !== "GONE",
    );
    if (!fact) return before;
    const fails = before.status === "FAILED" && fact.side === "LEFT";
    if (fails) await takeBackFailure(tx, moveId);
    const move = fails ? await held(tx, moveId) : before;
    const facts = move.facts.map((one): FactRow => (one.id === fact.id ? { ...one, status: "GONE" } : one));
    const left = await settled(tx, { ...move, facts }, move);
    await auditStep(tx, move, "move.back", fact);
    return left;
  });
}

/** An opening balance is agreed to, not seen: it is posted as it was declared. */
export async function declareOpening(tx: Ctx, { id, units }: MoveRow): Promise<void> {
  await recordStep(tx, "ARRIVED", { moveId: id, source: "DECLARED", proof: id, units });
}

async function recordStep(ctx: Ctx, side: MoveSide, step: MoveStep): Promise<MoveRow> {
  return ctx.transaction(async (tx) => {
    const move = await held(tx, step.moveId);
    const { facts } = move;
    const known = facts.find((fact) => fact.side === side && fact.proof === step.proof);
    if (known && known.status !== "GONE") return move;
    refuseStep(move, side, step);
    if (step.source !== "CHAIN" && (await standingFact(tx.db, { side, source: step.source, proof: step.proof })))
      throw new Refusal("INVALID_STATE", "This proves another move already.");
    if (known) {
      must(known.units === step.units, "the same proof tells of the same quantity");
      // On chains where the fee is the block's, another block takes another one.
      const feeUnits = step.feeUnits ?? known.feeUnits;
      const again: FactRow[] = facts.map((fact) => (fact === known ? { ...fact, status: "EARLY", feeUnits } : fact));
      await auditStep(tx, move, side === "LEFT" ? "move.left" : "move.arrived", known);
      return settled(tx, { ...move, facts: again }, move);
    }
    const { source, proof, units, feeUnits = 0n, note, approvalId } = step;
    const made = { id: tx.id(), side, source, proof, units, feeUnits, toldBy: actorName(tx.actor), at: await tx.now() };
    await insertFact(tx.db, { ...made, moveId: move.id, note, approvalId });
    const fact: FactRow = { ...made, note: note ?? null, status: "EARLY", timesPosted: 0, timesReversed: 0 };
    await auditStep(tx, move, side === "LEFT" ? "move.left" : "move.arrived", fact);
    return settled(tx, { ...move, facts: [...facts, fact] }, move);
  });
}

function refuseStep(move: MoveRow, side: MoveSide, { units }: MoveStep): void {
  const refuse = (sentence: string) => {
    throw new Refusal("INVALID_STATE", sentence);
  };
  const place = side === "LEFT" ? move.from : move.to;
  if (!["APPROVED", "SENT", "ARRIVED"].includes(move.status)) refuse(`This move is ${move.status}: nobody expects it.`);
  if (place === undefined) refuse(`This move has no place it ${side === "LEFT" ? "leaves" : "arrives at"}.`);
  if (standing(move.facts, side)) refuse("This move has left, or arrived, by something else already.");
  if (units > move.units) refuse("This is more than was agreed to.");
  const other = standing(move.facts, side === "LEFT" ? "ARRIVED" : "LEFT");
  if (other && (side === "LEFT" ? units < other.units : units > other.units)) refuse("More has arrived than has left.");
}

const standing = (facts: readonly FactRow[], side: MoveSide): FactRow | undefined =>
  facts.find((fact) => fact.side === side && fact.status !== "GONE");

/** What the facts of a move say should stand posted, and where that brings it. */
function dueOf({ from, to, facts }: MoveRow): { left?: FactRow; arrived?: FactRow; status: MoveState } {
  const [left, arrived] = [standing(facts, "LEFT"), standing(facts, "ARRIVED")];
  if (from === undefined) return arrived ? { arrived, status: "ARRIVED" } : { status: "APPROVED" };
  if (!left) return { status: "APPROVED" };
  if (to === undefined) return { left, status: "ARRIVED" };
  if (!arrived) return { left, status: "SENT" };
  return { left, arrived: { ...arrived, feeUnits: left.units - arrived.units }, status: "ARRIVED" };
}

/**
 * Posts what is due by the facts and mirrors what is not any more, in the order in which no balance dips below zero; then
 * brings the move to where its facts stand.
 */
async function settled(tx: Ctx, wanted: MoveRow, was: MoveRow): Promise<MoveRow> {
  const due = dueOf(wanted);
  const stood = new Map(was.facts.map((fact) => [fact.id, fact.status]));
  for (const side of ["ARRIVED", "LEFT"] as const)
    for (const fact of wanted.facts.filter((one) => one.side === side))
      await taken(tx, wanted, {
        fact,
        stood: stood.get(fact.id),
        isDue: [due.left?.id, due.arrived?.id].includes(fact.id),
      });
  for (const fact of [due.left, due.arrived])
    if (fact && stood.get(fact.id) !== "POSTED") await postFact(tx, wanted, fact);
  if (due.status !== was.status) await advanceMove(tx.db, was, { status: due.status, at: await tx.now() });
  return held(tx, wanted.id);
}

type Taken = { fact: FactRow; stood: FactState | undefined; isDue: boolean };

/** Takes back what a fact had posted and is not due any more. */
async function taken(tx: Ctx, move: MoveRow, { fact, stood, isDue }: Taken): Promise<void> {
  if (isDue) return;
  if (stood === "POSTED") await reverse(tx, move, fact);
  else if (fact.status !== stood) await writeFact(tx.db, fact);
}

/** `key` is what the fact's entries are called, but for their number. */
const entryOf = ({ side, units, feeUnits }: FactRow, key: string, nth: number) => ({
  ...{ side, units, feeUnits },
  effectKey: `${key}${nth}`,
});

async function postFact(tx: Ctx, move: MoveRow, fact: FactRow): Promise<void> {
  const timesPosted = fact.timesPosted + 1;
  const key = await writeFact(tx.db, { ...fact, status: "POSTED", timesPosted });
  const entry = entryOf(fact, key, timesPosted);
  await post(tx, fact.side === "LEFT" ? leftEntry(move, entry) : arrivedEntry(move, entry), {});
}

async function reverse(tx: Ctx, move: MoveRow, fact: FactRow): Promise<void> {
  const timesReversed = fact.timesReversed + 1;
  const status = fact.status === "GONE" ? "GONE" : "EARLY";
  const key = await writeFact(tx.db, { ...fact, status, timesReversed });
  await post(tx, reversedEntry(move, entryOf(fact, key, timesReversed)), {});
}

async function held(tx: Ctx, moveId: string): Promise<MoveRow> {
  const move = await lockedMove(tx.db, moveId);
  must(move, "a step is of a move that is there");
  return move;
}

async function auditStep(
  tx: Ctx,
  move: MoveRow,
  action: string,
  { proof, source, units, note }: Pick<FactRow, "proof" | "source" | "units" | "note">,
): Promise<void> {
  await recordAudit(tx, {
    action,
    accountId: (await houseOf(tx.app)).id,
    objectKind: "move",
    objectId: move.id,
    detail: { source, proof, quantity: amountOf(move.asset, units).toString(), ...(note && { note }) },
  });
}

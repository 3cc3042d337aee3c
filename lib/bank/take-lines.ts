import type { Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { lineOfNobody } from "#lib/ledger/bank-journal.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import { postAll } from "#lib/ledger/post.ts";
import type { ExpectedMove } from "#lib/moves/move.ts";
import { moveArrived, moveExpected, moveLeft } from "#lib/moves/record-step.ts";
import { AT_ONCE, confirmFiatPayouts, returnFiatPayout } from "#lib/payouts/leave-payout.ts";
import {
  goesElsewhere,
  namesPayout,
  payoutBroughtBack,
  payoutOfLine,
  payoutsAtBank,
  recordedAmong,
} from "#lib/payouts/pay-by-bank.ts";
import { fileFault } from "./file-fault.ts";
import { moveOfLine } from "./match.ts";
import type { StatementLine } from "./statement.ts";
import {
  insertLine,
  insertLinesOfNobody,
  insertLinesOfPayouts,
  type KnownLine,
  knownReferences,
  lineByReference,
  linesByReference,
} from "./store.ts";
import { namesIn, type UnassignedLine, takeNamed } from "./take-parts.ts";

export type Account = { statementId: string; place: string; asset: Fiat };

type Taken = { known: number; nobodys: readonly UnassignedLine[] };

/**
 * Takes in the lines of a statement of an account that is held, each once: to the payout or move it belongs to by id, to
 * several that it names, else by the exact sum of one that is expected; else it is nobody's, booked as unassigned or
 * missing, and a case. One that is known changes nothing; refuses with VALIDATION_FAILED when it says something else than
 * before. What pays one payout each is taken by sets, and what is plainly nobody's in one, so that a long statement does not
 * hold its transaction for long.
 */
export async function takeLines(tx: Ctx, account: Account, lines: readonly StatementLine[]): Promise<Taken> {
  const before = await linesByReference(tx.db, account, lines);
  const fresh = lines.filter((line) => !isKnown(before.get(line.reference), line));
  const expected = await expectedOf(tx, account, fresh);
  const plainly: UnassignedLine[] = [];
  const nobodys: UnassignedLine[] = [];
  const paying: Paying = new Map();
  for (const line of fresh) {
    const made = { id: tx.id(), ...account, ...plain(line) };
    if (isPlainlyNobodys(made, expected)) plainly.push(made);
    else if (!(await takePayout(tx, made, paying)) && !(await takeExpected(tx, made))) nobodys.push(made);
  }
  await payWaiting(tx, paying);
  const left = [...plainly, ...nobodys];
  await insertLinesOfNobody(tx.db, left);
  await postAll(
    tx,
    left.map((line) => ({ entry: lineOfNobody({ ...line, fiat: account.asset }), about: {} })),
  );
  return { known: lines.length - fresh.length, nobodys: left };
}

/** Whether a line was taken in before, as it is. */
function isKnown(known: KnownLine | undefined, line: StatementLine): boolean {
  if (known && (known.side !== line.side || known.units !== line.units))
    throw fileFault("text", `The line ${line.reference} said something else when it was taken in before.`, {
      code: "CHANGED",
      value: line.reference.slice(0, 60),
    });
  return known !== undefined;
}

/** Takes a line to what it belongs to, one payout that it pays apart; false where that is nothing. */
async function takeExpected(tx: Ctx, made: UnassignedLine): Promise<boolean> {
  if (await takeReturn(tx, made)) return true;
  const named = await takeNamed(tx, made);
  return named === "TAKEN" || (named === "NOT_NAMED" && (await takeMove(tx, made)));
}

/**
 * What lines may belong to, as it was before the first of them, which only becomes less: moves, what payouts are recorded
 * under, and the numbers of the bank's lines.
 */
type Expected = { moves: readonly ExpectedMove[]; recorded: ReadonlySet<string>; numbers: ReadonlySet<string> };

async function expectedOf(tx: Ctx, { place, asset }: Account, lines: readonly StatementLine[]): Promise<Expected> {
  const endToEnds = lines.flatMap(({ endToEnd }) => endToEnd ?? []);
  const references = lines.map(({ reference }) => reference);
  const numbers = await knownReferences(tx.db, place, asset, endToEnds);
  return {
    moves: await moveExpected(tx, place),
    recorded: await recordedAmong(tx, asset, [...references, ...endToEnds]),
    numbers: new Set([...numbers, ...references]),
  };
}

/**
 * Whether a line can belong to nothing: it names nothing of ours, no payout is recorded under it, it brings no other line
 * back, and no move waits for its sum.
 */
function isPlainlyNobodys(line: UnassignedLine, { moves, recorded, numbers }: Expected): boolean {
  const { side, units, reference, endToEnd, remittance, reversalOf } = line;
  if (reversalOf !== null || namesIn(line).size > 0) return false;
  if (side === "CREDIT" && endToEnd !== null && numbers.has(endToEnd)) return false;
  if (side === "DEBIT" && (recorded.has(reference) || (endToEnd !== null && recorded.has(endToEnd)))) return false;
  const text = `${endToEnd ?? ""} ${remittance ?? ""}`.toUpperCase();
  return !moves.some((move) => move.units === units || move.leftUnits === units || text.includes(move.reference));
}

const plain = ({
  reversalOf,
  endToEnd,
  remittance,
  counterparty,
  counterpartyIban,
  valuedAt,
  ...line
}: StatementLine) => ({
  ...line,
  reversalOf: reversalOf ?? null,
  endToEnd: endToEnd ?? null,
  remittance: remittance ?? null,
  counterparty: counterparty ?? null,
  counterpartyIban: counterpartyIban ?? null,
  valuedAt: valuedAt ?? null,
});

/** Lines that each pay one payout, by its id: found, and booked with the next set of them. */
type Paying = Map<string, { line: UnassignedLine; isOut: boolean }>;

/**
 * A debit that pays a fiat payout, by the payout's id, to the unit. What comes before any other line is booked before it: it may
 * be about the same payout.
 */
async function takePayout(tx: Ctx, line: UnassignedLine, paying: Paying): Promise<boolean> {
  const found = await paidBy(tx, line);
  if (found && !paying.has(found.payoutId)) {
    paying.set(found.payoutId, { line, isOut: found.isOut });
    if (paying.size >= AT_ONCE) await payWaiting(tx, paying);
    return true;
  }
  await payWaiting(tx, paying);
  return found !== undefined && (await takePayout(tx, line, paying));
}

const paidBy = (tx: Ctx, line: UnassignedLine) =>
  line.side !== "DEBIT" || line.reversalOf !== null ? undefined : payoutOfLine(tx, line);

async function payWaiting(tx: Ctx, paying: Paying): Promise<void> {
  if (paying.size === 0) return;
  const set = [...paying].map(([payoutId, { line, isOut }]) => ({ payoutId, line, isOut }));
  paying.clear();
  await insertLinesOfPayouts(tx.db, set);
  await confirmFiatPayouts(
    tx,
    set.flatMap(({ payoutId, line: { id, place, units }, isOut }) =>
      isOut ? [] : [{ payoutId, bankLineId: id, place: codeOfPlace(place), units }],
    ),
  );
}

/** A credit that brings a confirmed fiat payout back, by the payout's id or the line that paid it, to the unit, at the account it left. */
async function takeReturn(tx: Ctx, line: UnassignedLine): Promise<boolean> {
  if (line.side !== "CREDIT") return false;
  const place = codeOfPlace(line.place);
  const payoutId = await payoutBroughtBack(tx, { ...line, place }, await paidByReversed(tx, line));
  if (payoutId === undefined) return false;
  await insertLine(tx.db, { ...line, belongsTo: "PAYOUT", moveId: null, payoutId });
  await returnFiatPayout(tx, { payoutId, bankLineId: line.id, place, units: line.units });
  return true;
}

/** The payout of the debit that a bank takes back by this line. */
async function paidByReversed(tx: Ctx, { place, asset, reversalOf }: UnassignedLine): Promise<string | undefined> {
  const reversed = reversalOf === null ? undefined : await lineByReference(tx.db, place, asset, reversalOf);
  return reversed?.side === "DEBIT" ? (reversed.payoutId ?? undefined) : undefined;
}

/** What the bank takes back is no move of ours, whatever its sum and whatever it names. */
async function takeMove(tx: Ctx, line: UnassignedLine): Promise<boolean> {
  if (line.reversalOf !== null) return false;
  const move = moveOfLine(
    { ...line, endToEnd: line.endToEnd ?? undefined, remittance: line.remittance ?? undefined },
    (await moveExpected(tx, line.place)).filter((one) => mayBe(one, line)),
    await mayBePayout(tx, line),
  );
  if (!move) return false;
  await insertLine(tx.db, { ...line, belongsTo: "MOVE", moveId: move.moveId, payoutId: null });
  await confirmMove(tx, line, move.moveId);
  return true;
}

/** Whether a line names a payout, be it one that has failed, or a payout waits for exactly this debit. */
async function mayBePayout(tx: Ctx, line: UnassignedLine): Promise<boolean> {
  if (await namesPayout(tx, line)) return true;
  if (line.side !== "DEBIT") return false;
  const waiting = await payoutsAtBank(tx, line);
  return waiting.some((payout) => payout.units === line.units && !goesElsewhere(payout, line));
}

/** Tells a move of a line that is its own: it left, or arrived. */
export async function confirmMove(
  tx: Ctx,
  { id, side, units }: Pick<UnassignedLine, "id" | "side" | "units">,
  moveId: string,
  note?: string,
): Promise<void> {
  const agreed = tx.approval && note !== undefined ? { approvalId: tx.approval.approvalId } : {};
  const step = { moveId, source: "BANK" as const, proof: id, units, ...(note !== undefined && { note }), ...agreed };
  await (side === "CREDIT" ? moveArrived(tx, step) : moveLeft(tx, step));
}

/**
 * Of what has left a bank keeps as its fee no more than 50.00 (JPY 5 000), or of much one part of so many; what lacks more
 * is a person's to explain.
 */
const MOST_FEE = { units: 5_000n, part: 100n };

/**
 * Whether a move waits for such a line: of its account, on its side, no more than it may be, less no more than a bank's fee,
 * and paid to no other account than the move's destination.
 */
function mayBe(move: ExpectedMove, line: UnassignedLine): boolean {
  const { place, asset, side, units } = line;
  if (move.asset !== asset) return false;
  const { leftUnits = move.units, arrivedUnits } = move;
  if (side === "CREDIT") {
    const fee = leftUnits - units;
    const isLessFee = move.from === undefined || fee <= MOST_FEE.units || fee * MOST_FEE.part <= leftUnits;
    return move.to === place && arrivedUnits === undefined && units <= leftUnits && isLessFee;
  }
  if (goesElsewhere({ iban: move.address }, line)) return false;
  return move.from === place && move.leftUnits === undefined && units <= move.units && units >= (arrivedUnits ?? 0n);
}

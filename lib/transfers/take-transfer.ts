import { recordAudit } from "#lib/audit/record-audit.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { transferMirrored, transferOfNobody } from "#lib/ledger/transfer-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import type { VenueTransfer } from "#lib/liquidity/venue.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import type { ExpectedMove } from "#lib/moves/move.ts";
import { holdExpected, moveArrived, moveBack, moveExpected, moveLeft, moveOfFact } from "#lib/moves/record-step.ts";
import { letterOf } from "./letter.ts";
import { moveOfTransfer, type ReportedTransfer } from "./match.ts";
import {
  holdVenue,
  insertTransfer,
  lockedByRef,
  movesNamed,
  takenMoves,
  type TransferRow,
  writeTransfer,
} from "./store.ts";
import { unitsOfTransfer } from "./transfer.ts";

/**
 * Takes in what a venue tells of one deposit or withdrawal (rulebook 13.18): to the approved move it is; else it is
 * nobody's, booked as unassigned or missing once the venue says that it is done, and a case. A withdrawal that nobody
 * agreed to is told to everybody of the house at its first sight. Answers whether anything was new.
 */
export async function takeTransfer(ctx: Ctx, venue: string, reported: VenueTransfer): Promise<boolean> {
  try {
    return await take(ctx, venue, reported, moveFor);
  } catch (refusal) {
    // The move that it seemed to be does not take it: then it is unassigned, and not lost.
    if (!(isRefusal(refusal) && refusal.code === "INVALID_STATE")) throw refusal;
    return take(ctx, venue, reported, async () => undefined);
  }
}

type FindMove = typeof moveFor;

function take(ctx: Ctx, venue: string, reported: VenueTransfer, find: FindMove): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    await holdVenue(tx.db, venue);
    const { kind, venueRef } = reported;
    const known = await lockedByRef(tx.db, { venue, kind, venueRef });
    return known ? takeAgain(tx, known, reported, find) : takeNew(tx, venue, reported, find);
  });
}

async function takeNew(tx: Ctx, venue: string, reported: VenueTransfer, find: FindMove): Promise<boolean> {
  const figures = { ...unitsOfTransfer(reported), quantity: reported.quantity, fee: reported.fee };
  if (figures.units <= 0n) return false;
  const seenAt = await tx.now();
  const made: TransferRow = {
    id: tx.id(),
    venue,
    kind: reported.kind,
    venueRef: reported.venueRef,
    asset: reported.asset,
    ...figures,
    fraction: reported.fee,
    ...newsOf(reported),
    toldAt: reported.at,
    doneAt: reported.state === "PENDING" ? null : seenAt,
    belongsTo: "NOBODY",
    moveId: null,
    wasNobodys: false,
    voided: 0,
    linkedBy: null,
    note: null,
  };
  const moveId = reported.state === "FAILED" ? undefined : await find(tx, made);
  const row = owned(made, moveId);
  const { fraction: _, linkedBy: __, note: ___, voided: ____, ...inserted } = row;
  await insertTransfer(tx.db, { ...inserted, seenAt });
  if (row.status !== "FAILED" && moveId === undefined) await reportUnknown(tx, row);
  if (row.status === "DONE") await book(tx, row);
  return true;
}

const newsOf = ({ state, txHash, address, label }: VenueTransfer) => ({
  status: state,
  txHash: txHash ?? null,
  address: address ?? null,
  label: label ?? null,
});

const owned = (row: TransferRow, moveId: string | undefined): TransferRow => ({
  ...row,
  belongsTo: moveId === undefined ? "NOBODY" : "MOVE",
  moveId: moveId ?? null,
  wasNobodys: row.wasNobodys || (moveId === undefined && row.status === "DONE"),
});

/** What a venue tells anew of a transfer that is known: what is over stays over, but for what comes back. */
async function takeAgain(tx: Ctx, known: TransferRow, reported: VenueTransfer, find: FindMove): Promise<boolean> {
  if (known.status === "FAILED" || (known.status === "DONE" && reported.state !== "FAILED")) return false;
  const news = newsOf(reported);
  const isSame = Object.entries(news).every(([name, value]) => known[name as keyof typeof news] === value);
  if (isSame) return false;
  if (reported.state === "FAILED") return fail(tx, { ...known, ...news });
  const figures = { ...unitsOfTransfer(reported), quantity: reported.quantity, fee: reported.fee };
  const now: TransferRow = { ...known, ...news, ...figures };
  if (reported.state === "PENDING") {
    await writeTransfer(tx.db, known.id, now);
    return true;
  }
  const wasExpected = known.moveId !== null;
  // A withdrawal that nobody expected at its first sight is linked by a person, whatever has been agreed to since.
  const isOpen = known.kind === "DEPOSIT" || wasExpected;
  const moveId = isOpen ? await find(tx, now) : undefined;
  const row = owned({ ...now, doneAt: await tx.now() }, moveId);
  await writeTransfer(tx.db, known.id, row);
  if (wasExpected && moveId === undefined) await reportUnknown(tx, row);
  await book(tx, row);
  return true;
}

async function fail(tx: Ctx, row: TransferRow): Promise<boolean> {
  const { id, kind, moveId, venueRef, doneAt, wasNobodys, belongsTo } = row;
  await takeBackResolutions(tx, [id]);
  await writeTransfer(tx.db, id, { ...row, ...(doneAt === null && { doneAt: await tx.now() }) });
  if (wasNobodys && belongsTo === "NOBODY") await post(tx, transferMirrored(row), {});
  if (moveId !== null && doneAt !== null)
    await moveBack(tx, { moveId, side: kind === "DEPOSIT" ? "ARRIVED" : "LEFT", proof: venueRef });
  return true;
}

/** The move that a person has linked by the venue's number already, or the one that it surely is. */
async function moveFor(tx: Ctx, row: TransferRow): Promise<string | undefined> {
  const { venue, kind, units, feeUnits, venueRef } = row;
  const linked = await moveOfFact(tx, {
    side: kind === "DEPOSIT" ? "ARRIVED" : "LEFT",
    source: "VENUE",
    proof: venueRef,
  });
  if (linked) {
    // What a person has said by hand is the transfer only where the venue tells the same of it.
    const isSame = linked.units === units && (kind === "DEPOSIT" || linked.feeUnits === feeUnits);
    return isSame ? linked.moveId : undefined;
  }
  if (row.kind === "DEPOSIT" && row.status !== "DONE") return undefined;
  const place = `venue:${venue}`;
  const expected = (await moveExpected(tx, place)).filter(({ to, from }) => (kind === "DEPOSIT" ? to : from) === place);
  const taken = await takenMoves(tx.db, { venue, kind, moveIds: expected.map(({ moveId }) => moveId) });
  const free = expected.filter(({ moveId }) => moveId === row.moveId || !taken.has(moveId));
  const names =
    kind === "WITHDRAWAL" && isFiat(row.asset) ? [row.address, row.label].flatMap((name) => name ?? []) : [];
  const namedMoves =
    names.length === 0 ? [] : await movesNamed(tx.db, { names, moveIds: free.map(({ moveId }) => moveId) });
  const move = moveOfTransfer({ ...reportedOf(row), namedMoves }, free.sort(ownFirst(row.moveId)));
  // One that was taken back meanwhile has nobody's leave.
  return move && (await holdExpected(tx, move.moveId)) ? move.moveId : undefined;
}

/** What it was taken for at its first sight goes before others that are alike. */
const ownFirst =
  (own: string | null) =>
  (a: ExpectedMove, b: ExpectedMove): number =>
    Number(b.moveId === own) - Number(a.moveId === own);

const reportedOf = ({ txHash, address, label, ...row }: TransferRow): Omit<ReportedTransfer, "namedMoves"> => ({
  ...row,
  txHash: txHash ?? undefined,
  address: address ?? undefined,
  label: label ?? undefined,
});

/** A transfer that is done: told to its move, or booked as unassigned. */
async function book(tx: Ctx, row: TransferRow): Promise<void> {
  if (row.moveId === null) return post(tx, transferOfNobody(row), {});
  await confirmMove(tx, row, row.moveId);
}

/** Tells a move of a transfer that is its own: it left, or arrived. */
export async function confirmMove(
  tx: Ctx,
  { kind, venueRef: proof, units, feeUnits }: Pick<TransferRow, "kind" | "venueRef" | "units" | "feeUnits">,
  moveId: string,
  note?: string,
): Promise<void> {
  const agreed = tx.approval && note !== undefined ? { approvalId: tx.approval.approvalId } : {};
  const step = { moveId, source: "VENUE" as const, proof, units, ...(note !== undefined && { note }), ...agreed };
  if (kind === "DEPOSIT") await moveArrived(tx, step);
  else await moveLeft(tx, { ...step, feeUnits });
}

/** A deposit that nobody expects is a case; a withdrawal that nobody agreed to is told to everybody of the house too. */
async function reportUnknown(tx: Ctx, row: TransferRow): Promise<void> {
  if (row.kind === "DEPOSIT") return;
  const { id: houseId } = await houseOf(tx.app);
  const { id, venue, venueRef, asset, units } = row;
  tx.app.log.error("money leaves a venue without our leave", { venue, venueRef });
  await recordAudit(tx, {
    action: "venue.unknown",
    accountId: houseId,
    objectKind: "venue-transfer",
    objectId: id,
    detail: { venue, venueRef, asset, quantity: amountOf(asset, units).toString() },
  });
  await queueToMembers(tx, houseId, letterOf(row));
}

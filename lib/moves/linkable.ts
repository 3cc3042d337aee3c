import { type LedgerAsset, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { doerOf, peopleBehind } from "#lib/keys/makers.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { MoveSide, MoveState } from "./move.ts";
import { needMove } from "./request-move.ts";
import { linkDeparts, type MoveRow } from "./store.ts";

/** What is to be linked: what left or arrived, where, in which asset. */
export type LinkedFact = { side: MoveSide; place: string; asset: LedgerAsset };

const EXPECTED: readonly MoveState[] = ["APPROVED", "SENT", "ARRIVED"];

/**
 * A move that the caller may link something to by hand; `factOf` says what, given the move. Refuses with FORBIDDEN who
 * asked for the move; with INVALID_STATE a move of another place or asset, one that goes the other way, and one that
 * nobody expects.
 */
export async function needLinkable(ctx: Ctx, moveId: string, factOf: (move: MoveRow) => LinkedFact): Promise<MoveRow> {
  const move = await needMove(ctx, moveId);
  const { side, place, asset } = factOf(move);
  await refuseRequester(ctx, move, "links what proves it");
  if (move.asset !== asset || (side === "LEFT" ? move.from : move.to) !== place)
    throw new Refusal("INVALID_STATE", `This move does not go by ${place} in this asset, or not that way.`);
  if (!EXPECTED.includes(move.status))
    throw new Refusal("INVALID_STATE", `This move is ${move.status}: nobody expects it.`);
  return move;
}

/** Refuses with FORBIDDEN who asked for the move. */
export async function refuseRequester(ctx: Ctx, move: MoveRow, does = "says what became of it"): Promise<void> {
  if (await isRequester(ctx, move)) throw new Refusal("FORBIDDEN", `You asked for this move: somebody else ${does}.`);
}

/** Whether who acts, or asked for what another agrees to now, has asked for a move: they do not say what proves it. */
async function isRequester(ctx: Ctx, { createdBy, createdUserId }: MoveRow): Promise<boolean> {
  const { actor, approval } = ctx;
  const doer = approval ? { by: approval.askedBy, userId: approval.askedUserId } : doerOf(actor);
  const behind = await peopleBehind(ctx, doer);
  // Where a request has no person behind it, the approver has to be another.
  const own = behind.length > 0 ? behind : await peopleBehind(ctx, doerOf(actor));
  const requesters = await peopleBehind(ctx, { by: createdBy, userId: createdUserId });
  const isSameName = createdUserId === null && doer.userId === undefined && doer.by === createdBy;
  return isSameName || own.some((userId) => requesters.includes(userId));
}

/** A line of a bank or a transfer of a venue: where it says that it went, and its id as a request names it. */
type Reported = LinkedFact & {
  units: bigint;
  sentTo: readonly (string | null)[];
  subject: Readonly<Record<string, string>>;
};

/**
 * What a second person reads and agrees to where a link departs from what was agreed to: what was told paid another account
 * or address than the move's destination, or brings over a hundredth less than has left. Undefined where one person links it.
 */
export async function departingLink(
  ctx: Ctx,
  { moveId, note }: { moveId: string; note: string },
  { side, place, units, sentTo, subject }: Reported,
): Promise<Readonly<Record<string, string>> | undefined> {
  const move = await needMove(ctx, moveId);
  const named = sentTo.filter((one) => one !== null);
  if (!(await linkDeparts(ctx.db, { moveId, side, units, sentTo: named }))) return undefined;
  const { asset, networkType } = shownAsset(move.asset);
  const shown = (amount: bigint) => amountOf(move.asset, amount).toString();
  const left = move.facts.find((fact) => fact.side === "LEFT" && fact.status !== "GONE")?.units ?? move.units;
  return {
    act: "link",
    moveId,
    reference: move.reference,
    side,
    place,
    asset,
    ...(networkType && { networkType }),
    quantity: shown(units),
    ...(side === "ARRIVED" && { missing: shown(left - units) }),
    ...(side === "LEFT" && move.destination && { address: move.destination.address, sentTo: named.join(", ") }),
    note,
    ...subject,
  };
}

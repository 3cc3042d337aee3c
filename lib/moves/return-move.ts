import type { LedgerAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { refuseRequester } from "./linkable.ts";
import { heldMove } from "./request-move.ts";
import { type FactRow, findMove } from "./store.ts";

/** What arrived for a move that nothing has told as left: it waits in no books. */
export async function earlyArrival({ db }: Ctx, moveId: string): Promise<FactRow | undefined> {
  const move = isId(moveId) ? await findMove(db, moveId) : undefined;
  return move?.facts.find(({ side, status }) => side === "ARRIVED" && status === "EARLY");
}

/** A move that came back: where it had left, and how much. */
export type ReturnedMove = { moveId: string; reference: string; from: string; left: bigint };

/**
 * The move that what came is, as it comes back, under its lock. Refuses an unknown one with NOT_FOUND, who asked for it with FORBIDDEN; with
 * INVALID_STATE one that is not on its way, one of another asset, and more than has left.
 */
export async function needReturned(
  ctx: Ctx,
  moveId: string,
  { asset, units }: { asset: LedgerAsset; units: bigint },
): Promise<ReturnedMove> {
  const move = await heldMove(ctx, moveId);
  await refuseRequester(ctx, move);
  if (move.status !== "SENT")
    throw new Refusal("INVALID_STATE", `This move is ${move.status}: only what is on its way comes back.`);
  if (move.asset !== asset) throw new Refusal("INVALID_STATE", "This move is of another asset.");
  const left = move.facts.find(({ side, status }) => side === "LEFT" && status === "POSTED");
  must(left && move.from !== undefined, "what is on its way has left a place");
  if (units > left.units) throw new Refusal("INVALID_STATE", "More has come than has left for this move.");
  return { moveId, reference: move.reference, from: move.from, left: left.units };
}

import type { CryptoAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { explainByMove, seenAmount } from "#lib/outgoing/post-outgoing.ts";
import { takenElsewhere } from "#lib/outgoing/record.ts";
import { needLinkable } from "./linkable.ts";
import { moveExpected } from "./record-step.ts";
import { needUnprepared } from "./request-move.ts";

/** What left, and by which transaction. */
export type LinkedOutgoing = { asset: CryptoAsset; units: bigint; txHash: string };

/**
 * A person says that what a chain has seen to leave was an agreed move that nothing linked by itself: it went elsewhere, or
 * before it was agreed to. Refuses as {@link needLinkable} does, and with INVALID_STATE what is in no block or does not pay
 * the move's quantity to the unit, and a move that has left by something else, or is prepared to.
 */
export async function linkOutgoing(
  tx: Ctx,
  { subjectId, moveId = "" }: { subjectId: string; moveId: string | undefined },
): Promise<LinkedOutgoing> {
  const seen = isId(subjectId) ? await seenAmount(tx, subjectId) : undefined;
  if (!seen) throw new Refusal("NOT_FOUND", "There is nothing by this subjectId that has left a chain's addresses.");
  const { outgoingId, network, txHash, asset, spends } = seen;
  const place = `custody:${network}`;
  const { units } = await needLinkable(tx, moveId, () => ({ side: "LEFT", place, asset }));
  const waiting = (await moveExpected(tx, place)).find((move) => move.moveId === moveId && !move.hasLeft);
  const taken = await takenElsewhere(tx, "MOVE", [moveId], { txHash, spends });
  if (!waiting || taken.size > 0)
    throw new Refusal("INVALID_STATE", "This move has left by another transaction already.");
  await needUnprepared(tx, moveId);
  await explainByMove(tx, outgoingId, { objectId: moveId, asset, units });
  return { asset, units, txHash };
}

import { readAddress } from "#lib/beneficiaries/address.ts";
import type { GasAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { explainGas, gasOfMoves, seenGas } from "#lib/outgoing/gas.ts";
import { refuseResolved } from "#lib/resolutions/resolve.ts";
import { needLinkable } from "./linkable.ts";
import { needUnprepared, sendableGas } from "./request-move.ts";

/** Ether or TRX that was a move, and by which transaction. */
export type LinkedGas = { asset: GasAsset; units: bigint; txHash: string };

/**
 * A person says that ether or TRX which an account of ours gave away was an agreed move, for another account of ours or the
 * owner, sent before it was agreed to. Undefined where this id is of nothing such. Refuses as {@link needLinkable} does, and
 * with INVALID_STATE a transaction in no block, one that does not give the account that the move names its quantity to the
 * unit, what was resolved, and a move that has left by something else, or is prepared to.
 */
export async function linkGas(
  tx: Ctx,
  { subjectId, moveId = "" }: { subjectId: string; moveId: string | undefined },
): Promise<LinkedGas | undefined> {
  const seen = isId(subjectId) ? await seenGas(tx, subjectId) : undefined;
  if (!seen) return undefined;
  const { network, txHash, asset } = seen;
  await needLinkable(tx, moveId, () => ({ side: "LEFT", place: `custody:${network}`, asset }));
  const move = await sendableGas(tx, moveId);
  if (!move || (await gasOfMoves(tx, [moveId])).size > 0)
    throw new Refusal("INVALID_STATE", "This move has left by another transaction already.");
  await needUnprepared(tx, moveId);
  await refuseResolved(tx, subjectId);
  const { units, own } = move;
  const to = readAddress(network, move.address)?.script;
  if (to === undefined || !(await explainGas(tx, subjectId, { moveId, to, own, units })))
    throw new Refusal(
      "INVALID_STATE",
      "This transaction is in no block, or does not give the address that the move names its quantity: ask for a move of what has gone.",
    );
  return { asset, units, txHash };
}

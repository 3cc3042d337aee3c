import type { InputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import type { linkMoveEndpoint, MoveRecord } from "./contract.ts";
import { needLinkable } from "./linkable.ts";
import { moveRecord } from "./record.ts";
import { moveArrived, moveLeft } from "./record-step.ts";

/**
 * A person says by which deposit or withdrawal of a venue a move arrived or left. Refuses as {@link needLinkable} does, and
 * with INVALID_STATE a side that is no venue's: chains and banks tell of theirs themselves.
 */
export async function linkMove(ctx: Ctx, input: InputOf<typeof linkMoveEndpoint>): Promise<MoveRecord> {
  const { moveId, side, proof, note, fee } = input;
  const { asset } = await needLinkable(ctx, moveId, (move) => {
    const place = side === "LEFT" ? move.from : move.to;
    if (!place?.startsWith("venue:"))
      throw new Refusal("INVALID_STATE", "Only what a venue tells is linked here: chains and banks tell of theirs.");
    return { side, place, asset: move.asset };
  });
  if (fee !== undefined && side === "ARRIVED") throw invalid("fee", "fee is only for what left.");
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  const feeUnits = fee === undefined ? 0n : unitsOf("fee", fee, scaleOf(asset));
  return ctx.transaction(async (tx) => {
    const record = side === "LEFT" ? moveLeft : moveArrived;
    return answerWith(tx, moveRecord(await record(tx, { moveId, source: "VENUE", proof, units, feeUnits, note })));
  });
}

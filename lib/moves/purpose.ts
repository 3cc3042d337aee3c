import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { isRefusal, must } from "#lib/kernel/errors.ts";
import type { LeavingOutput } from "#lib/outgoing/leaving.ts";
import type { PurposeClaim, Purpose } from "#lib/outgoing/purpose.ts";
import { gasOfMoves } from "#lib/outgoing/gas.ts";
import { takenElsewhere } from "#lib/outgoing/record.ts";
import type { ExpectedMove } from "./move.ts";
import { findMove } from "./store.ts";
import { moveArrived, moveBack, moveExpected, moveLeft } from "./record-step.ts";

/**
 * Approved moves as a reason why coins leave custody (rulebook 13.3): an output that pays a move's destination its
 * quantity, to the unit, is that move; each output is one move's, and each move one transaction's or of one in its place.
 */
export const movePurpose: Purpose = {
  kind: "MOVE",

  async claim(ctx, network, leaving) {
    const expected = (await moveExpected(ctx, placeOf(network))).filter(
      ({ from, hasLeft }) => from === placeOf(network) && !hasLeft,
    );
    const ids = expected.map(({ moveId }) => moveId);
    const taken = await takenElsewhere(ctx, "MOVE", ids, leaving);
    const free = [...leaving.outputs];
    const claims: PurposeClaim[] = [];
    for (const move of expected.filter(({ moveId }) => !taken.has(moveId))) {
      const at = free.findIndex((output) => pays(output, move, network));
      const [output] = at < 0 ? [] : free.splice(at, 1);
      if (!output) continue;
      // What stays in custody has not left it, and explains nothing else that did.
      const units = output.own ? 0n : output.units;
      claims.push({ objectId: move.moveId, asset: output.asset, units, outputIndexes: [output.outputIndex] });
    }
    return claims;
  },

  async claimGas(ctx, network, { to, own, asset, units }) {
    const expected = (await moveExpected(ctx, placeOf(network))).filter(
      (move) =>
        move.asset === asset &&
        move.units === units &&
        !move.hasLeft &&
        (move.to === placeOf(network)) === own &&
        move.address !== undefined &&
        readAddress(network, move.address)?.script === to,
    );
    const taken = await gasOfMoves(
      ctx,
      expected.map(({ moveId }) => moveId),
    );
    return expected.find(({ moveId }) => !taken.has(moveId))?.moveId;
  },

  async left(ctx, { objectId: moveId, units }, { txHash: proof, fee: feeUnits }) {
    const move = await findMove(ctx.db, moveId);
    must(move, "a claim is of a move that is there");
    const step = { moveId, source: "CHAIN", proof, units: move.units } as const;
    try {
      await moveLeft(ctx, { ...step, feeUnits });
      // What stays in custody has arrived with its leaving.
      if (units === 0n) await moveArrived(ctx, step);
      return true;
    } catch (refusal) {
      if (isRefusal(refusal) && refusal.code === "INVALID_STATE") return false;
      throw refusal;
    }
  },

  async back(ctx, { objectId: moveId, units }, { txHash: proof }) {
    if (units === 0n) await moveBack(ctx, { moveId, side: "ARRIVED", proof });
    await moveBack(ctx, { moveId, side: "LEFT", proof });
    return true;
  },

  // What follows is its arrival, of which the next place tells.
  final: async () => undefined,
};

const placeOf = (network: Network): string => `custody:${network}`;

function pays({ asset, script, units }: LeavingOutput, move: ExpectedMove, network: Network): boolean {
  if (move.asset !== asset || units !== move.units || move.address === undefined) return false;
  return readAddress(network, move.address)?.script === script;
}

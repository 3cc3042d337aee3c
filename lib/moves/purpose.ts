import { readAddress } from "#lib/beneficiaries/address.ts";
import { isFiat, type Network } from "#lib/kernel/assets.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { takenElsewhere } from "#lib/outgoing/record.ts";
import type { Output } from "#lib/outgoing/leaving.ts";
import type { Purpose } from "#lib/outgoing/purpose.ts";
import { moveArrived, moveBack, moveExpected, moveLeft } from "./tell-step.ts";
import type { ExpectedMove } from "./store.ts";

/**
 * Approved moves as a reason why money leaves (rulebook 13.4): a transaction carries out the one whose destination it pays
 * at most what was agreed to, one that it pays exactly first.
 */
export const movePurpose: Purpose = {
  kind: "MOVE",

  async claim(ctx, network, leaving) {
    const expected = (await moveExpected(ctx, placeOf(network))).filter(
      ({ from, hasLeft }) => from === placeOf(network) && !hasLeft,
    );
    const taken = await takenElsewhere(
      ctx,
      "MOVE",
      expected.map(({ moveId }) => moveId),
      leaving,
    );
    const paid = expected
      .filter(({ moveId }) => !taken.has(moveId))
      .flatMap((move) =>
        leaving.outputs.filter((output) => pays(output, move, network)).map((output) => ({ move, output })),
      );
    const [best] = paid.sort((a, b) => Number(restOf(a) - restOf(b)));
    if (!best) return [];
    const { asset, units, outputIndex } = best.output;
    return [{ objectId: best.move.moveId, asset, units, outputIndexes: [outputIndex] }];
  },

  async left(ctx, { objectId: moveId, units }, { txHash, fee }) {
    const step = { moveId, source: "CHAIN", proof: txHash, units } as const;
    try {
      const { kind } = await moveLeft(ctx, { ...step, feeUnits: fee });
      // It stays with us: the block that has it proves both.
      if (kind === "CONSOLIDATION") await moveArrived(ctx, step);
      return true;
    } catch (refusal) {
      if (isRefusal(refusal) && refusal.code === "INVALID_STATE") return false;
      throw refusal;
    }
  },

  async back(ctx, { objectId: moveId }, { txHash: proof }) {
    await moveBack(ctx, { moveId, side: "ARRIVED", proof });
    await moveBack(ctx, { moveId, side: "LEFT", proof });
  },

  // What follows is its arrival, of which the next place tells.
  final: async () => undefined,
};

const placeOf = (network: Network): string => `custody:${network}`;
const restOf = ({ move, output }: { move: ExpectedMove; output: Output }): bigint => move.units - output.units;

function pays({ asset, script, units }: Output, move: ExpectedMove, network: Network): boolean {
  if (isFiat(move.asset) || move.asset !== asset || units > move.units || move.address === undefined) return false;
  return readAddress(network, move.address)?.script === script;
}

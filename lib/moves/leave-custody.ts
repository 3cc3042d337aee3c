import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { type Leaving, outputName } from "#lib/outgoing/leaving.ts";
import type { Claim, Purpose } from "#lib/outgoing/purpose.ts";
import { type ExpectedMove, findMove, isClaimedElsewhere } from "./store.ts";
import { moveArrived, moveBack, moveExpected, moveLeft } from "./tell-step.ts";

/**
 * Moves as a reason why coins may leave custody: an output that pays an approved move's destination its quantity, to the
 * unit, is that move; each output is one move's, and each move one transaction's or of one in its place.
 */
export const movePurpose: Purpose = {
  kind: "MOVE",
  claim: claimMoves,
  async left(ctx, { objectId: moveId, units }, { txHash, fee }) {
    const move = await findMove(ctx.db, moveId);
    must(move, "a claim is of a move that is there");
    const step = { moveId, source: "CHAIN" as const, proof: txHash };
    await moveLeft(ctx, { ...step, units: move.units, feeUnits: fee });
    // What stays in custody has arrived with its leaving.
    if (units === 0n) await moveArrived(ctx, { ...step, units: move.units });
  },
  async back(ctx, { objectId: moveId, units }, { txHash: proof }) {
    if (units === 0n) await moveBack(ctx, { moveId, side: "ARRIVED", proof });
    await moveBack(ctx, { moveId, side: "LEFT", proof });
  },
  // It waits for its arrival, or for another transaction in this one's place.
  async final() {},
  async gone() {},
};

async function claimMoves(ctx: Ctx, network: Network, { inputs, outputs }: Leaving): Promise<Claim[]> {
  const custody = `custody:${network}`;
  const names = inputs.map(({ sourceHash, sourceIndex }) => outputName(sourceHash, sourceIndex));
  const taken = new Set<number>();
  const claims: Claim[] = [];
  for (const move of await moveExpected(ctx, custody)) {
    if (move.from !== custody || move.hasLeft) continue;
    const pays = paysTo(network, move);
    const output = outputs.find((one) => !taken.has(one.outputIndex) && one.asset === move.asset && pays(one));
    // Who pays a move twice, and not in the place of the first, has no leave for the second.
    if (!output || (await isClaimedElsewhere(ctx.db, move.moveId, names))) continue;
    taken.add(output.outputIndex);
    const units = output.own ? 0n : output.units;
    claims.push({ objectId: move.moveId, asset: output.asset, units, outputIndexes: [output.outputIndex] });
  }
  return claims;
}

type Output = Leaving["outputs"][number];

function paysTo(network: Network, { address, units }: ExpectedMove): (output: Output) => boolean {
  const read = readAddress(network, address ?? "");
  return (output) => read !== undefined && output.script === read.script && output.units === units;
}

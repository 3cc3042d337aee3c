import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import type { ArrivedIn, Arrivals } from "#lib/deposits/arrivals.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { outputName } from "#lib/outgoing/leaving.ts";
import {
  type ArrivalRow,
  arrivalsIn,
  arrivalsOf,
  insertArrival,
  placeArrival,
  unplacedArrivals,
} from "./arrival-store.ts";
import type { ExpectedMove } from "./move.ts";
import { moveArrived, moveBack, moveExpected } from "./record-step.ts";

/**
 * What approved moves from a venue bring to custody, and capital that says to which address it comes (rulebook 13.3): an
 * output that pays the move's destination, an address of ours, what has left for it, to the unit. It arrives with its block
 * and goes back with it; each move is one output.
 */
export const moveArrivals: Arrivals = {
  async take(ctx, network, transfers, block) {
    const taken = new Set<string>();
    if (transfers.length === 0) return taken;
    const waiting = await unplacedArrivals(ctx.db, network);
    const expected = (await moveExpected(ctx, placeOf(network))).filter(
      ({ to, from, address, arrivedUnits }) =>
        to === placeOf(network) &&
        (from === undefined || from.startsWith("venue:")) &&
        address !== undefined &&
        arrivedUnits === undefined,
    );
    if (waiting.length === 0 && expected.length === 0) return taken;
    const free = [...expected];
    for (const transfer of transfers) {
      const known = waiting.find((row) => isOutput(row, transfer));
      const at = free.findIndex((move) => (known ? move.moveId === known.moveId : brings(transfer, move, network)));
      const [move] = at < 0 ? [] : free.splice(at, 1);
      if (!move) continue;
      await place(ctx, network, { transfer, known, moveId: move.moveId }, block);
      taken.add(outputName(transfer.txHash, transfer.outputIndex));
    }
    return taken;
  },

  async known(ctx, network, hashes) {
    const rows = hashes.length === 0 ? [] : await arrivalsOf(ctx.db, network, hashes);
    return new Set(rows.map(({ txHash, outputIndex }) => outputName(txHash, outputIndex)));
  },

  async back(ctx, network, blockHash) {
    for (const { id, moveId, txHash } of await arrivalsIn(ctx.db, network, blockHash)) {
      await moveBack(ctx, { moveId, side: "ARRIVED", proof: txHash });
      await placeArrival(ctx.db, id, undefined);
    }
  },
};

const placeOf = (network: Network): string => `custody:${network}`;
const isOutput = (row: Pick<ArrivalRow, "txHash" | "outputIndex">, { txHash, outputIndex }: Transfer): boolean =>
  row.txHash === txHash && row.outputIndex === outputIndex;

function brings({ asset, script, units }: Transfer, move: ExpectedMove, network: Network): boolean {
  if (move.asset !== asset || units !== (move.leftUnits ?? move.units) || move.address === undefined) return false;
  return readAddress(network, move.address)?.script === script;
}

type Placed = { transfer: Transfer; known: ArrivalRow | undefined; moveId: string };

async function place(ctx: Ctx, network: Network, { transfer, known, moveId }: Placed, block: ArrivedIn): Promise<void> {
  const { txHash, outputIndex, script, asset, units } = transfer;
  if (!known) {
    const made = { id: ctx.id(), moveId, network, txHash, outputIndex, script, asset, units, seenAt: await ctx.now() };
    await insertArrival(ctx.db, made, block);
  } else if (block) await placeArrival(ctx.db, known.id, block);
  if (block) await moveArrived(ctx, { moveId, source: "CHAIN", proof: txHash, units });
}

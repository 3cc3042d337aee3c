import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { type ArrivedIn, type Arrivals, receivedBefore } from "#lib/deposits/arrivals.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { outputName } from "#lib/outgoing/leaving.ts";
import {
  type ArrivalRow,
  arrivalsFor,
  arrivalsIn,
  arrivalsOf,
  insertArrival,
  type KnownArrival,
  placeArrival,
  voidedArrivals,
} from "./arrival-store.ts";
import type { ExpectedMove } from "./move.ts";
import { moveArrived, moveBack, moveExpected } from "./record-step.ts";

/**
 * What approved moves from a venue bring to custody, and capital that says to which address it comes (rulebook 13.3): an
 * output that pays the move's destination, an address of ours, what has left for it, to the unit. It arrives with its block
 * and goes back with it, however often that is read; each move is one output, and what is a deposit already is none.
 */
export const moveArrivals: Arrivals = {
  async take(ctx, network, transfers, block) {
    const taken = new Set<string>();
    if (transfers.length === 0) return taken;
    const known = await arrivalsFor(ctx.db, network, block?.hash);
    const expected = (await moveExpected(ctx, placeOf(network))).filter(
      ({ to, from, address, arrivedUnits }) =>
        to === placeOf(network) &&
        (from === undefined || from.startsWith("venue:")) &&
        address !== undefined &&
        arrivedUnits === undefined,
    );
    if (known.length === 0 && expected.length === 0) return taken;
    const rows = new Map(known.map((row) => [nameOf(row), row]));
    const free = new Map(expected.map((move) => [move.moveId, move]));
    for (const transfer of transfers) {
      const row = rows.get(nameOf(transfer));
      if (!row || !isSame(row, transfer) || (row.blockHash === null && !free.delete(row.moveId))) continue;
      // A block that is read again brings nothing new.
      if (row.blockHash === null) await place(ctx, network, { transfer, known: row, moveId: row.moveId }, block);
      taken.add(nameOf(transfer));
    }
    const brought = transfers.filter(
      (transfer) => !rows.has(nameOf(transfer)) && [...free.values()].some((move) => brings(transfer, move, network)),
    );
    // What arrived for a bill, or for none, stays that, also when a move of as much is agreed to afterwards; and so does what
    // is no move's by a resolution.
    const hashes = brought.map(({ txHash }) => txHash);
    const received = new Set([
      ...(await receivedBefore(ctx, network, hashes)),
      ...(await voidedArrivals(ctx.db, network, hashes)).map(nameOf),
    ]);
    for (const transfer of brought) {
      const move = [...free.values()].find((each) => brings(transfer, each, network));
      if (!move || received.has(nameOf(transfer))) continue;
      free.delete(move.moveId);
      await place(ctx, network, { transfer, known: undefined, moveId: move.moveId }, block);
      taken.add(nameOf(transfer));
    }
    return taken;
  },

  async known(ctx, network, hashes) {
    const rows = hashes.length === 0 ? [] : await arrivalsOf(ctx.db, network, hashes);
    return new Set(rows.map(nameOf));
  },

  async back(ctx, network, blockHash) {
    for (const { id, moveId, txHash } of await arrivalsIn(ctx.db, network, blockHash)) {
      await moveBack(ctx, { moveId, side: "ARRIVED", proof: txHash });
      await placeArrival(ctx.db, id, undefined);
    }
  },
};

/** On a chain of accounts an output may pay something else in another block: that is no arrival. */
const isSame = (row: KnownArrival, { script, asset, units }: Transfer): boolean =>
  row.script === script && row.asset === asset && row.units === units;
const placeOf = (network: Network): string => `custody:${network}`;
const nameOf = ({ txHash, outputIndex }: Pick<ArrivalRow, "txHash" | "outputIndex">): string =>
  outputName(txHash, outputIndex);

function brings({ asset, script, units }: Transfer, move: ExpectedMove, network: Network): boolean {
  if (move.asset !== asset || units !== (move.leftUnits ?? move.units) || move.address === undefined) return false;
  return readAddress(network, move.address)?.script === script;
}

type Placed = { transfer: Transfer; known: ArrivalRow | undefined; moveId: string };

async function place(ctx: Ctx, network: Network, { transfer, known, moveId }: Placed, block: ArrivedIn): Promise<void> {
  const { txHash, outputIndex, script, asset, units, maturity, spends } = transfer;
  if (!known) {
    const output = { network, txHash, outputIndex, script, asset, units, maturity, spends };
    const made = { id: ctx.id(), moveId, ...output, seenAt: await ctx.now() };
    await insertArrival(ctx.db, made, block);
  } else if (block) await placeArrival(ctx.db, known.id, block);
  if (block) await moveArrived(ctx, { moveId, source: "CHAIN", proof: txHash, units });
}

import type { GasAsset } from "#lib/kernel/assets.ts";
import { CAPITAL, custodyCode, MISSING, NETWORK_FEE, UNASSIGNED } from "./chart.ts";
import { cr, dr, entry, type EntryPosting, type JournalEntry } from "./journal.ts";

/**
 * What one transaction did to the house's gas: its fee, what went to others without leave, and what others gave; `opening` where
 * that lay there before the house looked, and is the owner's.
 */
export type GasMoved = {
  effectKey: string;
  asset: GasAsset;
  fee: bigint;
  missing: bigint;
  received: bigint;
  opening: boolean;
};

/** `gas:network:hash:n` with its nth posting, and `…:n:reversed`. */
export const gasKey = (network: string, txHash: string, nth: number): string => `gas:${network}:${txHash}:${nth}`;

/** A block has it, and the node has told what it cost. */
export const gasBooked = (of: GasMoved): JournalEntry => entry("gas.booked", of.effectKey, linesOf(of));

/** Its block is gone, or what paid for it: mirrored. */
export function gasReversed(of: GasMoved): JournalEntry {
  const lines = linesOf(of).map((line) => ({ ...line, debit: -line.debit }));
  return entry("gas.reversed", `${of.effectKey}:reversed`, lines);
}

function linesOf({ asset, fee, missing, received, opening }: GasMoved): EntryPosting[] {
  const custody = custodyCode(asset);
  return [
    dr(NETWORK_FEE, asset, fee),
    dr(MISSING, asset, missing),
    cr(custody, asset, fee + missing),
    dr(custody, asset, received),
    cr(opening ? CAPITAL : UNASSIGNED, asset, received),
  ];
}

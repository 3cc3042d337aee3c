import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { custodyCode, MISSING, NETWORK_FEE, UNASSIGNED } from "./chart.ts";
import { cr, dr, entry, type EntryPosting, type JournalEntry } from "./journal.ts";

/** Of one asset: what left without approval, the network's fee, and what others have paid us by the same transaction. */
export type Unexplained = { asset: CryptoAsset; missing: bigint; fee: bigint; gain: bigint };

/** A block has a transaction that nobody approved: what left is missing until a person says why. */
export function leftUnexplained(of: { effectKey: string; parts: readonly Unexplained[] }): JournalEntry {
  return entry("outgoing.left", of.effectKey, of.parts.flatMap(linesOf));
}

/** Its block is gone: mirrored. */
export function unexplainedReversed(of: { effectKey: string; parts: readonly Unexplained[] }): JournalEntry {
  const lines = of.parts.flatMap(linesOf).map((line) => ({ ...line, debit: -line.debit }));
  return entry("outgoing.reversed", of.effectKey, lines);
}

function linesOf({ asset, missing, fee, gain }: Unexplained): EntryPosting[] {
  const custody = custodyCode(asset);
  return [
    dr(MISSING, asset, missing),
    dr(NETWORK_FEE, asset, fee),
    cr(custody, asset, missing + fee),
    dr(custody, asset, gain),
    cr(UNASSIGNED, asset, gain),
  ];
}

import { type Asset, isFiat } from "#lib/kernel/assets.ts";
import { CAPITAL, HOUSE_RESULT, MISSING, UNASSIGNED } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";

/** What persons have said of something that stood unassigned or missing, all of it. */
export type Resolved = { id: string; kind: "OWN" | "WRITE_OFF"; asset: Asset; units: bigint };

/** What came is the owner's; what is missing is a loss: fiat of the day's result, coins of what the owner put in. */
export function resolutionMade({ id, kind, asset, units }: Resolved): JournalEntry {
  const key = `resolution:${id}`;
  if (kind === "OWN") return entry("resolution.made", key, [dr(UNASSIGNED, asset, units), cr(CAPITAL, asset, units)]);
  const bearer = isFiat(asset) ? HOUSE_RESULT : CAPITAL;
  return entry("resolution.made", key, [dr(bearer, asset, units), cr(MISSING, asset, units)]);
}

/** What it was about is gone: mirrored. */
export function resolutionReversed(of: Resolved): JournalEntry {
  const { postings, effectKey } = resolutionMade(of);
  const mirrored = postings.map((one) => ({ ...one, debit: -one.debit }));
  return entry("resolution.reversed", `${effectKey}:reversed`, mirrored);
}

import { isFiat, type LedgerAsset } from "#lib/kernel/assets.ts";
import {
  BANK,
  BANK_FEE,
  balanceCode,
  CAPITAL,
  HOUSE_RESULT,
  MISSING,
  TRANSIT,
  UNASSIGNED,
  VENUE_FEE,
} from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";

/** What persons have said of something that stood unassigned or missing, all of it. */
export type Resolved = { id: string; asset: LedgerAsset; units: bigint } & (
  | { kind: "OWN" }
  /** `onItsWay`: it has left for a move and arrived nowhere. */
  | { kind: "WRITE_OFF"; onItsWay: boolean }
  /** A move from a place, of which so much has left. */
  | { kind: "RETURN"; from: string; left: bigint }
  | { kind: "ASSIGN"; accountId: string }
  /** A payout of the account was recorded, and its bank never made it. */
  | { kind: "VOID"; accountId: string }
);

/**
 * What came is the owner's, or an account's, which settles `owed` first, what it owes of this very deposit, or a move that came
 * back, less what was kept of it; what a bank never paid is the account's again; what is missing, or on its way, is a loss: fiat of the day's result, coins of what the owner put in.
 */
export function resolutionMade(of: Resolved, owed = 0n): JournalEntry {
  const { kind, asset, units } = of;
  const key = `resolution:${of.id}`;
  if (kind === "ASSIGN")
    return entry("resolution.made", key, [
      dr(UNASSIGNED, asset, units),
      cr(balanceCode(of.accountId, "owed"), asset, owed),
      cr(balanceCode(of.accountId, "available"), asset, units - owed),
    ]);
  if (kind === "OWN") return entry("resolution.made", key, [dr(UNASSIGNED, asset, units), cr(CAPITAL, asset, units)]);
  if (kind === "RETURN")
    return entry("resolution.made", key, [
      dr(UNASSIGNED, asset, units),
      dr(of.from.startsWith("bank:") ? BANK_FEE : VENUE_FEE, asset, of.left - units),
      cr(TRANSIT, asset, of.left),
    ]);
  if (kind === "VOID")
    return entry("resolution.made", key, [
      dr(BANK, asset, units),
      cr(balanceCode(of.accountId, "available"), asset, units),
    ]);
  const bearer = isFiat(asset) ? HOUSE_RESULT : CAPITAL;
  return entry("resolution.made", key, [dr(bearer, asset, units), cr(of.onItsWay ? TRANSIT : MISSING, asset, units)]);
}

/** What it was about is gone: mirrored. What an account has not any more, `owed` of it, is its debt. */
export function resolutionReversed(of: Resolved, owed: bigint): JournalEntry {
  const key = `resolution:${of.id}:reversed`;
  if (of.kind === "ASSIGN")
    return entry("resolution.reversed", key, [
      dr(balanceCode(of.accountId, "available"), of.asset, of.units - owed),
      dr(balanceCode(of.accountId, "owed"), of.asset, owed),
      cr(UNASSIGNED, of.asset, of.units),
    ]);
  const { postings } = resolutionMade(of);
  return entry(
    "resolution.reversed",
    key,
    postings.map((one) => ({ ...one, debit: -one.debit })),
  );
}

import { type Asset, isFiat } from "#lib/kernel/assets.ts";
import { keyOfNobody } from "./bank-journal.ts";
import { HOUSE_RESULT, MISSING, UNASSIGNED, VENUE_FEE, venueCode } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";

/** A deposit or withdrawal at a venue that nobody expects; `voided` as of a bank's line. */
export type TransferOfNobody = {
  id: string;
  venue: string;
  kind: "DEPOSIT" | "WITHDRAWAL";
  asset: Asset;
  units: bigint;
  feeUnits: bigint;
  voided?: number;
};

/** Money came that nobody expects: it is the house's to give back. Money went that nobody agreed to: it is missing. */
export function transferOfNobody(of: TransferOfNobody): JournalEntry {
  const { id, venue, kind, asset, units, feeUnits, voided } = of;
  const [place, key] = [venueCode(venue), keyOfNobody(`transfer:${id}`, voided)];
  if (kind === "DEPOSIT") return entry("venue.credited", key, [dr(place, asset, units), cr(UNASSIGNED, asset, units)]);
  return entry("venue.debited", key, [
    dr(MISSING, asset, units),
    dr(isFiat(asset) ? HOUSE_RESULT : VENUE_FEE, asset, feeUnits),
    cr(place, asset, units + feeUnits),
  ]);
}

/** A person has said what it belongs to, or it has come back: the mirror. */
export function transferMirrored(transfer: TransferOfNobody): JournalEntry {
  const { postings, effectKey } = transferOfNobody(transfer);
  return entry(
    "venue.mirrored",
    `${effectKey}:mirrored`,
    postings.map((one) => ({ ...one, debit: -one.debit })),
  );
}

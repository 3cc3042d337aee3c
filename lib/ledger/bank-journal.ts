import type { Fiat } from "#lib/kernel/assets.ts";
import { MISSING, UNASSIGNED } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";
import { codeOfPlace } from "./move-journal.ts";

/** A line of a bank's statement that nobody expects; `voided`: how often it was linked before to what it was not. */
export type LineOfNobody = {
  id: string;
  place: string;
  fiat: Fiat;
  side: "CREDIT" | "DEBIT";
  units: bigint;
  voided?: number;
};

/** Money came that nobody expects: it is the house's to give back. Money went that nobody expects: it is missing. */
export function lineOfNobody({ id, place, fiat, side, units, voided }: LineOfNobody): JournalEntry {
  const [bank, key] = [codeOfPlace(place), keyOfNobody(`bank:${id}`, voided)];
  return side === "CREDIT"
    ? entry("bank.credited", key, [dr(bank, fiat, units), cr(UNASSIGNED, fiat, units)])
    : entry("bank.debited", key, [dr(MISSING, fiat, units), cr(bank, fiat, units)]);
}

/** Each time that something is nobody's again it is booked under a key of its own. */
export const keyOfNobody = (key: string, voided = 0): string => (voided === 0 ? key : `${key}:${voided}`);

/** A person has said what it belongs to: the mirror, before it is posted as that. */
export function lineLinked(line: LineOfNobody): JournalEntry {
  const { postings, effectKey } = lineOfNobody(line);
  return entry(
    "bank.linked",
    `${effectKey}:linked`,
    postings.map((one) => ({ ...one, debit: -one.debit })),
  );
}

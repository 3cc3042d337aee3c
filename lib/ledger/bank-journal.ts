import type { Fiat } from "#lib/kernel/assets.ts";
import { MISSING, UNASSIGNED } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";
import { codeOfPlace } from "./move-journal.ts";

/** A line of a bank's statement that nobody expects. */
export type LineOfNobody = { id: string; place: string; fiat: Fiat; side: "CREDIT" | "DEBIT"; units: bigint };

/** Money came that nobody expects: it is the house's to give back. Money went that nobody expects: it is missing. */
export function lineOfNobody({ id, place, fiat, side, units }: LineOfNobody): JournalEntry {
  const bank = codeOfPlace(place);
  return side === "CREDIT"
    ? entry("bank.credited", `bank:${id}`, [dr(bank, fiat, units), cr(UNASSIGNED, fiat, units)])
    : entry("bank.debited", `bank:${id}`, [dr(MISSING, fiat, units), cr(bank, fiat, units)]);
}

/** Somebody has said what it belongs to: the mirror, before it is posted as that. */
export function lineLinked(line: LineOfNobody): JournalEntry {
  const { postings, effectKey } = lineOfNobody(line);
  return entry(
    "bank.linked",
    `${effectKey}:linked`,
    postings.map((one) => ({ ...one, debit: -one.debit })),
  );
}

import { isFiat, type LedgerAsset } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { CODE_OF_PLACE } from "#lib/kernel/sql-facts.ts";
import { BANK_FEE, CAPITAL, HOUSE_RESULT, NETWORK_FEE, TRANSIT, VENUE_FEE } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";

/** The ledger's account of a place; `bank` is the code of the first bank account, which is shown as `bank:main`. */
export const codeOfPlace = (place: string): string => CODES[place] ?? place;
const CODES: Readonly<Record<string, string>> = CODE_OF_PLACE;

/** The place of a ledger account. */
export const placeOfCode = (code: string): string => PLACES.get(code) ?? code;
const PLACES: ReadonlyMap<string, string> = new Map(
  Object.entries(CODE_OF_PLACE).map(([place, code]) => [code, place]),
);

/** Where a move of the house's means comes from and goes to; one of the two at least. */
export type MovedBetween = { kind: string; from: string | undefined; to: string | undefined; asset: LedgerAsset };

/**
 * What a move has posted when it left or arrived: `units` went on, `feeUnits` were lost on the way there. Its key is
 * `move:{id}:left:{proof}:{n}` with the proof's nth posting, as `move_key` has it; what takes it back, `…:n:reversed`.
 */
export type MovedFact = { effectKey: string; side: "LEFT" | "ARRIVED"; units: bigint; feeUnits: bigint };

/** A move left its place, for the next one or the owner's hands: the place gives its quantity and the fee. */
export function leftEntry(of: MovedBetween, { effectKey, units, feeUnits }: MovedFact): JournalEntry {
  must(of.from !== undefined, "what leaves comes from a place");
  return entry("move.left", effectKey, [
    dr(counterOf(of), of.asset, units),
    dr(feeOfLeaving(of.from, of.asset), of.asset, feeUnits),
    cr(codeOfPlace(of.from), of.asset, units + feeUnits),
  ]);
}

/** A move arrived: the place has `units`, and the difference to what left is a cost. */
export function arrivedEntry(of: MovedBetween, { effectKey, units, feeUnits }: MovedFact): JournalEntry {
  must(of.to !== undefined, "what arrives comes to a place");
  return entry("move.arrived", effectKey, [
    dr(codeOfPlace(of.to), of.asset, units),
    dr(of.to.startsWith("bank:") ? BANK_FEE : VENUE_FEE, of.asset, feeUnits),
    cr(counterOf(of), of.asset, units + feeUnits),
  ]);
}

/** It has not left, or not arrived, after all: the mirror of what was posted. */
export function reversedEntry(of: MovedBetween, fact: MovedFact): JournalEntry {
  const posted = fact.side === "LEFT" ? leftEntry(of, fact) : arrivedEntry(of, fact);
  const postings = posted.postings.map((line) => ({ ...line, debit: -line.debit }));
  return entry("move.reversed", `${fact.effectKey}:reversed`, postings);
}

/** What a move is booked against: its way to the next place, the owner's capital, or a cost. */
function counterOf({ kind, from, to, asset }: MovedBetween): string {
  if (from !== undefined && to !== undefined) return TRANSIT;
  if (kind !== "CORRECTION") return CAPITAL;
  if (!isFiat(asset)) return VENUE_FEE;
  return from?.startsWith("bank:") ? BANK_FEE : HOUSE_RESULT;
}

function feeOfLeaving(from: string, asset: LedgerAsset): string {
  if (from.startsWith("custody:")) return NETWORK_FEE;
  if (from.startsWith("bank:")) return BANK_FEE;
  return isFiat(asset) ? HOUSE_RESULT : VENUE_FEE;
}

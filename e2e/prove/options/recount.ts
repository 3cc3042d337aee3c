import type { Standing } from "#lib/deposits/treatment.ts";
import { type Bill, GUARANTEE, LIFETIME, type Sent } from "./bill.ts";

// What is promised, counted from the rulebook alone (4.16): it shares no line with the program's own count.

export type Promised = { units: bigint; fiatUnits: bigint };

const BASIS = 10_000n;

/** A bill's live promise; what was confirmed within the guarantee counts until it is treated, also when it is held. */
export function promiseOf(bill: Bill, minute: number): Promised {
  const { quantityUnits } = bill.terms;
  const { units: sold, underUnits = 0n } = standingOf(bill);
  const rest = quantityUnits - sold - underUnits;
  const expires = bill.madeAt + LIFETIME;
  const ends = expires + GUARANTEE;
  const waits = (sent: Sent): boolean => {
    if ((sent.state !== "UNCONFIRMED" && sent.state !== "HELD") || sent.seenAt > expires) return false;
    return minute <= ends || (sent.confirmedAt !== undefined && sent.confirmedAt <= ends);
  };
  const waiting = bill.sent.filter(waits).reduce((sum, { units }) => sum + units, 0n);
  const units = minute <= expires ? rest : waiting < rest ? waiting : rest;
  return { units, fiatUnits: fiatAt(bill, sold + units) - fiatAt(bill, sold) };
}

/** g: floor(P × (x − floor(x × r))), all of F for all of Q. */
function fiatAt({ terms }: Bill, units: bigint): bigint {
  if (units >= terms.quantityUnits) return terms.fiatUnits;
  const fee = terms.feeModel === "EXPLICIT" ? (units * BigInt(terms.explicitFeeBps)) / BASIS : 0n;
  const fiat = (terms.price.units * (units - fee) * 100n) / 10n ** BigInt(8 + terms.price.scale);
  return fiat < terms.fiatUnits ? fiat : terms.fiatUnits;
}

/** What stands of the bill's quantity at P, and what of it was sold under P. */
export function standingOf({ sent }: Bill): Standing {
  const parts = sent.flatMap(({ atPrice }) => (atPrice ? [atPrice] : []));
  return {
    units: parts.reduce((sum, { units }) => sum + units, 0n),
    feeUnits: parts.reduce((sum, { feeUnits }) => sum + feeUnits, 0n),
    fiatUnits: parts.reduce((sum, { fiatUnits }) => sum + fiatUnits, 0n),
    underUnits: sent.reduce((sum, { under }) => sum + (under?.units ?? 0n), 0n),
  };
}

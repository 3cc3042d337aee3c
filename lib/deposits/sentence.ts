import type { BillTerms } from "#lib/bills/bill.ts";
import { CRYPTO_FACTS, cryptoOf, networkTypeOf, scaleOf } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { KeepPart, Part, SoldPart, WaitingPart } from "./part.ts";

/** Why a deposit is late, and by how much after expiry; empty when it is in time. */
export type Timing = { lateBy?: undefined } | { lateBy: "SEEN" | "CONFIRMED" | "RELEASED"; afterExpiryMs: number };

/** The treatment of a deposit in one sentence: how much came and when, what of it is sold, kept or waits, and why. */
export function sentenceOf(
  terms: BillTerms,
  units: bigint,
  rule: string,
  parts: readonly Part[],
  timing: Timing,
): string {
  if (rule === "DUST") {
    const least = crypto(terms, CRYPTO_FACTS[terms.asset].dustUnits);
    return `${crypto(terms, units)} came, less than ${least}: too little to treat, kept as it is without a fee.`;
  }
  return `${cameHow(terms, units, parts, timing)}: ${parts.map((part) => clauseOf(terms, part)).join("; ")}.`;
}

/**
 * The sentence of a treatment once its waiting part is settled, at once or minutes later: what the part became stands in
 * the place of its waiting. A sentence that tells of no such waiting stays as it is.
 */
export function retold(
  terms: BillTerms,
  sentence: string,
  waiting: WaitingPart,
  became: readonly (SoldPart | KeepPart)[],
): string {
  return sentence.replace(clauseOf(terms, waiting), () => became.map((part) => clauseOf(terms, part)).join("; "));
}

function cameHow(terms: BillTerms, units: bigint, parts: readonly Part[], timing: Timing): string {
  const came = crypto(terms, units);
  if (timing.lateBy === undefined) return `${came} came in time${beyond(terms, units, parts)}`;
  const after = `${duration(timing.afterExpiryMs)} after the bill expired`;
  if (timing.lateBy === "SEEN") return `${came} came late, first seen ${after}`;
  const done = timing.lateBy === "CONFIRMED" ? "confirmed only" : "released from its hold only";
  return `${came} came in time but was ${done} ${after}, past the ${duration(terms.guaranteeMs)} its price is guaranteed`;
}

/** Says how a deposit goes beyond what the bill still asks for, when it does. */
function beyond(terms: BillTerms, units: bigint, parts: readonly Part[]): string {
  const sold = parts.find((part) => part.kind === "GUARANTEED");
  if (sold) return units > sold.units ? `, ${crypto(terms, units - sold.units)} more than the bill still asks for` : "";
  const surplus = parts.some(
    (part) => part.kind === "FRESH" || (part.kind === "KEEP" && part.reasonCode === "OVERPAYMENT_KEPT"),
  );
  return surplus ? " after the bill's quantity was paid in full" : "";
}

function clauseOf(terms: BillTerms, part: Part | SoldPart): string {
  const amount = crypto(terms, part.units);
  if (part.kind === "FRESH") return `${amount} waits to be sold at a fresh price`;
  if (part.kind === "MARKET") return `${amount} waits to be sold by market order`;
  if (part.kind === "KEEP") return keptClause(terms, part);
  const how =
    part.kind === "GUARANTEED"
      ? "at the bill's price of"
      : part.method === "FRESH"
        ? "at a fresh price of"
        : "by market order at";
  const fee = part.feeUnits > 0n ? `, after a service fee of ${crypto(terms, part.feeUnits)},` : "";
  return `${amount} sold ${how} ${part.price} ${terms.fiat}${fee} for ${amountOf(terms.fiat, part.fiatUnits).toFixed(scaleOf(terms.fiat))} ${terms.fiat}`;
}

function keptClause(terms: BillTerms, part: KeepPart): string {
  const fee = part.feeUnits > 0n ? `, less the transaction fee of ${crypto(terms, part.feeUnits)}` : "";
  return `${crypto(terms, part.units)} kept as crypto${fee}, because ${whyKept(terms, part)}`;
}

function whyKept(terms: BillTerms, part: KeepPart): string {
  switch (part.reasonCode) {
    case "RECEIVE_AS_IS":
      return "the bill receives as is";
    case "BILL_EXPIRED":
      return "the bill's price no longer holds";
    case "LIMIT_NOT_MET":
      return `the price is not better than the limit of ${terms.limitPrice} ${terms.fiat}`;
    case "OVERPAYMENT_KEPT":
      return "the bill keeps overpayments";
    case "BELOW_MINIMUM":
      return "it is below the smallest amount that can be sold";
    case "CONVERSION_FAILED":
      return "it could not be sold";
    default:
      must(false, `nothing is kept for ${part.reasonCode}`);
  }
}

/** "0.5 BTC", "548.967941 USDT (tron)". */
function crypto(terms: BillTerms, units: bigint): string {
  const networkType = networkTypeOf(terms.asset);
  return `${amountOf(terms.asset, units)} ${cryptoOf(terms.asset)}${networkType ? ` (${networkType})` : ""}`;
}

/** "30 s", "50 min", "2 h", "2 h 1 min"; a started second or minute counts. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

import type { BillTerms } from "#lib/bills/bill.ts";
import { CRYPTO_FACTS } from "#lib/kernel/assets.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { type Part, type SoldPart, usedOf } from "./part.ts";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import { type ReasonFacts, reasonFacts, type ReasonPart } from "./reason-facts.ts";

/**
 * Why a deposit is late, and by how much after expiry; `heldMs`: in time, but released only so long after its
 * confirmation, too late for P alone. Empty when it is simply in time.
 */
export type Timing =
  | { lateBy?: undefined; heldMs?: number }
  | { lateBy: "OLDER" }
  | { lateBy: "SEEN" | "CONFIRMED"; afterExpiryMs: number };

/** The facts of a treatment: how much came and when, and what of it is sold, kept or waits. */
export function factsOf(
  terms: BillTerms,
  units: bigint,
  rule: string,
  parts: readonly (Part | SoldPart)[],
  timing: Timing,
): ReasonFacts {
  const quantity = amountOf(terms.asset, units);
  const partFacts = parts.map((part) => partOf(terms, part));
  if (rule === "DUST") {
    return { quantity, minimum: amountOf(terms.asset, CRYPTO_FACTS[terms.asset].dustUnits), parts: partFacts };
  }
  if (timing.lateBy === undefined) {
    const excess = excessOf(units, parts);
    const { heldMs } = timing;
    return {
      quantity,
      ...(heldMs === undefined ? {} : { heldMs }),
      ...(excess > 0n ? { excess: amountOf(terms.asset, excess) } : {}),
      parts: partFacts,
    };
  }
  if (timing.lateBy === "OLDER") return { quantity, lateBy: "OLDER", parts: partFacts };
  const { lateBy, afterExpiryMs } = timing;
  const guarantee = lateBy === "SEEN" ? {} : { guaranteeMs: terms.guaranteeMs };
  return { quantity, lateBy, afterExpiryMs, ...guarantee, parts: partFacts };
}

/** The facts with the parts as they came out. */
export const withParts = (terms: BillTerms, facts: ReasonFacts, parts: readonly (Part | SoldPart)[]): ReasonFacts => ({
  ...facts,
  parts: parts.map((part) => partOf(terms, part)),
});

/** The facts once what waited is settled, at once or minutes later: what it became stands in its place. */
export function withOutcome(
  terms: BillTerms,
  facts: ReasonFacts,
  method: "FRESH" | "MARKET",
  became: readonly (Part | SoldPart)[],
): ReasonFacts {
  const waits = (part: ReasonPart) => part.outcome === "WAITS" && part.method === method;
  const first = facts.parts.findIndex(waits);
  if (first < 0) return facts;
  const before = facts.parts.slice(0, first);
  const after = facts.parts.slice(first).filter((part) => !waits(part));
  return { ...facts, parts: [...before, ...became.map((each) => partOf(terms, each)), ...after] };
}

/** How much of a deposit in time goes beyond what the bill still asks for. */
function excessOf(units: bigint, parts: readonly (Part | SoldPart)[]): bigint {
  const used = usedOf(parts);
  if (used > 0n) return units - used;
  const surplus = parts.some(
    (part) => part.kind === "FRESH" || (part.kind === "KEEP" && part.reasonCode === "OVERPAYMENT_KEPT"),
  );
  return surplus ? units : 0n;
}

function partOf(terms: BillTerms, part: Part | SoldPart): ReasonPart {
  const quantity = amountOf(terms.asset, part.units);
  if (part.kind === "FRESH" || part.kind === "MARKET") return { outcome: "WAITS", method: part.kind, quantity };
  const fee = part.feeUnits > 0n ? { feeQuantity: amountOf(terms.asset, part.feeUnits) } : {};
  if (part.kind === "KEEP") {
    const limit = part.reasonCode === "LIMIT_NOT_MET" && terms.limitPrice ? { limitPrice: terms.limitPrice } : {};
    return { outcome: "KEPT", quantity, ...fee, reasonCode: part.reasonCode, ...limit };
  }
  const method = part.kind === "GUARANTEED" ? "RFQ" : part.method;
  const fiat = amountOf(terms.fiat, part.fiatUnits);
  return { outcome: "SOLD", method, quantity, ...fee, price: part.price, fiat };
}

/** As the deposit keeps them: JSON with exact numbers. */
export const writeFacts = (facts: ReasonFacts): string => writeJson(facts);

/** What {@link writeFacts} wrote, read by the contract. */
export const readFacts = (text: string): ReasonFacts => decodeAnswer(reasonFacts, text);

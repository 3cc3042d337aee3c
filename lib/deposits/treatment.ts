import { type BillTerms, limitMet } from "#lib/bills/bill.ts";
import { CRYPTO_FACTS, type CryptoAsset, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf, maxOf, minOf } from "#lib/kernel/money.ts";
import { explicitFee, grossOf, marketCredit } from "#lib/pricing/price.ts";
import { type GuaranteedPart, type KeepPart, keep, type Part, reasonOf, type SoldPart } from "./part.ts";
import { factsOf, type Timing } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import type { ReasonCode } from "./states.ts";

export type { GuaranteedPart, KeepPart, Part, SoldPart } from "./part.ts";
export type { ReasonCode } from "./states.ts";

/** A confirmed deposit of the bill's own asset; a wrong asset, a hold and zero value are decided before. */
export type DepositArrival = {
  units: bigint;
  asset: CryptoAsset;
  firstSeen: Date;
  /** Time of the block that brought the last confirmation needed. */
  confirmedAt: Date;
  /** When a hold was released, and whose it was: the account's own limit, or the house's. */
  released?: { at: Date; holder: Holder };
  /** It was on the chain before its bill was. */
  older?: boolean;
};

export type Holder = "ACCOUNT" | "HOUSE";

/**
 * What stands of Q on the bill so far, of the parts that no reversal took back. `units`, fees and fiat of what was sold at
 * P; `underUnits` of what was released too late for that: it uses up Q, but stands outside the sums at P.
 */
export type Standing = { units: bigint; feeUnits: bigint; fiatUnits: bigint; underUnits?: bigint };

/** Which row of the table of rulebook 7.6 decided. */
export type Rule =
  | "DUST"
  | "RAI"
  | "RFQ_IN_TIME"
  | "RFQ_LATE"
  | "ACA_IN_TIME"
  | "ACA_LATE"
  | "LMT_IN_TIME"
  | "LMT_LATE"
  | "LMT_LIMIT_NOT_MET";

export type Treatment = {
  /** Seen after expiry, or confirmed or released past the guarantee. A fact of time, reported for dust and RAI too. */
  late: boolean;
  rule: Rule;
  parts: Part[];
  /** How much came and when, and what of it is sold, kept or waits. */
  facts: ReasonFacts;
  /** Why something is kept; undefined when nothing is. */
  reasonCode?: ReasonCode;
  /** Everything the decision was made from, for the record. */
  inputs: Record<string, string>;
};

/**
 * Decides a deposit once its confirmations are reached (rulebook 7.4). `standing` must be read under the bill's lock and
 * hold every part at P that still stands: never more than Q is sold at P, for a guaranteed price is no free option.
 */
export function treat(terms: BillTerms, arrival: DepositArrival, standing: Standing): Treatment {
  must(arrival.asset === terms.asset && arrival.units > 0n, "a deposit is treated in its bill's own asset, above zero");
  must(usedUnits(standing) <= terms.quantityUnits, "no more than Q is used up");
  const timing = timingOf(terms, arrival);
  const late = timing.lateBy !== undefined;
  const { rule, parts } = decide(terms, arrival, late, standing);
  const reasonCode = reasonOf(parts);
  return {
    late,
    rule,
    parts,
    facts: factsOf(terms, arrival.units, rule, parts, timing),
    ...(reasonCode ? { reasonCode } : {}),
    inputs: inputsOf(terms, arrival, standing),
  };
}

const usedUnits = ({ units, underUnits = 0n }: Standing): bigint => units + underUnits;

function decide(
  terms: BillTerms,
  arrival: DepositArrival,
  late: boolean,
  standing: Standing,
): { rule: Rule; parts: Part[] } {
  const { strategy } = terms;
  const { units } = arrival;
  if (isDust(terms.asset, units))
    return { rule: "DUST", parts: [{ kind: "KEEP", units, feeUnits: 0n, reasonCode: "BELOW_MINIMUM" }] };
  if (strategy === "RAI") return { rule: "RAI", parts: [keep(terms, units, "RECEIVE_AS_IS")] };
  if (late && strategy === "ACA") return { rule: "ACA_LATE", parts: [{ kind: "MARKET", units }] };
  if (late) return { rule: `${strategy as "RFQ" | "LMT"}_LATE`, parts: [keep(terms, units, "BILL_EXPIRED")] };
  if (limitMet(terms) === false) return { rule: "LMT_LIMIT_NOT_MET", parts: [keep(terms, units, "LIMIT_NOT_MET")] };
  return { rule: `${strategy}_IN_TIME`, parts: inTimeParts(terms, arrival, standing) };
}

/** Under 546 sat or 0.01 of a dollar token: kept without fee, never at P, and no state of the bill follows from it. */
export function isDust(asset: CryptoAsset, units: bigint): boolean {
  return units < CRYPTO_FACTS[asset].dustUnits;
}

/** E within what is left of Q, at P unless its hold was released too late for that; X, the rest, at a fresh price or kept. */
function inTimeParts(terms: BillTerms, arrival: DepositArrival, standing: Standing): Part[] {
  const { units } = arrival;
  const withinQ = minOf(units, terms.quantityUnits - usedUnits(standing));
  const rest = units - withinQ;
  const parts: Part[] = withinQ > 0n ? [partOfQuantity(terms, arrival, withinQ, standing)] : [];
  if (rest === 0n) return parts;
  const keepsRest = terms.strategy === "RFQ" && terms.overpayment === "KEEP";
  return [...parts, keepsRest ? keep(terms, rest, "OVERPAYMENT_KEPT") : { kind: "FRESH", units: rest }];
}

function partOfQuantity(terms: BillTerms, arrival: DepositArrival, units: bigint, standing: Standing): Part {
  return heldTooLong(terms, arrival)
    ? { kind: "FRESH", units, atMost: terms.price }
    : guaranteedPart(terms, units, standing);
}

/**
 * A hold is no option (rulebook 7.17): what its holder released later than P was promised for held money is compared
 * with the market. The account's own hold has its grace after the confirmation, the house's the bill's guarantee.
 */
function heldTooLong(
  terms: BillTerms,
  arrival: DepositArrival,
): arrival is DepositArrival & { released: NonNullable<DepositArrival["released"]> } {
  const { confirmedAt, released } = arrival;
  return released !== undefined && released.at > promisedUntil(terms, confirmedAt, released.holder);
}

const promisedUntil = (terms: BillTerms, confirmedAt: Date, holder: Holder): Date =>
  new Date(
    holder === "HOUSE" ? terms.expiresAt.getTime() + terms.guaranteeMs : confirmedAt.getTime() + terms.holdGraceMs,
  );

/** Until when a release still gets P for what is held; undefined where it does not get it at all, or P is used up. */
export function priceHeldUntil(
  terms: BillTerms,
  arrival: DepositArrival,
  holder: Holder,
  standing: Standing,
): Date | undefined {
  const until = promisedUntil(terms, arrival.confirmedAt, holder);
  const { parts } = treat(terms, { ...arrival, released: { at: until, holder } }, standing);
  return parts.some(({ kind }) => kind === "GUARANTEED") ? until : undefined;
}

/**
 * Fee and fiat at P are cumulative over the bill's standing parts, so splitting a payment changes nothing: a part gets
 * what is still missing to the figure of ΣE, exactly F in all once ΣE = Q, and never less than nothing.
 */
export function guaranteedPart(terms: BillTerms, units: bigint, standing: Standing): GuaranteedPart {
  const total = standing.units + units;
  const feeSoFar = explicitFee(total, terms.feeModel, terms.explicitFeeBps);
  const fiatSoFar = minOf(
    terms.fiatUnits,
    grossOf(terms.asset, total - feeSoFar, terms.price).floorUnits(scaleOf(terms.fiat)),
  );
  const feeUnits = minOf(units, maxOf(0n, feeSoFar - standing.feeUnits));
  return {
    kind: "GUARANTEED",
    units,
    feeUnits,
    fiatUnits: maxOf(0n, fiatSoFar - standing.fiatUnits),
    price: terms.price,
    gross: grossOf(terms.asset, units - feeUnits, terms.price),
  };
}

/** Settles a MARKET part by what the venue sold of it in all; the unsold rest is kept. `proceeds` is whole fiat, exact. */
export function settleMarket(
  terms: BillTerms,
  units: bigint,
  filled: { soldUnits: bigint; proceeds: Decimal },
): (SoldPart | KeepPart)[] {
  const { soldUnits } = filled;
  must(soldUnits >= 0n && soldUnits <= units, "a market order sells no more than it was given");
  const parts: (SoldPart | KeepPart)[] = [];
  if (soldUnits > 0n) {
    const credit = marketCredit({ ...terms, ...filled });
    parts.push({
      kind: "SOLD",
      method: "MARKET",
      feeModel: "SPREAD",
      units: soldUnits,
      feeUnits: 0n,
      soldUnits,
      ...credit,
    });
  }
  if (soldUnits < units) parts.push(keepAfterFailure(terms, units - soldUnits));
  return parts;
}

/** A waiting part that found no fresh price in 15 minutes, or that the venue definitely refused. */
export function keepAfterFailure(terms: BillTerms, units: bigint): KeepPart {
  return keep(terms, units, "CONVERSION_FAILED");
}

/** A waiting part under the venue's minimum; it needs no price to be decided. */
export function keepBelowMinimum(terms: BillTerms, units: bigint): KeepPart {
  return keep(terms, units, "BELOW_MINIMUM");
}

/** Whether it is treated as late, now or once its hold is released: a hold changes nothing of that. */
export const isLate = (terms: BillTerms, arrival: DepositArrival): boolean =>
  timingOf(terms, arrival).lateBy !== undefined;

/** P holds for what was seen by expiry, after the bill was made, and is confirmed within the guarantee after it. */
function timingOf(terms: BillTerms, arrival: DepositArrival): Timing {
  if (arrival.older) return { lateBy: "OLDER" };
  const after = (time: Date) => time.getTime() - terms.expiresAt.getTime();
  const seenMs = after(arrival.firstSeen);
  if (seenMs > 0) return { lateBy: "SEEN", afterExpiryMs: seenMs };
  const confirmedMs = after(arrival.confirmedAt);
  if (confirmedMs > terms.guaranteeMs) return { lateBy: "CONFIRMED", afterExpiryMs: confirmedMs };
  const heldMs = heldTooLong(terms, arrival)
    ? arrival.released.at.getTime() - arrival.confirmedAt.getTime()
    : undefined;
  return heldMs === undefined ? {} : { heldMs };
}

function inputsOf(terms: BillTerms, arrival: DepositArrival, standing: Standing): Record<string, string> {
  const crypto = (units: bigint) => amountOf(terms.asset, units).toString();
  return {
    asset: terms.asset,
    quantity: crypto(arrival.units),
    firstSeen: arrival.firstSeen.toISOString(),
    confirmedAt: arrival.confirmedAt.toISOString(),
    ...(arrival.released ? { releasedAt: arrival.released.at.toISOString(), holder: arrival.released.holder } : {}),
    ...(arrival.older ? { older: "true" } : {}),
    strategy: terms.strategy,
    feeModel: terms.feeModel,
    price: terms.price.toString(),
    billQuantity: crypto(terms.quantityUnits),
    fiat: terms.fiat,
    fiatReceivable: amountOf(terms.fiat, terms.fiatUnits).toString(),
    ...(terms.limitPrice ? { limitPrice: terms.limitPrice.toString() } : {}),
    explicitFeeBps: String(terms.explicitFeeBps),
    spreadBps: String(terms.spreadBps),
    transactionFeeBps: String(terms.transactionFeeBps),
    overpayment: terms.overpayment,
    expiresAt: terms.expiresAt.toISOString(),
    guaranteeMs: String(terms.guaranteeMs),
    holdGraceMs: String(terms.holdGraceMs),
    standingQuantity: crypto(standing.units),
    standingFee: crypto(standing.feeUnits),
    standingFiat: amountOf(terms.fiat, standing.fiatUnits).toString(),
    ...(standing.underUnits ? { standingUnder: crypto(standing.underUnits) } : {}),
  };
}

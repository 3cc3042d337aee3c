import type { AssetSymbol } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { floorTo } from "#lib/kernel/money.ts";
import type { Quote } from "./quotes.ts";

export type StepName = "mid" | "bid" | "fee" | "spread" | "credited" | "venuePrice" | "venueFee";

/** One price on the way from the mid to what is credited, and what it makes of the whole quantity. */
export type CostStep = {
  name: StepName;
  /** Fiat for one whole crypto, where the step is a price. */
  price?: Decimal | undefined;
  /** The quantity at that price, rounded down; what is credited, exactly. */
  value?: Decimal | undefined;
  /** What this step takes or adds; for what is credited everything since the first line. */
  step?: Decimal | undefined;
  /** The same in basis points of the first line, one decimal. */
  bps?: Decimal | undefined;
};

const WHOLE_BPS = Decimal.of(10_000n);
const NEGATIVE = Decimal.of(-1n);

/**
 * From the mid over the bid to what is credited, each step an amount; each adds up to the next line. What the venue paid
 * follows where the reader may know it.
 */
export function costSteps(record: ConversionRecord, quote: Quote): CostStep[] {
  const { quantity, quoteSymbol: fiat, fiatReceived, cost } = record;
  const credited = fiatReceived ?? quote.fiatReceivable;
  const atMid = quote.mid && floorTo(fiat, quantity.times(quote.mid));
  const atBid = floorTo(fiat, quantity.times(quote.bid));
  const whole = atMid ?? atBid;
  const bps = (step: Decimal) => bpsOf(step, whole);
  const took = (name: StepName, step: Decimal): CostStep => ({ name, step, bps: bps(step) });
  const fee = atBid.minus(credited).minus(quote.spread);
  const all = credited.minus(whole);
  return [
    ...(atMid ? [{ name: "mid" as const, price: quote.mid, value: atMid }] : []),
    { ...(atMid ? took("bid", atBid.minus(atMid)) : { name: "bid" as const }), price: quote.bid, value: atBid },
    ...(quote.feeQuantity.isZero() ? [] : [took("fee", fee.times(NEGATIVE))]),
    took("spread", quote.spread.times(NEGATIVE)),
    { ...took("credited", all), price: record.price ?? quote.price, value: credited },
    ...(cost?.venuePrice
      ? [{ name: "venuePrice" as const, price: cost.venuePrice, bps: cost.slippageBps?.times(NEGATIVE) }]
      : []),
    ...(cost?.venueFee ? [{ name: "venueFee" as const, step: cost.venueFee.times(NEGATIVE) }] : []),
  ];
}

/** Basis points of a whole, one decimal, towards zero: a gain and a loss of the same size read the same. */
export function bpsOf(step: Decimal, whole: Decimal): Decimal {
  if (whole.isZero()) return Decimal.ZERO;
  const loses = step.compare(Decimal.ZERO) < 0;
  const size = (loses ? step.times(NEGATIVE) : step).times(WHOLE_BPS).dividedDown(whole, 1);
  return loses ? size.times(NEGATIVE) : size;
}

type BalanceLine = { asset: string; available: Decimal; locked: Decimal; owed: Decimal };
export type Change = { of: "locked" | "available" | "lessOwed"; asset: AssetSymbol; before: Decimal; after: Decimal };

/**
 * The account's balances that a conversion moves, before and after: what is bound to it goes, the fiat comes. The balances
 * given are those before it, or those `after` it. What the account owes is settled first, so that it is counted against
 * what is available.
 */
export function changesOf(
  { baseSymbol, quoteSymbol, quantity }: Pick<ConversionRecord, "baseSymbol" | "quoteSymbol" | "quantity">,
  get: Decimal,
  balances: readonly BalanceLine[],
  after: boolean,
): [Change, Change] {
  const locked = sum(balances.filter((one) => one.asset === baseSymbol).map((one) => one.locked));
  const fiat = balances.filter((one) => one.asset === quoteSymbol);
  const owed = sum(fiat.map((one) => one.owed));
  const free = sum(fiat.map((one) => one.available)).minus(owed);
  return [
    { of: "locked", asset: baseSymbol, ...around(locked, quantity.times(NEGATIVE), after) },
    { of: owed.isZero() ? "available" : "lessOwed", asset: quoteSymbol, ...around(free, get, after) },
  ];
}

const around = (balance: Decimal, change: Decimal, after: boolean): Pick<Change, "before" | "after"> =>
  after ? { before: balance.minus(change), after: balance } : { before: balance, after: balance.plus(change) };

const sum = (values: readonly Decimal[]): Decimal => values.reduce((all, one) => all.plus(one), Decimal.ZERO);

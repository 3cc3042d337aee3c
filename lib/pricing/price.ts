import { type Crypto, CRYPTO_FACTS, type CryptoAsset, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { ceilDiv, Decimal, floorDiv } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";

/** RFQ converts while the promise holds, RAI keeps, ACA always converts, LMT converts above a limit price. */
export const STRATEGIES = ["RFQ", "RAI", "ACA", "LMT"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** SPREAD earns by a lower price; EXPLICIT withholds crypto and sells the rest at the bid. */
export const FEE_MODELS = ["SPREAD", "EXPLICIT"] as const;
export type FeeModel = (typeof FEE_MODELS)[number];

/** One hundred per cent in basis points. */
export const WHOLE_BPS = 10_000;

const MAX_PRICE_DECIMALS = 8;
const MAX_PRICE_DIGITS = 15;

/** A price as it is promised and stored: at most 8 decimals and 15 significant digits, rounded down (rulebook 1.4). */
export function roundPrice(exact: Decimal): Decimal {
  const wholeDigits = exact.floorUnits(0).toString().length;
  must(exact.units >= 0n && wholeDigits <= MAX_PRICE_DIGITS, "a price lies between 0 and 10^15");
  const places = Math.min(MAX_PRICE_DECIMALS, MAX_PRICE_DIGITS - wholeDigits);
  return Decimal.of(exact.floorUnits(places), places);
}

/** Whether a number is a price as we store one: above zero and exact within {@link roundPrice}'s digits. */
export function isPrice(value: Decimal): boolean {
  const wholeDigits = value.floorUnits(0).toString().length;
  return value.units > 0n && wholeDigits <= MAX_PRICE_DIGITS && roundPrice(value).compare(value) === 0;
}

/** What the house pays for one whole crypto: bid × (1 − s) under SPREAD, the bid itself under EXPLICIT. */
export function sellPrice(at: { bid: Decimal; feeModel: FeeModel; spreadBps: number }): Decimal {
  return roundPrice(at.feeModel === "SPREAD" ? lessBps(at.bid, at.spreadBps) : at.bid);
}

/**
 * Q of a bill in smallest units: the least crypto that still yields `fiatUnits`, rounded up.
 * EXPLICIT adds its fee on top, so F arrives after it; RAI sells nothing, so it adds none (rulebook 4.13).
 */
export function quantityFor(bill: {
  asset: CryptoAsset;
  fiat: Fiat;
  fiatUnits: bigint;
  price: Decimal;
  feeModel: FeeModel;
  strategy: Strategy;
  explicitFeeBps: number;
}): bigint {
  const soldShare = BigInt(WHOLE_BPS - addedFeeBps(bill));
  must(bill.price.units > 0n && soldShare > 0n, "a bill has a price above zero and a fee below the whole");
  const wanted = bill.fiatUnits * 10n ** BigInt(scaleOf(bill.asset) + bill.price.scale) * BigInt(WHOLE_BPS);
  return ceilDiv(wanted, 10n ** BigInt(scaleOf(bill.fiat)) * bill.price.units * soldShare);
}

/**
 * The smallest fiat whose {@link quantityFor} reaches the asset's dust: one unit more than the largest that one unit of
 * crypto less still pays.
 */
export function leastFiat(bill: {
  asset: CryptoAsset;
  fiat: Fiat;
  price: Decimal;
  feeModel: FeeModel;
  strategy: Strategy;
  explicitFeeBps: number;
}): bigint {
  const soldShare = Decimal.of(BigInt(WHOLE_BPS - addedFeeBps(bill)), 4);
  const tooLittle = grossOf(bill.asset, CRYPTO_FACTS[bill.asset].dustUnits - 1n, bill.price).times(soldShare);
  return tooLittle.floorUnits(scaleOf(bill.fiat)) + 1n;
}

/** The explicit fee that is asked for on top, so that F arrives after it; nothing is sold under RAI. */
const addedFeeBps = (bill: { feeModel: FeeModel; strategy: Strategy; explicitFeeBps: number }): number =>
  bill.feeModel === "EXPLICIT" && bill.strategy !== "RAI" ? bill.explicitFeeBps : 0;

/** `bps` of an amount in its smallest units, rounded down: no fee takes more than its rate. */
export function shareDown(units: bigint, bps: number): bigint {
  return floorDiv(units * BigInt(bps), BigInt(WHOLE_BPS));
}

/** Crypto withheld from a conversion: floor(units × r) under EXPLICIT, nothing under SPREAD. */
export function explicitFee(units: bigint, feeModel: FeeModel, explicitFeeBps: number): bigint {
  return feeModel === "EXPLICIT" ? shareDown(units, explicitFeeBps) : 0n;
}

/** What crypto is worth at a price, exact and in whole fiat (not in smallest units). */
export function grossOf(asset: Crypto | CryptoAsset, soldUnits: bigint, price: Decimal): Decimal {
  return Decimal.of(soldUnits, scaleOf(asset)).times(price);
}

/** Crypto taken for sale: `units = feeUnits + soldUnits`; `gross` is exact, `fiatUnits` is it rounded down. */
export type Sale = { units: bigint; feeUnits: bigint; soldUnits: bigint; gross: Decimal; fiatUnits: bigint };

/** A sale that stands on its own: a fresh quote of a deposit's surplus (rulebook 7.8). */
export function sale(of: {
  asset: Crypto | CryptoAsset;
  fiat: Fiat;
  units: bigint;
  price: Decimal;
  feeModel: FeeModel;
  explicitFeeBps: number;
}): Sale {
  const feeUnits = explicitFee(of.units, of.feeModel, of.explicitFeeBps);
  const soldUnits = of.units - feeUnits;
  const gross = grossOf(of.asset, soldUnits, of.price);
  return { units: of.units, feeUnits, soldUnits, gross, fiatUnits: gross.floorUnits(scaleOf(of.fiat)) };
}

/**
 * What ACA's market order credits: proceeds × (1 − s), whatever the bill's fee model, since market orders know no
 * explicit fee (rulebook 7.9). `gross` is that product exact, `price` the average per whole crypto after the spread.
 */
export function marketCredit(order: {
  proceeds: Decimal;
  soldUnits: bigint;
  spreadBps: number;
  asset: CryptoAsset;
  fiat: Fiat;
}): {
  fiatUnits: bigint;
  price: Decimal;
  gross: Decimal;
} {
  must(order.soldUnits > 0n, "a market order that is credited has sold something");
  const gross = lessBps(order.proceeds, order.spreadBps);
  const average = gross.dividedDown(amountOf(order.asset, order.soldUnits), MAX_PRICE_DECIMALS);
  return { fiatUnits: gross.floorUnits(scaleOf(order.fiat)), price: roundPrice(average), gross };
}

function lessBps(value: Decimal, bps: number): Decimal {
  return value.times(Decimal.of(BigInt(WHOLE_BPS - bps), 4));
}

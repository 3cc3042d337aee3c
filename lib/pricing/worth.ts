import {
  type Asset,
  CRYPTOS,
  type Crypto,
  cryptoOf,
  FIATS,
  type Fiat,
  isFiat,
  scaleOf,
  ASSET_SYMBOLS,
  type AssetSymbol,
} from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import { findReference } from "./reference.ts";
import { pricesAt } from "./store.ts";

/** What one whole unit of something is worth in a fiat, and when the oldest price it is made of was one. */
export type Rate = { rate: Decimal; at: Date };
/** A price as it is kept. */
export type StoredPrice = { bid: Decimal; ask: Decimal; at: Date };
export type PriceOf = (base: Crypto, fiat: Fiat) => Promise<StoredPrice | undefined>;

/** What has a worth: every crypto, and every fiat. */
export type Rates = ReadonlyMap<AssetSymbol, Rate>;

const RATE_DECIMALS = 12;
/** The rate of two fiats goes over the first of these that has a price in both: those that move least come first. */
const BRIDGES: readonly Crypto[] = ["USDC", "USDT", "BTC", "BCH"];

/**
 * The worth of one whole unit in a fiat (rulebook 8.13): a crypto's bid; a fiat's rate over a bridge, whose bid in the
 * one is divided by its ask in the other, rounded down to 12 decimals. Undefined where a price is missing.
 */
export async function rateIn(of: AssetSymbol, fiat: Fiat, priceOf: PriceOf, now: Date): Promise<Rate | undefined> {
  if (of === fiat) return { rate: Decimal.of(1n), at: now };
  if (!isFiat(of)) {
    const price = await priceOf(of, fiat);
    return price && { rate: price.bid, at: price.at };
  }
  for (const bridge of BRIDGES) {
    const [gained, given] = [await priceOf(bridge, fiat), await priceOf(bridge, of)];
    if (!gained || !given) continue;
    const at = gained.at < given.at ? gained.at : given.at;
    return { rate: gained.bid.dividedDown(given.ask, RATE_DECIMALS), at };
  }
  return undefined;
}

/** A quantity's worth at a rate, rounded down to the fiat's unit. */
export const worthAt = (quantity: Decimal, rate: Decimal, fiat: Fiat): Decimal => floorTo(fiat, quantity.times(rate));

/**
 * The worths of the parts of one whole, in their order, which come to the whole's, rounded down (rulebook 8.13). Each part
 * is rounded down, and the units that the whole has more go to those that lose most by it, one each, of equal ones to the
 * first by name: nothing is worth nothing.
 */
export function worthsAt(parts: readonly { name: string; quantity: Decimal }[], rate: Decimal, fiat: Fiat): Decimal[] {
  const exact = parts.map(({ quantity }) => quantity.times(rate));
  const lost = exact.map((one) => one.minus(floorTo(fiat, one)));
  const more = lost.reduce((all, one) => all.plus(one), Decimal.ZERO).floorUnits(scaleOf(fiat));
  const byLoss = parts.map(({ name }, at) => ({ at, name, loss: lost[at] ?? Decimal.ZERO }));
  byLoss.sort((one, other) => other.loss.compare(one.loss) || (one.name < other.name ? -1 : 1));
  const raised = new Set(byLoss.slice(0, Number(more)).map(({ at }) => at));
  const unit = Decimal.of(1n, scaleOf(fiat));
  return exact.map((one, at) => (raised.has(at) ? floorTo(fiat, one).plus(unit) : floorTo(fiat, one)));
}

export const symbolOf = (asset: Asset): AssetSymbol => (isFiat(asset) ? asset : cryptoOf(asset));

/** The rates of now: fresh prices, and the last kept one of a pair that has none. What has neither is left out. */
export async function ratesNow(ctx: Ctx, fiat: Fiat): Promise<Rates> {
  const now = await ctx.now();
  const known = new Map<string, Promise<StoredPrice | undefined>>();
  const read = async (base: Crypto, one: Fiat): Promise<StoredPrice | undefined> =>
    (await freshPrice(ctx, base, one, now)) ?? (await pricesAt(ctx.db, [{ base, fiat: one }], [now]))[0];
  const priceOf: PriceOf = (base, one) => {
    const pair = `${base}/${one}`;
    const found = known.get(pair) ?? read(base, one);
    known.set(pair, found);
    return found;
  };
  return ratesOf(fiat, priceOf, now);
}

async function freshPrice(ctx: Ctx, base: Crypto, fiat: Fiat, now: Date): Promise<StoredPrice | undefined> {
  const reference = await findReference(ctx.app, base, fiat, now);
  return reference && { ...reference, at: new Date(Math.min(...reference.samples.map(({ at }) => at.getTime()))) };
}

/** The rates of each instant, by the last prices kept before it, in the order of the instants. */
export async function ratesAt(ctx: Ctx, fiat: Fiat, instants: readonly Date[]): Promise<Rates[]> {
  const pairs = CRYPTOS.flatMap((base) => FIATS.map((one) => ({ base, fiat: one })));
  const stored = await pricesAt(ctx.db, pairs, instants);
  return Promise.all(
    instants.map((instant, nth) => {
      const own = new Map(stored.filter((one) => one.nth === nth).map((one) => [`${one.base}/${one.fiat}`, one]));
      return ratesOf(fiat, async (base, one) => own.get(`${base}/${one}`), instant);
    }),
  );
}

/** The last stored price of a pair before each instant that has one. */
export const pairPricesAt = (ctx: Ctx, pair: { base: Crypto; fiat: Fiat }, instants: readonly Date[]) =>
  pricesAt(ctx.db, [pair], instants);

async function ratesOf(fiat: Fiat, priceOf: PriceOf, now: Date): Promise<Rates> {
  const found = await Promise.all(ASSET_SYMBOLS.map(async (of) => [of, await rateIn(of, fiat, priceOf, now)] as const));
  return new Map(found.flatMap(([of, rate]) => (rate ? [[of, rate] as const] : [])));
}

/** Rates as a page's token keeps them, by symbol: all pages of a list are valued at those of the first. */
export type FixedRates = Readonly<Record<string, string>>;

export const fixedRates = (rates: Rates): FixedRates =>
  Object.fromEntries([...rates].map(([of, { rate }]) => [of, rate.toString()]));

/** The rates of a list by value as its pages show them; nothing of another list. */
export function shownRates(rates: FixedRates): { rates?: Readonly<Record<string, Decimal>> } {
  const shown = Object.entries(rates).map(([of, rate]) => [of, Decimal.from(rate)] as const);
  return shown.length === 0 ? {} : { rates: Object.fromEntries(shown) };
}

import { decimalsOf, symbolOf } from "./amounts.ts";
import type { Hands } from "./hands.ts";
import { BIDS } from "./states.ts";

/** Fixed-point numbers with so many places: enough for every price and rate. */
const PLACES = 24n;
const ONE = 10n ** PLACES;
const fixed = (decimal: string): bigint => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(Number(PLACES), "0"));
};
const cut = (value: bigint, places: bigint): bigint => value - (value % 10n ** (PLACES - places));

type Bid = (crypto: string, fiat: string) => { bid: string; ask: string } | undefined;

/** What a whole unit is worth in EUR: a crypto's bid; a fiat over the dollar coin, bought at its ask, cut at 12 places. */
function rateOf(symbol: string, priceOf: Bid): bigint | undefined {
  if (symbol === "EUR") return ONE;
  if (symbol in BIDS) {
    const price = priceOf(symbol, "EUR");
    return price && fixed(price.bid);
  }
  const [gained, given] = [priceOf("USDC", "EUR"), priceOf("USDC", symbol)];
  return gained && given && cut((fixed(gained.bid) * ONE) / fixed(given.ask), 12n);
}

const down = (value: bigint, by: bigint): bigint => (value < 0n && value % by !== 0n ? value / by - 1n : value / by);

/** Cents of units at a rate, rounded down. */
const centsAt = (units: bigint, asset: string, rate: bigint): bigint =>
  down(units * rate * 100n, ONE * 10n ** BigInt(decimalsOf(asset)));

/** Units of an asset by who or where they are. */
export type Parts = ReadonlyMap<string, bigint>;

/** The cents of each part, rounded down; those that the whole has more go to the parts that lose most, of equal ones by name. */
function centsOfParts(parts: Parts, asset: string, rate: bigint): Map<string, bigint> {
  const by = ONE * 10n ** BigInt(decimalsOf(asset));
  const exact = [...parts].map(([name, units]) => ({ name, value: units * rate * 100n }));
  const cents = new Map(exact.map(({ name, value }) => [name, down(value, by)]));
  const lost = exact.map(({ name, value }) => ({ name, loss: value - (cents.get(name) ?? 0n) * by }));
  const more = lost.reduce((all, { loss }) => all + loss, 0n) / by;
  lost.sort((a, b) => (a.loss === b.loss ? (a.name < b.name ? -1 : 1) : a.loss > b.loss ? -1 : 1));
  for (const { name } of lost.slice(0, Number(more))) cents.set(name, (cents.get(name) ?? 0n) + 1n);
  return cents;
}

const pointed = (value: bigint): string => `${value / ONE}.${(value % ONE).toString().padStart(Number(PLACES), "0")}`;

/** The sandbox asks four basis points above the bid, cut at 8 places. */
const standing: Bid = (crypto, fiat) => {
  const bid = (BIDS as Readonly<Record<string, Readonly<Record<string, string>>>>)[crypto]?.[fiat];
  if (bid === undefined) return undefined;
  const ask = cut((fixed(bid) * 10_004n) / 10_000n, 8n);
  return { bid, ask: pointed(ask) };
};

const midOf = ({ bid, ask }: { bid: string; ask: string }): string => pointed(cut((fixed(bid) + fixed(ask)) / 2n, 8n));

function priceNow(crypto: string, fiat: string): { bid: string; ask: string } {
  const price = standing(crypto, fiat);
  if (!price) throw new Error(`there is no price of ${crypto} in ${fiat}`);
  return price;
}

/** The standing bid of a pair. */
export const bidNow = (crypto: string, fiat: string): string => priceNow(crypto, fiat).bid;

/** Half way between the standing bid and ask of a pair. */
export const midNow = (crypto: string, fiat: string): string => midOf(priceNow(crypto, fiat));

/** What so many units are worth in EUR now, in cents. */
export function worthNow(units: bigint, asset: string): bigint {
  return centsAt(units, asset, rateOf(symbolOf(asset), standing) ?? 0n);
}

/** What the parts of an asset are worth now, in cents that come to what the whole is worth. */
export const partsNow = (parts: Parts, asset: string): Map<string, bigint> =>
  centsOfParts(parts, asset, rateOf(symbolOf(asset), standing) ?? 0n);

/** What decimals of fiats are worth in EUR together, cut once, in cents; each as so many 10^-30. */
export function worthTogether(parts: readonly (readonly [value: bigint, fiat: string])[]): bigint {
  const sum = parts.reduce((all, [value, fiat]) => all + value * (rateOf(fiat, standing) ?? 0n), 0n);
  return down(sum * 100n, ONE * 10n ** 30n);
}

/** The rate of now as the page writes it. */
export function rateNow(asset: string): string {
  return pointed(rateOf(symbolOf(asset), standing) ?? 0n);
}

export type StoredPrice = { base: string; fiat: string; bid: string; ask: string; mid: string; at: number };

/** Every price that was kept, oldest first. */
export async function readStored({ rows }: Hands): Promise<StoredPrice[]> {
  const found = await rows("select base, fiat, bid::text, ask::text, at from price_history order by at");
  return found.map(
    (row) =>
      ({ ...row, mid: midOf(row as { bid: string; ask: string }), at: new Date(row["at"]).getTime() }) as StoredPrice,
  );
}

const rateThen = (asset: string, stored: readonly StoredPrice[], at: number): bigint | undefined =>
  rateOf(symbolOf(asset), (base, fiat) =>
    stored.findLast((one) => one.base === base && one.fiat === fiat && one.at <= at),
  );

/** What so many units were worth in EUR just before an instant, by the last prices kept before it; in cents. */
export function worthThen(
  units: bigint,
  asset: string,
  stored: readonly StoredPrice[],
  at: number,
): bigint | undefined {
  const rate = rateThen(asset, stored, at);
  return rate === undefined ? undefined : centsAt(units, asset, rate);
}

/** What the parts of an asset were worth just before an instant, in cents that come to what the whole was worth. */
export const partsThen = (parts: Parts, asset: string, stored: readonly StoredPrice[], at: number) =>
  centsOfParts(parts, asset, rateThen(asset, stored, at) ?? 0n);

/** The rate of then as the page writes it. */
export const rateWritten = (asset: string, stored: readonly StoredPrice[], at: number): string =>
  pointed(rateThen(asset, stored, at) ?? 0n);

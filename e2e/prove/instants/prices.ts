import { type Exact, quotientDown, read } from "./exact.ts";
import type { Rows } from "./rows.ts";

/** What one whole unit is worth, and since when; `now` where the price is fresh. */
export type Rates = ReadonlyMap<string, { rate: Exact; at: number | "now" }>;
type Price = { bid: Exact; ask: Exact; at: number | "now" };

const CRYPTOS = ["BTC", "BCH", "USDT", "USDC"];
export const FIATS = ["EUR", "USD", "GBP", "CAD", "JPY"];
const BRIDGES = ["USDC", "USDT", "BTC", "BCH"];
const RATE_DECIMALS = 12;
const PRICE_DECIMALS = 8;
/** The sandbox's market asks four basis points more than it bids. */
const ASK_OVER_BID = read("1.0004");

export class Prices {
  readonly #stored: ReadonlyMap<string, Rows["stored"]>;
  readonly #fresh: Rows["fresh"];

  constructor({ stored, fresh }: Rows) {
    this.#stored = Map.groupBy(stored, ({ pair }) => pair);
    this.#fresh = fresh;
  }

  /** The bids of now, of those cryptos that have a fresh one. */
  fresh(fiat: string): { cryptoType: string; bid: Exact }[] {
    return CRYPTOS.flatMap((cryptoType) => {
      const bid = this.#fresh.get(`${cryptoType}/${fiat}`);
      return bid ? [{ cryptoType, bid }] : [];
    });
  }

  /** By the last prices kept before an instant; or the fresh ones, and the last kept where there is none (8.13). */
  rates(fiat: string, before: number | undefined): Rates {
    const found = [...CRYPTOS, ...FIATS].map((symbol) => [symbol, this.#rate(symbol, fiat, before)] as const);
    return new Map(found.flatMap(([symbol, rate]) => (rate ? [[symbol, rate] as const] : [])));
  }

  #rate(symbol: string, fiat: string, before: number | undefined): { rate: Exact; at: number | "now" } | undefined {
    if (symbol === fiat) return { rate: read("1"), at: before ?? "now" };
    if (CRYPTOS.includes(symbol)) {
      const price = this.#price(symbol, fiat, before);
      return price && { rate: price.bid, at: price.at };
    }
    for (const bridge of BRIDGES) {
      const gained = this.#price(bridge, fiat, before);
      const given = this.#price(bridge, symbol, before);
      if (!gained || !given) continue;
      const units = quotientDown(gained.bid.units * 10n ** BigInt(RATE_DECIMALS), given.ask.units);
      const at = given.at === "now" || (gained.at !== "now" && gained.at < given.at) ? gained.at : given.at;
      return { rate: { units, scale: RATE_DECIMALS }, at };
    }
    return undefined;
  }

  #price(crypto: string, fiat: string, before: number | undefined): Price | undefined {
    const pair = `${crypto}/${fiat}`;
    const bid = before === undefined ? this.#fresh.get(pair) : undefined;
    if (bid) {
      const scale = bid.scale + ASK_OVER_BID.scale;
      const ask = (bid.units * ASK_OVER_BID.units) / 10n ** BigInt(scale - PRICE_DECIMALS);
      return { bid, ask: { units: ask, scale: PRICE_DECIMALS }, at: "now" };
    }
    let last: Rows["stored"][number] | undefined;
    for (const one of this.#stored.get(pair) ?? [])
      if ((before === undefined || one.at < BigInt(before) * 1000n) && (!last || one.at > last.at)) last = one;
    return last && { bid: last.bid, ask: last.ask, at: Number(last.at / 1000n) };
  }
}

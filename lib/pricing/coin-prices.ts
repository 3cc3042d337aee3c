import { z } from "zod";
import type { GasAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PriceSourceEnv } from "#lib/kernel/env-venues.ts";
import { FeedFault } from "./market.ts";
import { pathCoin } from "./simulated.ts";
import { price, shaped } from "./sources/quote.ts";
import { type SourceAccess, accessTo, readJson } from "./sources/read-json.ts";

declare module "#lib/kernel/app.ts" {
  interface Adapters {
    coins: CoinPrices;
  }
}

/**
 * What one ether or TRX costs in USD: nothing is bought or sold by it, it only tells what collecting a token costs of what
 * it collects (rulebook 13.33). Undefined where no source tells it; throws a {@link FeedFault} where those that do fail.
 */
export type CoinPrices = (asset: GasAsset, now: Date) => Promise<Decimal | undefined>;

type Ticker = { base: string; path: string; askIn(answer: unknown): Decimal };

const KRAKEN = z.object({ result: z.record(z.string(), z.object({ a: z.tuple([price], z.unknown()) })) });
const ASK = z.object({ ask: price });

const kraken = (requested: string, answered: string): Ticker => ({
  base: "https://api.kraken.com",
  path: `/0/public/Ticker?pair=${requested}`,
  askIn(answer) {
    const ask = shaped(KRAKEN, answer, "kraken").result[answered]?.a[0];
    if (!ask) throw new FeedFault("MALFORMED", `kraken does not tell ${answered}.`);
    return ask;
  },
});
const coinbase = (product: string): Ticker => ({
  base: "https://api.exchange.coinbase.com",
  path: `/products/${product}/ticker`,
  askIn: (answer) => shaped(ASK, answer, "coinbase").ask,
});
const bitstamp = (pair: string): Ticker => ({
  base: "https://www.bitstamp.net",
  path: `/api/v2/ticker/${pair}/`,
  askIn: (answer) => shaped(ASK, answer, "bitstamp").ask,
});

/** Which of the named sources tell a coin. */
const TICKERS: Readonly<Record<string, Partial<Record<GasAsset, Ticker>>>> = {
  kraken: { ETH: kraken("ETHUSD", "XETHZUSD"), TRX: kraken("TRXUSD", "TRXUSD") },
  coinbase: { ETH: coinbase("ETH-USD") },
  bitstamp: { ETH: bitstamp("ethusd") },
};

/** The greatest ask of the sources that are named: what it costs is told rather too high than too low. */
export function publicCoinPrices(sources: readonly PriceSourceEnv[], given: Partial<SourceAccess> = {}): CoinPrices {
  return async (asset) => {
    const tellers = sources.flatMap(({ name, url }) => {
      const ticker = TICKERS[name]?.[asset];
      return ticker ? [{ ticker, access: accessTo(ticker.base, { ...given, ...(url && { baseUrl: url }) }) }] : [];
    });
    const read = await Promise.allSettled(
      tellers.map(async ({ ticker, access }) => ticker.askIn(await readJson(access, ticker.path))),
    );
    const asks = read.flatMap((one) =>
      one.status === "fulfilled" && one.value.compare(Decimal.ZERO) > 0 ? [one.value] : [],
    );
    const [first] = asks;
    if (first) return asks.reduce((most, ask) => (ask.compare(most) > 0 ? ask : most), first);
    const fault = read.find((one) => one.status === "rejected");
    if (fault) throw fault.reason;
    return undefined;
  };
}

/** The sandbox's: its market, as of a moment. */
export const simulatedCoinPrices: CoinPrices = async (asset, now) => pathCoin(asset, now);

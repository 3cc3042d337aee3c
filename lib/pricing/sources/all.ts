import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import type { Cross, PriceSourceEnv, PriceSourceName } from "#lib/kernel/env-venues.ts";
import type { MarketFeed, Quoted } from "../market.ts";
import { binanceFeed } from "./binance.ts";
import { bitfinexFxFeed } from "./bitfinex-fx.ts";
import { bitstampFeed } from "./bitstamp.ts";
import { coinbaseFeed } from "./coinbase.ts";
import { coinbaseRatesFeed } from "./coinbase-rates.ts";
import { krakenFeed } from "./kraken.ts";
import type { SourceAccess } from "./read-json.ts";

const FEEDS: Record<PriceSourceName, (pairs: readonly Quoted[], given?: Partial<SourceAccess>) => MarketFeed> = {
  kraken: krakenFeed,
  coinbase: coinbaseFeed,
  bitstamp: bitstampFeed,
  binance: binanceFeed,
  "coinbase-rates": coinbaseRatesFeed,
  "bitfinex-fx": bitfinexFxFeed,
};

/** The public data of the sources that are named, for every pair we know and the rates that crosses need; each serves those it tells. */
export function publicFeeds(sources: readonly PriceSourceEnv[], crosses: readonly Cross[]): MarketFeed[] {
  const pairs = CRYPTOS.flatMap((base) => FIATS.map((fiat): Quoted => ({ base, fiat })));
  const rates = new Map(
    crosses.flatMap(({ via, fiat, bridge }) => (bridge ? [] : [[`${via}/${fiat}`, { base: via, fiat }] as const])),
  );
  return sources
    .map(({ name, url }) => FEEDS[name as PriceSourceName]([...pairs, ...rates.values()], url ? { baseUrl: url } : {}))
    .filter((feed) => feed.pairs.length > 0);
}

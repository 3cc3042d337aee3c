import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import type { Feed, Pair } from "../market.ts";
import { binanceFeed } from "./binance.ts";
import { bitstampFeed } from "./bitstamp.ts";
import { coinbaseFeed } from "./coinbase.ts";
import { krakenFeed } from "./kraken.ts";

const ALL_PAIRS: readonly Pair[] = CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat })));

/** The exchanges' public data for every pair we know; each serves those it trades. */
export function publicFeeds(): Feed[] {
  return [krakenFeed, coinbaseFeed, bitstampFeed, binanceFeed].map((feed) => feed(ALL_PAIRS));
}

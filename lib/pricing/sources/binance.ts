import { z } from "zod";
import { type MarketFeed, FeedFault, type Quote, type Quoted } from "../market.ts";
import { bidsOf, bounded, level, price, shaped } from "./quote.ts";
import { type SourceAccess, accessTo, readEach, readJson } from "./read-json.ts";

const SERVED: readonly string[] = ["BTCEUR", "BTCJPY"];

const TICKER = z.object({ symbol: z.string(), bidPrice: price, askPrice: price });

const DEPTH = z.object({ bids: z.array(level) });

/**
 * Binance's best bid and ask, and its books, each one a request: asked for several symbols, it refuses all for one that it
 * trades no more. It tells no time: a quote is as old as the asking.
 */
export function binanceFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://data-api.binance.vision", given);
  const served = pairs.filter((pair) => SERVED.includes(symbolOf(pair)));
  return {
    name: "binance",
    pairs: served,
    books: {
      atOnce: SERVED.length,
      async read(pair) {
        const answer = await readJson(access, `/api/v3/depth?symbol=${symbolOf(pair)}&limit=100`);
        return bidsOf(shaped(DEPTH, answer, "binance").bids);
      },
    },
    read: () => readEach(served, (pair) => tickerOf(access, pair)),
  };
}

const symbolOf = ({ base, fiat }: Quoted): string => `${base}${fiat}`;

async function tickerOf(access: SourceAccess, pair: Quoted): Promise<Quote> {
  const answer = await readJson(access, `/api/v3/ticker/bookTicker?symbol=${symbolOf(pair)}`);
  const { symbol, bidPrice, askPrice } = shaped(TICKER, answer, "binance");
  if (symbol !== symbolOf(pair))
    throw new FeedFault("MALFORMED", `binance tells ${symbol} in the place of ${symbolOf(pair)}.`);
  return bounded("binance", pair, { bid: bidPrice, ask: askPrice });
}

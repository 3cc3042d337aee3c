import { z } from "zod";
import { type MarketFeed, FeedFault, type Quoted } from "../market.ts";
import { bidsOf, bounded, level, price, quotesOf, shaped } from "./quote.ts";
import { type SourceAccess, accessTo, readJson } from "./read-json.ts";

const SERVED: readonly string[] = ["BTCEUR", "BTCJPY"];

const ALL = z.array(z.object({ symbol: z.string(), bidPrice: price, askPrice: price })).max(5_000);

const DEPTH = z.object({ bids: z.array(level) });

/**
 * Binance's best bid and ask, all symbols in one request, and its books, one a request. It tells no time: a quote is as
 * old as the asking.
 */
export function binanceFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://data-api.binance.vision", given);
  const served = pairs.filter((pair) => SERVED.includes(symbolOf(pair)));
  const symbols = encodeURIComponent(JSON.stringify(served.map(symbolOf)));
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
    async read() {
      const all = shaped(ALL, await readJson(access, `/api/v3/ticker/bookTicker?symbols=${symbols}`), "binance");
      return quotesOf(served, (pair) => {
        const matches = all.filter(({ symbol }) => symbol === symbolOf(pair));
        const [only] = matches;
        if (!only || matches.length > 1)
          throw new FeedFault("MALFORMED", `binance tells ${symbolOf(pair)} ${matches.length} times.`);
        return bounded("binance", pair, { bid: only.bidPrice, ask: only.askPrice });
      });
    },
  };
}

const symbolOf = ({ base, fiat }: Quoted): string => `${base}${fiat}`;

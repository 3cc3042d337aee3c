import { z } from "zod";
import { type MarketFeed, FeedFault, type Quoted } from "../market.ts";
import { bidsOf, bounded, level, price, quotesOf, shaped, timeOf } from "./quote.ts";
import { type SourceAccess, accessTo, readJson } from "./read-json.ts";

const SERVED: readonly string[] = [
  "BTC/EUR",
  "BTC/USD",
  "BTC/GBP",
  "BCH/EUR",
  "BCH/USD",
  "USDT/EUR",
  "USDT/USD",
  "USDC/EUR",
  "USDC/USD",
];

const MS = 1_000;
const ALL = z.array(z.unknown()).max(5_000);
const NAMED = z.object({ pair: z.string() });
const TICKER = z.object({ bid: price, ask: price, timestamp: z.string().regex(/^\d{1,12}$/) });

const BOOK = z.object({ bids: z.array(level) });
const BOOKS_AT_ONCE = 3;

/** Bitstamp's ticker of all its markets, one request, whose time counts whole seconds, and its books, one a request. */
export function bitstampFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://www.bitstamp.net", given);
  const served = pairs.filter((pair) => SERVED.includes(nameOf(pair)));
  return {
    name: "bitstamp",
    pairs: served,
    books: {
      atOnce: BOOKS_AT_ONCE,
      async read({ base, fiat }) {
        const market = `${base}${fiat}`.toLowerCase();
        return bidsOf(shaped(BOOK, await readJson(access, `/api/v2/order_book/${market}/`), "bitstamp").bids);
      },
    },
    async read() {
      const all = shaped(ALL, await readJson(access, "/api/v2/ticker/"), "bitstamp");
      return quotesOf(served, (pair) => {
        const matches = all.filter((each) => NAMED.safeParse(each).data?.pair === nameOf(pair));
        if (matches.length !== 1)
          throw new FeedFault("MALFORMED", `bitstamp tells ${nameOf(pair)} ${matches.length} times.`);
        const { bid, ask, timestamp } = shaped(TICKER, matches[0], "bitstamp");
        return bounded("bitstamp", pair, { bid, ask, at: timeOf(Number(timestamp) * MS) });
      });
    },
  };
}

const nameOf = ({ base, fiat }: Quoted): string => `${base}/${fiat}`;

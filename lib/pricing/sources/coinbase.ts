import { z } from "zod";
import { type MarketFeed, FeedFault, type Quoted, type Quote } from "../market.ts";
import { bidsOf, bounded, price, shaped, timeOf } from "./quote.ts";
import { type SourceAccess, accessTo, readEach, readJson } from "./read-json.ts";

const SERVED: readonly string[] = [
  "BTC-EUR",
  "BTC-USD",
  "BTC-GBP",
  "BCH-EUR",
  "BCH-USD",
  "BCH-GBP",
  "USDT-EUR",
  "USDT-USD",
  "USDT-GBP",
  "USDC-EUR",
  "USDC-GBP",
];

const LEVEL = z.tuple([price], z.unknown());
const SIZED = z.tuple([price, price], z.unknown());
const BOOK = z.object({
  bids: z.tuple([SIZED], z.unknown()),
  asks: z.tuple([LEVEL], z.unknown()),
  auction_mode: z.boolean().optional(),
  time: z.iso.datetime({ offset: true }),
});

/**
 * Coinbase Exchange's best bid and ask, one small request for each product: its ticker tells the time of the last trade,
 * its book that of the book. Of the book it tells its best level alone; all of it would be megabytes at each reading. A
 * book in auction is no market.
 */
export function coinbaseFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://api.exchange.coinbase.com", given);
  const served = pairs.filter((pair) => SERVED.includes(productOf(pair)));
  return {
    name: "coinbase",
    pairs: served,
    read: () => readEach(served, (pair) => bookOf(access, pair)),
  };
}

const productOf = ({ base, fiat }: Quoted): string => `${base}-${fiat}`;

async function bookOf(access: SourceAccess, pair: Quoted): Promise<Quote> {
  const book = shaped(BOOK, await readJson(access, `/products/${productOf(pair)}/book?level=1`), "coinbase");
  if (book.auction_mode) throw new FeedFault("BOUNDS", `coinbase holds an auction in ${productOf(pair)}.`);
  const at = timeOf(Date.parse(book.time));
  const [best] = book.bids;
  return { ...bounded("coinbase", pair, { bid: best[0], ask: book.asks[0][0], at }), bids: bidsOf([best]) };
}

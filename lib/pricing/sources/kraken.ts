import { z } from "zod";
import { type MarketFeed, FeedFault, type Quoted } from "../market.ts";
import { bidsOf, bounded, level, price, quotesOf, shaped } from "./quote.ts";
import { type SourceAccess, accessTo, readJson } from "./read-json.ts";

type Names = readonly [requested: string, answered: string];

const NAMES: Record<string, Names> = {
  "BTC/EUR": ["XBTEUR", "XXBTZEUR"],
  "BTC/USD": ["XBTUSD", "XXBTZUSD"],
  "BTC/GBP": ["XBTGBP", "XXBTZGBP"],
  "BTC/CAD": ["XBTCAD", "XXBTZCAD"],
  "BTC/JPY": ["XBTJPY", "XXBTZJPY"],
  "BCH/EUR": ["BCHEUR", "BCHEUR"],
  "BCH/USD": ["BCHUSD", "BCHUSD"],
  "BCH/GBP": ["BCHGBP", "BCHGBP"],
  "USDT/EUR": ["USDTEUR", "USDTEUR"],
  "USDT/USD": ["USDTUSD", "USDTZUSD"],
  "USDT/GBP": ["USDTGBP", "USDTGBP"],
  "USDT/CAD": ["USDTCAD", "USDTCAD"],
  "USDT/JPY": ["USDTJPY", "USDTJPY"],
  "USDC/EUR": ["USDCEUR", "USDCEUR"],
  "USDC/USD": ["USDCUSD", "USDCUSD"],
  "USDC/GBP": ["USDCGBP", "USDCGBP"],
  "EUR/USD": ["EURUSD", "ZEURZUSD"],
  "EUR/GBP": ["EURGBP", "EURGBP"],
  "EUR/CAD": ["EURCAD", "EURCAD"],
  "EUR/JPY": ["EURJPY", "EURJPY"],
  "GBP/USD": ["GBPUSD", "ZGBPZUSD"],
  "USD/CAD": ["USDCAD", "ZUSDZCAD"],
  "USD/JPY": ["USDJPY", "ZUSDZJPY"],
};

const SCHEMA = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});
/** First the price; lots and their time follow. */
const TICKER = z.object({ a: z.tuple([price], z.unknown()), b: z.tuple([price], z.unknown()) });

const DEPTH = z.object({ bids: z.array(level) });
/** Kraken takes little more than a request a second; three books at a reading come round within the time they are fresh. */
const BOOKS_AT_ONCE = 3;

/**
 * Kraken's public ticker, all pairs in one request, and its books, one a request. It tells no time: a quote is as old as
 * the asking.
 */
export function krakenFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://api.kraken.com", given);
  const served = pairs.filter((pair) => krakenNames(pair));
  const tickers = tickersOf(access);
  return {
    name: "kraken",
    pairs: served,
    books: {
      atOnce: BOOKS_AT_ONCE,
      async read(pair) {
        const [name = "", answered = ""] = krakenNames(pair) ?? [];
        const result = resultOf(await readJson(access, `/0/public/Depth?pair=${name}&count=100`));
        return bidsOf(shaped(DEPTH, result[answered], "kraken").bids);
      },
    },
    async read() {
      const result = await tickers.read(served.map((pair) => krakenNames(pair)?.[0] ?? ""));
      return quotesOf(served, (pair) => {
        const [name = "", answered = ""] = krakenNames(pair) ?? [];
        if (tickers.isGone(name)) throw new FeedFault("REFUSED", `kraken does not trade ${name}.`);
        const { a, b } = shaped(TICKER, result[answered], "kraken");
        return bounded("kraken", pair, { bid: b[0], ask: a[0] });
      });
    },
  };
}

const UNKNOWN_PAIR = "EQuery:Unknown asset pair";
/** After so long a pair that Kraken did not know is asked for again. */
const GONE_MS = 3_600_000;

/**
 * The ticker of pairs by their names. For one that it does not know Kraken refuses the whole question: then the others are
 * asked for in halves, and from then on without it.
 */
function tickersOf(access: SourceAccess) {
  const gone = new Map<string, number>();
  const isGone = (name: string): boolean => Date.now() - (gone.get(name) ?? Number.NEGATIVE_INFINITY) < GONE_MS;
  const read = async (names: readonly string[]): Promise<Record<string, unknown>> => {
    if (names.length === 0) return {};
    try {
      return resultOf(await readJson(access, `/0/public/Ticker?pair=${names.join(",")}`));
    } catch (fault) {
      if (!(fault instanceof FeedFault) || !fault.message.includes(UNKNOWN_PAIR)) throw fault;
      const [only = ""] = names;
      if (names.length === 1) {
        gone.set(only, Date.now());
        return {};
      }
      const middle = Math.floor(names.length / 2);
      return { ...(await read(names.slice(0, middle))), ...(await read(names.slice(middle))) };
    }
  };
  return { isGone, read: (names: readonly string[]) => read(names.filter((name) => !isGone(name))) };
}

function resultOf(answer: unknown): Record<string, unknown> {
  const { error, result } = shaped(SCHEMA, answer, "kraken");
  if (error.length > 0 || !result) throw faultOf(error);
  return result;
}

/** Kraken's names of a pair, in the request and in the answer; undefined when it trades no such pair. */
export const krakenNames = ({ base, fiat }: Quoted): Names | undefined => NAMES[`${base}/${fiat}`];

/** Kraken answers 200 with its errors inside: `EGeneral:Too many requests`, `EService:Busy`, `EQuery:Unknown asset pair`. */
function faultOf(errors: readonly string[]): FeedFault {
  const message = errors.join(", ");
  if (message === "") return new FeedFault("MALFORMED", "kraken answered neither a result nor an error.");
  return new FeedFault(/Rate limit|Too many|EService/.test(message) ? "BUSY" : "REFUSED", `kraken says ${message}.`);
}

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { MarketFeed, Pair } from "#lib/pricing/market.ts";
import { binanceFeed } from "#lib/pricing/sources/binance.ts";
import { bitstampFeed } from "#lib/pricing/sources/bitstamp.ts";
import { coinbaseFeed } from "#lib/pricing/sources/coinbase.ts";
import { krakenFeed } from "#lib/pricing/sources/kraken.ts";
import type { SourceAccess } from "#lib/pricing/sources/read-json.ts";

/**
 * What an exchange says of BTC/EUR: JSON tokens as they are written, so that also nonsense can be said. `at` in epoch ms,
 * `bids` its book; absent: half a bitcoin at the bid.
 */
export type Quoted = { bid: string; ask: string; at?: number; bids?: string };

/** How an exchange misbehaves: another status, another body, no answer at all, or the connection cut. */
export type Mood = { status?: number; body?: string; hang?: boolean; cut?: boolean; location?: string };

export const EXCHANGES = ["kraken", "coinbase", "bitstamp", "binance"] as const;
export type Exchange = (typeof EXCHANGES)[number];

export const BTC_EUR: Pair = { base: "BTC", fiat: "EUR" };

const FEEDS: Record<Exchange, (pairs: readonly Pair[], given?: Partial<SourceAccess>) => MarketFeed> = {
  kraken: krakenFeed,
  coinbase: coinbaseFeed,
  bitstamp: bitstampFeed,
  binance: binanceFeed,
};

/** The real adapter of an exchange, reading BTC/EUR. */
export const feedOf = (exchange: Exchange, access: Partial<SourceAccess>): MarketFeed =>
  FEEDS[exchange]([BTC_EUR], access);

/** The exchange's documented answer for BTC/EUR. */
export function bodyOf(exchange: Exchange, { bid, ask, at = Date.now() }: Quoted): string {
  if (exchange === "kraken")
    return `{"error":[],"result":{"XXBTZEUR":{"a":[${ask},"1","1.000"],"b":[${bid},"1","1.000"]}}}`;
  if (exchange === "coinbase")
    return `{"bids":[[${bid},"0.5",2]],"asks":[[${ask},"2",1]],"sequence":71929859,"auction_mode":false,"time":"${new Date(at).toISOString()}"}`;
  if (exchange === "bitstamp") {
    const seconds = Math.floor(at / 1_000);
    return `[{"pair":"BTC/USD","bid":"1","ask":"2","timestamp":"1"},{"pair":"BTC/EUR","bid":${bid},"ask":${ask},"last":"1","timestamp":"${seconds}"}]`;
  }
  return `{"symbol":"BTCEUR","bidPrice":${bid},"bidQty":"4","askPrice":${ask},"askQty":"9"}`;
}

/** The exchange's documented answer to who asks for its book; Coinbase tells of it with the price. */
function bookOf(exchange: Exchange, { bid, bids = `[[${bid},"0.5",1]]` }: Quoted): string {
  if (exchange === "kraken") return `{"error":[],"result":{"XXBTZEUR":{"asks":[],"bids":${bids}}}}`;
  return `{"timestamp":"1","lastUpdateId":1,"asks":[],"bids":${bids}}`;
}

/** One local server in the place of all four exchanges, each under a path of its own. */
export type Exchanges = {
  access(exchange: Exchange): Partial<SourceAccess>;
  say(exchange: Exchange, quoted: Quoted): void;
  behave(exchange: Exchange, mood: Mood): void;
  /** The same for its book alone, until the next word. */
  behaveInBooks(exchange: Exchange, mood: Mood): void;
  requestsTo(exchange: Exchange): number;
  close(): Promise<void>;
};

export async function openExchanges(): Promise<Exchanges> {
  const quoted = new Map<Exchange, Quoted>();
  const moods = new Map<Exchange, Mood>();
  const bookMoods = new Map<Exchange, Mood>();
  const counts = new Map<Exchange, number>();
  const server = createServer((request, response) => {
    const [, name, ...rest] = (request.url ?? "").split("/");
    const exchange = EXCHANGES.find((each) => each === name);
    const quote = exchange && (quoted.get(exchange) ?? { bid: '"1"', ask: '"1"' });
    if (exchange && quote && rest.join("/") === BOOKS[exchange])
      return answer(response, bookMoods.get(exchange) ?? {}, bookOf(exchange, quote));
    if (!exchange || !quote || !isKnown(exchange, rest.join("/"))) return void response.writeHead(404).end("{}");
    counts.set(exchange, (counts.get(exchange) ?? 0) + 1);
    answer(response, moods.get(exchange) ?? {}, bodyOf(exchange, quote));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    access: (exchange) => ({ baseUrl: `http://127.0.0.1:${port}/${exchange}`, timeoutMs: 300 }),
    say(exchange, text) {
      quoted.set(exchange, text);
      moods.delete(exchange);
      bookMoods.delete(exchange);
    },
    behave: (exchange, mood) => void moods.set(exchange, mood),
    behaveInBooks: (exchange, mood) => void bookMoods.set(exchange, mood),
    requestsTo: (exchange) => counts.get(exchange) ?? 0,
    close: () => close(server),
  };
}

const PATHS: Record<Exchange, string> = {
  kraken: "0/public/Ticker?pair=XBTEUR",
  coinbase: "products/BTC-EUR/book?level=1",
  bitstamp: "api/v2/ticker/",
  binance: "api/v3/ticker/bookTicker?symbol=BTCEUR",
};

const BOOKS: Record<Exchange, string | undefined> = {
  kraken: "0/public/Depth?pair=XBTEUR&count=100",
  coinbase: undefined,
  bitstamp: "api/v2/order_book/btceur/",
  binance: "api/v3/depth?symbol=BTCEUR&limit=100",
};

const isKnown = (exchange: Exchange, path: string): boolean => path === PATHS[exchange];

function answer(response: ServerResponse, mood: Mood, body: string): void {
  if (mood.hang) return;
  if (mood.cut) return void response.destroy();
  const headers = { "content-type": "application/json", ...(mood.location ? { location: mood.location } : {}) };
  response.writeHead(mood.status ?? 200, headers).end(mood.body ?? body);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

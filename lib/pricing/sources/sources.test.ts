import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  BTC_EUR,
  bodyOf,
  EXCHANGES,
  type Exchange,
  type Exchanges,
  feedOf,
  type Mood,
  openExchanges,
} from "#e2e/world/exchanges.ts";
import { openServer } from "#e2e/world/market-maker.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { legsOf } from "../cross.ts";
import type { MarketFeed, FeedFault, Quoted } from "../market.ts";
import { LIVE_RULES } from "../reference.ts";
import { publicFeeds } from "./all.ts";
import { binanceFeed } from "./binance.ts";
import { bitfinexFxFeed } from "./bitfinex-fx.ts";
import { coinbaseRatesFeed } from "./coinbase-rates.ts";
import { accessTo, readJson } from "./read-json.ts";
import { krakenFeed } from "./kraken.ts";

let exchanges: Exchanges;
beforeAll(async () => {
  exchanges = await openExchanges();
});
afterAll(() => exchanges.close());

const LIVE_PRICES = { MODE: "live" };
/** What live reads where nothing is said of prices. */
const ALL = (({ env }) => ({ crosses: env.crosses, feeds: publicFeeds(env.priceSources, env.crosses) }))(
  checkEnv(LIVE_PRICES),
);
const AT = Date.UTC(2026, 10, 21, 12);

/** The bid and ask that come through, or the kind of the fault. */
async function outcome(exchange: Exchange): Promise<string> {
  try {
    const { quotes, faults } = await feedOf(exchange, exchanges.access(exchange)).read();
    const [quote] = quotes;
    return quote ? `${quote.bid} ${quote.ask}` : `${faults[0]?.kind}`;
  } catch (fault) {
    return (fault as FeedFault).kind;
  }
}
const quote = (exchange: Exchange, bid: string, ask: string) => {
  exchanges.say(exchange, { bid, ask, at: AT });
  return outcome(exchange);
};
const behaving = (exchange: Exchange, mood: Mood) => {
  exchanges.behave(exchange, mood);
  return outcome(exchange);
};

describe.each(EXCHANGES)("%s", (exchange) => {
  test("is read exactly, whether its numbers come as texts or as JSON numbers", async () => {
    expect(await quote(exchange, '"60000.12345678"', '"60010.10000000"')).toBe("60000.12345678 60010.1");
    expect(await quote(exchange, "60000.12345678", "6.00101e4")).toBe("60000.12345678 60010.1");
    expect(await quote(exchange, '"60000.123456789"', '"60010.123456781"')).toBe("60000.12345678 60010.12345679");
  });

  test.each([
    ["zero", '"0"', '"1"', "BOUNDS"],
    ["negative", '"-1"', '"1"', "BOUNDS"],
    ["crossed", '"60010"', '"60000"', "BOUNDS"],
    ["far apart", '"100"', '"60000"', "BOUNDS"],
    ["beyond all prices", '"1e15"', '"1e15"', "BOUNDS"],
    ["not a number", '"NaN"', '"1"', "MALFORMED"],
    ["infinite", '"Infinity"', '"Infinity"', "MALFORMED"],
    ["bare NaN", "NaN", '"1"', "MALFORMED"],
    ["null", "null", '"1"', "MALFORMED"],
    ["an object", "{}", '"1"', "MALFORMED"],
    ["empty", '""', '"1"', "MALFORMED"],
    ["of an absurd exponent", "1e999999", '"1"', "MALFORMED"],
  ])("a price that is %s is refused", async (_what, bid, ask, kind) =>
    expect(await quote(exchange, bid, ask)).toBe(kind),
  );

  test.each<[string, Mood, string]>([
    ["no answer", { hang: true }, "AWAY"],
    ["a cut connection", { cut: true }, "AWAY"],
    ["a redirect", { status: 302, location: "http://127.0.0.1:1/" }, "AWAY"],
    ["429", { status: 429 }, "BUSY"],
    ["503", { status: 503 }, "BUSY"],
    ["404", { status: 404 }, "REFUSED"],
    ["HTML", { body: "<html>" }, "MALFORMED"],
    ["half an answer", { body: '{"error":[],"result":{' }, "MALFORMED"],
    ["another shape", { body: '{"hello":1}' }, "MALFORMED"],
    ["a flood", { body: `["${"x".repeat(600_000)}"]` }, "MALFORMED"],
    ["__proto__", { body: '{"__proto__":{}}' }, "MALFORMED"],
  ])("%s is told apart", async (_what, mood, kind) => expect(await behaving(exchange, mood)).toBe(kind));
});

test("an exchange that tells a time is taken by its word, the others leave it open", async () => {
  const times = await Promise.all(
    EXCHANGES.map(async (exchange) => {
      exchanges.say(exchange, { bid: '"1"', ask: '"1"', at: AT });
      return (await feedOf(exchange, exchanges.access(exchange)).read()).quotes[0]?.at?.getTime();
    }),
  );
  expect(times).toEqual([undefined, AT, AT, undefined]);
});

describe("books", () => {
  const bookOf = async (exchange: Exchange, bids?: string) => {
    exchanges.say(exchange, { bid: '"60000"', ask: '"60010"', at: AT, ...(bids ? { bids } : {}) });
    const feed = feedOf(exchange, exchanges.access(exchange));
    const book = feed.books ? await feed.books.read(BTC_EUR) : (await feed.read()).quotes[0]?.bids;
    return book?.map(({ price, quantity }) => `${price} × ${quantity}`);
  };

  test.each(EXCHANGES)("%s tells its levels, or its best one", async (exchange) => {
    expect(await bookOf(exchange)).toEqual(["60000 × 0.5"]);
  });

  test.each(["kraken", "bitstamp", "binance"] as const)(
    "%s: best first, exact, without levels of nothing, whatever else stands in them",
    async (exchange) => {
      const bids =
        '[["59990.123456789","0.1234567891",1616663113],["60000",2,7],["59980","0",1],["59990.12345678","1",1]]';
      expect(await bookOf(exchange, bids)).toEqual(["60000 × 2", "59990.12345678 × 1.12345678"]);
      await expect(bookOf(exchange, '[["NaN","1",1]]')).rejects.toMatchObject({ kind: "MALFORMED" });
      await expect(bookOf(exchange, '[["1"]]')).rejects.toMatchObject({ kind: "MALFORMED" });
    },
  );
});

test("Kraken's errors come with status 200", async () => {
  expect(await behaving("kraken", { body: '{"error":["EGeneral:Too many requests"]}' })).toBe("BUSY");
  expect(await behaving("kraken", { body: '{"error":["EQuery:Unknown asset pair"]}' })).toBe("REFUSED");
  expect(await behaving("kraken", { body: '{"error":[]}' })).toBe("MALFORMED");
});

describe("a pair that Kraken does not trade any more", () => {
  const pairs: readonly Quoted[] = ["EUR", "USD", "GBP", "CAD", "JPY"].map((fiat) => ({ base: "BTC", fiat }) as Quoted);

  /** Kraken, which refuses a question for the sake of one name; what it was asked, and what came of it. */
  async function openWithout(...unknown: readonly string[]) {
    const requests: string[] = [];
    const trades = new Set(unknown);
    const server = await openServer(({ query }) => {
      const names = (new URLSearchParams(query).get("pair") ?? "").split(",");
      requests.push(names.join(","));
      if (names.some((name) => trades.has(name))) return { body: '{"error":["EQuery:Unknown asset pair"]}' };
      const tickers = names.map((name) => `"X${name.slice(0, 3)}Z${name.slice(3)}":{"a":["1.01"],"b":["1"]}`);
      return { body: `{"error":[],"result":{${tickers.join(",")}}}` };
    });
    const feed = krakenFeed(pairs, { baseUrl: server.baseUrl });
    const read = async () => {
      requests.length = 0;
      const { quotes, faults } = await feed.read();
      return {
        quoted: quotes.map(({ fiat }) => fiat),
        faults: faults.map(({ message }) => message),
        requests: [...requests],
      };
    };
    return { read, trades, close: server.close };
  }

  test("takes no other with it, is told, and is asked for again after an hour", async () => {
    const { read, trades, close } = await openWithout("XBTCAD");
    try {
      expect(await read()).toMatchObject({
        quoted: ["EUR", "USD", "GBP", "JPY"],
        faults: ["kraken does not trade XBTCAD."],
      });
      const without = ["XBTEUR,XBTUSD,XBTGBP,XBTJPY"];
      expect((await read()).requests).toEqual(without);
      trades.clear();
      const later = vi.spyOn(Date, "now");
      const now = Date.now();
      later.mockReturnValue(now + 3_599_000);
      expect((await read()).requests).toEqual(without);
      later.mockReturnValue(now + 3_601_000);
      expect(await read()).toMatchObject({ quoted: ["EUR", "USD", "GBP", "CAD", "JPY"], faults: [] });
    } finally {
      vi.restoreAllMocks();
      await close();
    }
  });
});

test("a pair that Binance does not trade any more takes no other with it", async () => {
  const server = await openServer(({ query }) => {
    const isUnknown = decodeURIComponent(query).includes("BTCEUR");
    if (isUnknown) return { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' };
    return { body: '{"symbol":"BTCJPY","bidPrice":"9000000","bidQty":"1","askPrice":"9000100","askQty":"1"}' };
  });
  try {
    const pairs = ["EUR", "JPY"].map((fiat) => ({ base: "BTC", fiat }) as Quoted);
    const { quotes, faults } = await binanceFeed(pairs, { baseUrl: server.baseUrl }).read();
    expect([quotes.map(({ fiat }) => fiat), faults.map(({ kind }) => kind)]).toEqual([["JPY"], ["REFUSED"]]);
  } finally {
    await server.close();
  }
});

test("a book in auction, and a market told twice, are no price", async () => {
  const book = bodyOf("coinbase", { bid: '"1"', ask: '"1"', at: AT }).replace(
    '"auction_mode":false',
    '"auction_mode":true',
  );
  expect(await behaving("coinbase", { body: book })).toBe("BOUNDS");
  const [row = ""] = /\{"pair":"BTC\/EUR".*?\}/.exec(bodyOf("bitstamp", { bid: '"1"', ask: '"1"', at: AT })) ?? [];
  expect(await behaving("bitstamp", { body: `[${row},${row}]` })).toBe("MALFORMED");
});

test("every pair is served by an exchange under one name only, and the chief ones by several", () => {
  const served = ALL.feeds.flatMap(({ name, pairs }) => pairs.map(({ base, fiat }) => `${name} ${base}/${fiat}`));
  expect(new Set(served).size).toBe(served.length);
  expect(served.filter((pair) => pair.endsWith("BTC/EUR"))).toHaveLength(4);
});

test("each of the twenty pairs has a quorum without any one source, over its crosses where exchanges are too few", () => {
  const sourcesOf = ({ base, fiat }: Quoted) =>
    ALL.feeds.filter(({ pairs }) => pairs.some((each) => each.base === base && each.fiat === fiat)).length;
  const voices = CRYPTOS.flatMap((base) =>
    FIATS.map((fiat) => {
      const cross = ALL.crosses.find((each) => each.base === base && each.fiat === fiat);
      return [`${base}/${fiat}`, Math.min(...(cross ? legsOf(cross) : [{ base, fiat }]).map(sourcesOf))] as const;
    }),
  );
  expect(voices).toHaveLength(20);
  expect(voices.filter(([, sources]) => sources < LIVE_RULES.sourcesNeeded)).toEqual([]);
  // Of the rates each leg has one source more than it needs.
  expect(voices.filter(([pair, sources]) => sources < 3 && /CAD|JPY/.test(pair))).toEqual([
    ["BTC/JPY", 2],
    ["USDC/CAD", 2],
    ["USDC/JPY", 2],
  ]);
});

test("what has lain in a cache for as long as a price is fresh is none", async () => {
  const read = (headers: Record<string, string>) =>
    readJson(accessTo("https://rates.example", { fetch: async () => new Response("[1]", { headers }) }), "/");
  expect(JSON.stringify(await read({ age: "14" }))).toBe(JSON.stringify(await read({})));
  await expect(read({ age: "15" })).rejects.toThrow("answered out of a cache, 15 s old");
});

describe("rates of fiats, from servers that answer as is documented", () => {
  const USD_CAD: Quoted = { base: "USD", fiat: "CAD" };
  const USD_JPY: Quoted = { base: "USD", fiat: "JPY" };
  type SentRequest = { method: string; path: string; body: string };

  /** Reads a feed's rates from a server that gives one answer to all, or one to each path. */
  async function ratesOf(
    feedFor: (pairs: readonly Quoted[], given: { baseUrl: string }) => MarketFeed,
    pairs: readonly Quoted[],
    answer: (request: SentRequest) => string | { status?: number; body: string },
  ) {
    const requests: SentRequest[] = [];
    const server = await openServer(({ method, path, query, body }) => {
      const one = { method, path: query ? `${path}?${query}` : path, body };
      requests.push(one);
      const answered = answer(one);
      return typeof answered === "string" ? { body: answered } : answered;
    });
    try {
      const { quotes, faults } = await feedFor(pairs, { baseUrl: server.baseUrl }).read();
      const prices = quotes.map(({ base, fiat, bid, ask }) => `${base}/${fiat} ${bid} ${ask}`);
      return { prices, faults: faults.map(({ kind }) => kind), requests };
    } finally {
      await server.close();
    }
  }
  const kindOf = (reading: Promise<unknown>) =>
    reading.then(
      () => "NONE",
      (fault: FeedFault) => fault.kind,
    );

  test("Kraken tells them in its ticker, under names with a Z", async () => {
    const answer = (name: string, ask: string, bid: string) =>
      `"${name}":{"a":["${ask}","500","500.000"],"b":["${bid}","12302","12302.000"]}`;
    const { prices, requests } = await ratesOf(
      krakenFeed,
      [USD_CAD, USD_JPY],
      () =>
        `{"error":[],"result":{${answer("ZUSDZCAD", "1.42715", "1.42708")},${answer("ZUSDZJPY", "150.122", "150.101")}}}`,
    );
    expect(prices).toEqual(["USD/CAD 1.42708 1.42715", "USD/JPY 150.101 150.122"]);
    expect(requests.map(({ path }) => path)).toEqual(["/0/public/Ticker?pair=USDCAD,USDJPY"]);
  });

  test("Coinbase tells one rate of each, all of a base in one answer", async () => {
    const body = '{"data":{"currency":"USD","rates":{"AED":"3.6732","CAD":"1.4271","JPY":"150.11","BTC":"0.000015"}}}';
    const { prices, requests } = await ratesOf(coinbaseRatesFeed, [USD_CAD, USD_JPY], () => body);
    expect(prices).toEqual(["USD/CAD 1.4256729 1.4285271", "USD/JPY 149.95989 150.26011"]);
    expect(requests).toEqual([{ method: "GET", path: "/v2/exchange-rates?currency=USD", body: "" }]);
    const other = body.replace('"USD"', '"EUR"');
    expect(await kindOf(ratesOf(coinbaseRatesFeed, [USD_CAD], () => other))).toBe("MALFORMED");
    const nonsense = body.replace('"1.4271"', '"NaN"');
    expect(await ratesOf(coinbaseRatesFeed, [USD_CAD, USD_JPY], () => nonsense)).toMatchObject({
      prices: ["USD/JPY 149.95989 150.26011"],
      faults: ["MALFORMED"],
    });
    expect(await kindOf(ratesOf(coinbaseRatesFeed, [USD_CAD], () => ({ status: 429, body: "{}" })))).toBe("BUSY");
  });

  test("Bitfinex is asked for each in a post, and answers a list of one", async () => {
    const { prices, requests } = await ratesOf(bitfinexFxFeed, [USD_CAD, USD_JPY], ({ body }) =>
      body.includes("CAD") ? "[1.4271]" : "[150.11]",
    );
    expect(prices).toEqual(["USD/CAD 1.4256729 1.4285271", "USD/JPY 149.95989 150.26011"]);
    expect(requests[0]).toEqual({ method: "POST", path: "/v2/calc/fx", body: '{"ccy1":"USD","ccy2":"CAD"}' });
    expect(await kindOf(ratesOf(bitfinexFxFeed, [USD_CAD], () => '["error",10020,"symbol: invalid"]'))).toBe(
      "MALFORMED",
    );
    expect(
      await ratesOf(bitfinexFxFeed, [USD_CAD, USD_JPY], ({ body }) => (body.includes("CAD") ? "[0]" : "[150.11]")),
    ).toMatchObject({
      prices: ["USD/JPY 149.95989 150.26011"],
      faults: ["BOUNDS"],
    });
  });

  test("no source of rates serves a crypto, and none is read that no cross needs", () => {
    const named = ALL.feeds.filter(({ name }) => name.endsWith("-rates") || name.endsWith("-fx"));
    expect(named.flatMap(({ pairs }) => pairs.map(({ base, fiat }) => `${base}/${fiat}`))).toEqual([
      "USD/CAD",
      "USD/JPY",
      "USD/CAD",
      "USD/JPY",
    ]);
    const { env } = checkEnv({});
    expect(publicFeeds(env.priceSources, []).map(({ name }) => name)).toEqual([...EXCHANGES]);
  });

  test("a source is reached at the address that is named for it", async () => {
    const { env, faults } = checkEnv({ ...LIVE_PRICES, COINBASE_RATES_PRICES_URL: "https://mirror.example/coinbase/" });
    expect(faults.filter((fault) => fault.includes("PRICE"))).toEqual([]);
    expect(env.priceSources.find(({ name }) => name === "coinbase-rates")?.url).toBe("https://mirror.example/coinbase");
  });
});

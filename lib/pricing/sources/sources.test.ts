import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import type { FeedFault } from "../market.ts";
import { publicFeeds } from "./all.ts";

let exchanges: Exchanges;
beforeAll(async () => {
  exchanges = await openExchanges();
});
afterAll(() => exchanges.close());

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
const said = (exchange: Exchange, bid: string, ask: string) => {
  exchanges.say(exchange, { bid, ask, at: AT });
  return outcome(exchange);
};
const behaving = (exchange: Exchange, mood: Mood) => {
  exchanges.behave(exchange, mood);
  return outcome(exchange);
};

describe.each(EXCHANGES)("%s", (exchange) => {
  test("is read exactly, whether its numbers come as texts or as JSON numbers", async () => {
    expect(await said(exchange, '"60000.12345678"', '"60010.10000000"')).toBe("60000.12345678 60010.1");
    expect(await said(exchange, "60000.12345678", "6.00101e4")).toBe("60000.12345678 60010.1");
    expect(await said(exchange, '"60000.123456789"', '"60010.123456781"')).toBe("60000.12345678 60010.12345679");
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
    expect(await said(exchange, bid, ask)).toBe(kind),
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
  const served = publicFeeds().flatMap(({ name, pairs }) => pairs.map(({ base, fiat }) => `${name} ${base}/${fiat}`));
  expect(new Set(served).size).toBe(served.length);
  expect(served.filter((pair) => pair.endsWith("BTC/EUR"))).toHaveLength(4);
});

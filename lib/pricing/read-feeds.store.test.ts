import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BTC_EUR, EXCHANGES, type Exchanges, feedOf, openExchanges } from "#e2e/world/exchanges.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { personIn } from "#e2e/world/people-of.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { firmBid } from "./firm-bid.ts";
import type { MarketFeed, Pair } from "./market.ts";
import { forgetSamples, readFeeds } from "./read-feeds.ts";
import { findReference, needReference } from "./reference.ts";
import { storedPrices } from "./stored-prices.ts";

let world: World;
let exchanges: Exchanges;
let app: App;
let ctx: Ctx;

beforeAll(async () => {
  world = await openWorld();
  exchanges = await openExchanges();
  const feeds = EXCHANGES.map((exchange) => feedOf(exchange, exchanges.access(exchange)));
  app = { ...world.app, mode: "live", feeds, prices: [storedPrices(world.app.database.prisma)] };
  ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
});
beforeEach(async () => {
  for (const exchange of EXCHANGES) exchanges.say(exchange, { bid: '"60000"', ask: '"60010"' });
  await due();
});
afterAll(async () => {
  await exchanges?.close();
  await world?.close();
});

const sql = async <T>(text: string): Promise<T[]> => (await world.app.database.pool.query(text)).rows as T[];
const due = () => sql("update price_feed set next_at = clock_timestamp()");
const price = async (): Promise<string | undefined> =>
  (await findReference(app, BTC_EUR.base, BTC_EUR.fiat, await ctx.now()))?.bid.toString();
/** Everything said so far grows old; the exchanges' own clocks are the machine's, so they are not moved. */
const age = (seconds: number) =>
  sql(
    `update price_sample set at = at - make_interval(secs => ${seconds}), stored_at = stored_at - make_interval(secs => ${seconds})`,
  );

describe("a bid by size", () => {
  const firm = async (quantity: string, maxDepthBps = 200) => {
    const reference = await findReference(app, BTC_EUR.base, BTC_EUR.fiat, await ctx.now());
    const bid = reference && firmBid(reference, { quantity: Decimal.from(quantity) }, maxDepthBps);
    return bid && [bid.bid.toString(), ...bid.samples.map(({ source }) => source).toSorted()];
  };
  const say = (exchange: (typeof EXCHANGES)[number], bids: string) =>
    exchanges.say(exchange, { bid: '"60000"', ask: '"60010"', bids });

  test("is the median of those books that take it, and none of fewer than two", async () => {
    say("kraken", '[["60000","1",0],["59900","1",0]]');
    say("bitstamp", '[["60000","1",0],["59800","1",0]]');
    say("binance", '[["60000","1.5",0]]');
    await readFeeds(ctx);
    expect(await firm("0.5")).toEqual(["60000", "binance", "bitstamp", "coinbase", "kraken"]);
    expect(await firm("1.5")).toEqual(["59966.66666666", "binance", "bitstamp", "kraken"]);
    expect(await firm("2")).toEqual(["59925", "bitstamp", "kraken"]);
    expect(await firm("2.00000001")).toBeUndefined();
    expect(await firm("2", 20)).toBeUndefined();
  });

  test("asks no old book, and none above the price of now", async () => {
    for (const exchange of EXCHANGES) say(exchange, '[["61000","1",0]]');
    await readFeeds(ctx);
    expect((await firm("0.5"))?.[0]).toBe("60000");
    await sql("update price_book set at = at - interval '15 s' where source in ('kraken', 'binance', 'coinbase')");
    expect(await price()).toBe("60000");
    expect(await firm("0.1")).toBeUndefined();
  });

  test("loses a book that cannot be read, and nothing else", async () => {
    exchanges.behaveInBooks("kraken", { status: 500 });
    await sql("update price_book set at = at - interval '1 hour'");
    await readFeeds(ctx);
    expect(await price()).toBe("60000");
    expect(await firm("0.1")).toEqual(["60000", "binance", "bitstamp", "coinbase"]);
    const [feed] = await sql<{ last_error: string; failures: number }>(
      "select last_error, failures from price_feed where source = 'kraken'",
    );
    expect(feed).toMatchObject({ failures: 0, last_error: expect.stringContaining("Depth") });
  });

  test("has each book of an exchange read in turn", async () => {
    const read: string[] = [];
    const pairs = ["BTC", "BCH", "USDT"].map((base) => ({ base, fiat: "EUR" }) as Pair);
    const feed: MarketFeed = {
      name: "turns",
      pairs,
      read: async () => ({ quotes: [], faults: [] }),
      books: { atOnce: 2, read: async ({ base }) => read.splice(read.length, 0, base) as never[] },
    };
    for (const _ of [1, 2, 3]) {
      await due();
      await readFeeds(ctx, [feed]);
    }
    expect(read).toEqual(["BTC", "BCH", "BTC", "USDT", "BCH", "USDT"]);
  });
});

describe("reading the feeds", () => {
  test("stores what each says, and prices come from there", async () => {
    expect(await readFeeds(ctx)).toBe(4);
    expect(await price()).toBe("60000");
    expect(await sql("select bid::text, at > now() - interval '10 s' as new from price_reference")).toEqual([
      { bid: "60000.00000000", new: true },
    ]);
  });

  test("is one worker's turn at a time", async () => {
    const before = exchanges.requestsTo("kraken");
    const read = await Promise.all([1, 2, 3].map(() => readFeeds(ctx)));
    expect(read.reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(exchanges.requestsTo("kraken")).toBe(before + 1);
    expect(await readFeeds(ctx)).toBe(0);
  });

  test("goes on when exchanges fail, leaves those alone for a while, and says why", async () => {
    exchanges.behave("kraken", { hang: true });
    exchanges.behave("binance", { status: 429 });
    expect(await readFeeds(ctx)).toBe(2);
    expect(
      await sql(`select source, failures, last_error ~ 'no answer|429' as told, next_at > clock_timestamp() + interval '10 s' as long
        from price_feed where last_error is not null order by source`),
    ).toEqual([
      { source: "binance", failures: 1, told: true, long: true },
      { source: "kraken", failures: 1, told: true, long: false },
    ]);
    await age(20);
    expect(await price()).toBeUndefined();
    await due();
    await readFeeds(ctx);
    expect(await price()).toBe("60000");
  });

  test("with one source left there is no price: 503, never an old one", async () => {
    await readFeeds(ctx);
    await age(20);
    await due();
    for (const exchange of ["kraken", "coinbase", "bitstamp"] as const) exchanges.behave(exchange, { status: 500 });
    expect(await readFeeds(ctx)).toBe(1);
    await expect(needReference(app, "BTC", "EUR", await ctx.now())).rejects.toMatchObject({
      code: "PRICE_UNAVAILABLE",
    });
  });

  test("a ten-fold jump of all is no price, and never becomes the last good one", async () => {
    await readFeeds(ctx);
    await age(20);
    for (const exchange of EXCHANGES) exchanges.say(exchange, { bid: '"600000"', ask: '"600100"' });
    await due();
    expect(await readFeeds(ctx)).toBe(4);
    expect(await price()).toBeUndefined();
    expect(await sql("select bid::text from price_reference")).toEqual([{ bid: "60000.00000000" }]);
  });

  test("an exchange whose clock runs ahead or stands still has no say", async () => {
    await age(20);
    exchanges.say("coinbase", { bid: '"60000"', ask: '"60010"', at: Date.now() + 60_000 });
    exchanges.say("bitstamp", { bid: '"60000"', ask: '"60010"', at: Date.now() - 60_000 });
    exchanges.behave("kraken", { cut: true });
    expect(await readFeeds(ctx)).toBe(3);
    expect(await price()).toBeUndefined();
  });

  test("a pair that is priced over others has a price as long as they have, and a case once one of them has none", async () => {
    const told = (source: string, base: "BCH" | "USD", fiat: "USD" | "JPY", bid: string): MarketFeed => ({
      name: source,
      pairs: [{ base, fiat }],
      read: async () => ({
        quotes: [{ base, fiat, bid: Decimal.from(bid), ask: Decimal.from(bid), at: undefined }],
        faults: [],
      }),
    });
    const sold = ["one", "two"].map((source) => told(source, "BCH", "USD", "400"));
    const rates = ["three", "four"].map((source) => told(source, "USD", "JPY", "150"));
    const env = { ...app.env, crosses: [{ base: "BCH", fiat: "JPY", via: "USD" }] as const };
    const over = contextFor({ ...app, env }, { actor: { kind: "worker" }, requestId: "test" });
    await readFeeds(over, [...sold, ...rates]);
    const reference = () => sql("select bid::text from price_reference where base = 'BCH' and fiat = 'JPY'");
    expect(await reference()).toEqual([{ bid: "60000.00000000" }]);
    const anna = await personIn(world, "Anna");
    const stale = async () =>
      (await listCases(anna, { kind: "STALE_PRICE" })).data.flatMap(
        ({ cause }) => cause.match(/for (\w+\/JPY)/)?.[1] ?? [],
      );
    expect(await stale()).toEqual([]);
    await age(20);
    await sql("update price_reference set at = at - interval '20 s'");
    await due();
    await readFeeds(over, sold);
    expect(await stale()).toEqual(["BCH/JPY"]);
    await due();
    await readFeeds(over, [...sold, ...rates]);
    expect(await stale()).toEqual([]);
  });

  test("samples are forgotten after an hour", async () => {
    await readFeeds(ctx);
    await age(3_601);
    expect(await forgetSamples(ctx)).toBeGreaterThan(0);
    expect(await sql("select id from price_sample")).toEqual([]);
  });
});

test("a sandbox reads no exchange", async () => expect(await readFeeds(world.ctx)).toBe(0));

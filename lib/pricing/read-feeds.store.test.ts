import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BTC_EUR, EXCHANGES, type Exchanges, feedOf, openExchanges } from "#e2e/world/exchanges.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
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

describe("reading the feeds", () => {
  test("stores what each says, and prices come from there", async () => {
    expect(await readFeeds(ctx)).toBe(4);
    expect(await price()).toBe("60000");
    expect(await sql("select bid::text, at > now() - interval '10 s' as new from price_reference")).toEqual([
      { bid: "60000.00000000", new: true },
    ]);
  });

  test("is one worker's turn at a time", async () => {
    const before = exchanges.asked("kraken");
    const read = await Promise.all([1, 2, 3].map(() => readFeeds(ctx)));
    expect(read.reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(exchanges.asked("kraken")).toBe(before + 1);
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

  test("samples are forgotten after an hour", async () => {
    await readFeeds(ctx);
    await age(3_601);
    expect(await forgetSamples(ctx)).toBeGreaterThan(0);
    expect(await sql("select id from price_sample")).toEqual([]);
  });
});

test("a sandbox reads no exchange", async () => expect(await readFeeds(world.ctx)).toBe(0));

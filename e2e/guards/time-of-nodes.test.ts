import { Slots } from "#lib/kernel/slots.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BlockHeader, type Chain, ChainFault } from "#lib/chains/chain.ts";
import { followChains } from "#lib/chains/follow.ts";
import { openEar } from "#lib/chains/listen.ts";
import { provenNode } from "#lib/chains/proven.ts";
import type { Watcher } from "#lib/chains/scan.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendLetters } from "#lib/notices/send-letters.ts";
import { type MarketFeed, FeedFault } from "#lib/pricing/market.ts";
import { readFeeds } from "#lib/pricing/read-feeds.ts";
import { storedPrices } from "#lib/pricing/stored-prices.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(() => world?.close());

const soon = () => new Promise((wake) => setTimeout(wake, 1));
/** The house of this world with something of it in another's place. */
const with_ = (more: object): Ctx =>
  contextFor({ ...world.api.app, slots: new Slots(), ...more }, { actor: { kind: "worker" }, requestId: "test" });

describe("a node", () => {
  test("is asked again after a minute which network it is of, no millisecond earlier", async () => {
    const prove = vi.fn(async () => undefined);
    const ask = provenNode(async () => undefined, prove);
    await ask("x", []);
    await world.clock.advance(MINUTE - 1);
    await ask("x", []);
    expect(prove).toHaveBeenCalledTimes(1);
    await world.clock.advance(1);
    await ask("x", []);
    expect(prove).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["that errs is asked to tell of blocks again after half a minute", true, 30 * SECOND],
    ["that cannot tell of blocks is asked again after ten minutes", false, 10 * MINUTE],
  ])("%s", async (_name, retry, rest) => {
    const nextBlock = vi.fn(() => Promise.reject(new ChainFault("bitcoin", "no", retry)));
    const ear = openEar({ nextBlock } as Partial<Chain> as Chain, new AbortController().signal, () => undefined);
    const attend = async () => {
      ear.attend();
      await soon();
      return nextBlock.mock.calls.length;
    };
    expect(await attend()).toBe(1);
    await world.clock.advance(rest - 1);
    expect(await attend()).toBe(1);
    await world.clock.advance(1);
    expect(await attend()).toBe(2);
  });

  test("is told to nobody when nobody has looked at its chain for a minute", async () => {
    const pending: (() => void)[] = [];
    const nextBlock = vi.fn(() => new Promise<void>((done) => void pending.push(done)));
    const ear = openEar({ nextBlock } as Partial<Chain> as Chain, new AbortController().signal, () => undefined);
    const report = async () => {
      pending.pop()?.();
      await soon();
      return nextBlock.mock.calls.length;
    };
    ear.attend();
    await world.clock.advance(MINUTE - 1);
    expect(await report()).toBe(2);
    await world.clock.advance(1);
    expect(await report()).toBe(2);
    expect(ear.hears()).toBe(false);
  });
});

describe("a chain", () => {
  const forget = async () => {
    for (const table of ["chain_cursor", "chain_block", "chain_range", "chain_state"])
      await world.clock.sql(`delete from ${table} where network = 'tron'`);
  };
  beforeAll(forget);
  afterAll(forget);
  const genesis: BlockHeader = { height: 0, hash: "guard-0", parentHash: "", time: new Date(0) };
  const watcher = {
    survey: async () => ({ appeared: [], leaving: [], vanished: new Map() }),
    mempool: async () => undefined,
  } as Partial<Watcher> as Watcher;
  const chain = (head: Chain["head"], more: Partial<Chain> = {}) => ({
    network: "tron" as const,
    reorgLimit: 1,
    everyMs: 1_000,
    head,
    header: async () => genesis,
    mempool: async () => ({ fresh: [], holds: () => false, written: () => undefined }),
    ...more,
  });

  test("that is quiet is looked at each time its pace has passed", async () => {
    const head = vi.fn(async () => genesis);
    const ctx = with_({ chains: { tron: chain(head) } });
    const look = async () => {
      await followChains(ctx, watcher);
      return head.mock.calls.length;
    };
    const first = await look();
    await world.clock.advance(SECOND - 1);
    expect(await look()).toBe(first);
    await world.clock.advance(1);
    expect(await look()).toBe(first + 1);
  });

  test("is looked at all the same where the machine's clock has been put back", async () => {
    const head = vi.fn(async () => genesis);
    const ctx = with_({ chains: { tron: chain(head) } });
    await followChains(ctx, watcher);
    await followChains(ctx, watcher);
    const before = head.mock.calls.length;
    await world.clock.advance(-60 * MINUTE);
    await followChains(ctx, watcher);
    expect(head.mock.calls.length).toBe(before + 1);
    await world.clock.advance(60 * MINUTE);
  });

  test("whose node errs is looked at ever more rarely, at the latest after half a minute", async () => {
    const head = vi.fn((): Promise<BlockHeader> => Promise.reject(new ChainFault("bitcoin", "away", true)));
    const ctx = with_({ chains: { tron: chain(head) } });
    const look = async () => {
      await followChains(ctx, watcher);
      return head.mock.calls.length;
    };
    expect(await look()).toBe(1);
    for (const [nth, pause] of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await world.clock.advance(pause - 1);
      expect([nth, await look()]).toEqual([nth, nth + 1]);
      await world.clock.advance(1);
      expect([nth, await look()]).toEqual([nth, nth + 2]);
    }
  });
});

describe("an exchange", () => {
  const pair = { base: "BTC", fiat: "EUR" } as const;
  const quote = { ...pair, bid: Decimal.from("1"), ask: Decimal.from("1"), at: undefined };
  function readsOf(name: string, fault?: FeedFault) {
    const read = vi.fn(async () => {
      if (fault) throw fault;
      return { quotes: [quote], faults: [] };
    });
    const feed: MarketFeed = { name, pairs: [pair], read };
    const ctx = with_({ mode: "live", feeds: [feed], prices: [storedPrices(world.api.app.database.prisma)] });
    return async () => {
      await readFeeds(ctx, [feed]);
      return read.mock.calls.length;
    };
  }

  test("is read every two seconds of wall time", async () => {
    const look = readsOf("well");
    expect(await look()).toBe(1);
    await world.clock.advance(2 * SECOND - 1);
    expect(await look()).toBe(1);
    await world.clock.advance(1);
    expect(await look()).toBe(2);
  });

  test.each([
    ["that is away waits two seconds, doubled with each failure, five minutes at most", "AWAY", 2 * SECOND],
    ["that is busy waits fifteen seconds, doubled with each failure, five minutes at most", "BUSY", 15 * SECOND],
  ] as const)("%s", async (_name, kind, first) => {
    const look = readsOf(kind, new FeedFault(kind, "no"));
    expect(await look()).toBe(1);
    for (let nth = 1, wait: number = first; nth < 10; nth += 1, wait = Math.min(wait * 2, 5 * MINUTE)) {
      await world.clock.advance(wait - 1);
      expect([nth, await look()]).toEqual([nth, nth]);
      await world.clock.advance(1);
      expect([nth, await look()]).toEqual([nth, nth + 1]);
    }
  });

  test("is looked back at for a minute of business time", async () => {
    const source = storedPrices(world.api.app.database.prisma);
    await world.clock.sql("delete from price_sample");
    await world.clock.sql(
      "insert into price_sample (source, base, fiat, bid, ask, at, stored_at) values ('guard', 'BTC', 'EUR', 1, 1, business_now(), business_now())",
    );
    const found = async () => (await source.samples("BTC", "EUR", new Date())).length;
    await world.later(MINUTE - 1);
    expect(await found()).toBe(1);
    await world.later(1);
    expect(await found()).toBe(0);
  });
});

test("a letter that cannot be sent waits a minute, five, half an hour, two hours, twelve, and is given up", async () => {
  const ctx = with_({ env: { ...world.api.app.env, smtpUrl: "smtp://127.0.0.1:1" } });
  const id = world.worker.id();
  await world.clock.sql("insert into mail (id, recipient, subject, body) values ($1, 'a@example.com', 's', 'b')", [id]);
  const tries = async () => {
    await sendLetters(ctx);
    return (await world.clock.sql<{ tries: number }>("select tries from mail where id = $1", [id]))[0]?.tries;
  };
  expect(await tries()).toBe(1);
  for (const [nth, wait] of [60, 300, 1_800, 7_200, 43_200].entries()) {
    await world.clock.advance(wait * SECOND - 1);
    expect([nth, await tries()]).toEqual([nth, nth + 1]);
    await world.clock.advance(1);
    expect([nth, await tries()]).toEqual([nth, nth + 2]);
  }
  await world.clock.advance(365 * 86_400 * SECOND);
  expect(await tries()).toBe(6);
});

describe("a question about the past", () => {
  const DAY = 86_400_000;
  const status = async (target: string, who: Partial<ApiRequest> = {}) => (await world.api.get(target, who)).status;

  test("of payments spans ninety days, and not a millisecond more", async () => {
    const now = (await world.worker.now()).getTime();
    const ask = (spanMs: number) => status(`/payment/v1/payment?startTime=${now - spanMs}&endTime=${now}`);
    expect([await ask(90 * DAY), await ask(90 * DAY + 1)]).toEqual([200, 400]);
  });

  test("of execution quality spans ninety days, thirty when none is named", async () => {
    const now = (await world.worker.now()).getTime();
    const quality = "/house/v1/execution-quality";
    const key = await world.api.newHouseKey(["house:read"]);
    const ask = (spanMs: number) => status(`${quality}?startTime=${now - spanMs}&endTime=${now}`, { key });
    expect([await ask(90 * DAY), await ask(90 * DAY + 1), await ask(-1)]).toEqual([200, 400, 400]);
    const bill = await world.api.bill();
    await world.pay(bill);
    const days = async () => (await world.api.get(quality, { key })).as<{ data: object[] }>().data.length;
    await world.later(30 * DAY);
    expect(await days()).toBe(1);
    await world.later(1);
    expect(await days()).toBe(0);
  });

  test("of failed requests begins a day ago when no time is named", async () => {
    const failed = async () =>
      (await world.api.get("/manage/v1/requests/errors")).as<{ data: { message: string }[] }>().data.length;
    const [account] = await world.clock.sql<{ id: string }>("select id from account where name = 'acme'");
    await world.clock.sql("delete from request_log");
    await world.clock.sql(
      `insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller)
       values ($1, $2, clock_timestamp(), 'GET', '/guard', '/guard', 'payments:read', 500, 1, 'test')`,
      [account?.id, world.worker.id()],
    );
    await world.clock.advance(DAY);
    expect(await failed()).toBe(1);
    await world.clock.advance(1);
    expect(await failed()).toBe(0);
  });

  test("of the overview looks at bills that end within five minutes, and ninety days back", async () => {
    type Facts = { facts: { ending: { count: number }; unconverted: object[]; volume: { day: string }[] } };
    const facts = async () => (await world.api.get("/manage/v1/overview")).as<Facts>().facts;
    await world.later(DAY);
    const retained = await world.api.bill({ strategy: "RAI" });
    await world.pay(retained);
    await world.api.bill();
    await world.later(20 * MINUTE - 5 * MINUTE);
    expect((await facts()).ending.count).toBe(0);
    await world.later(1);
    expect((await facts()).ending.count).toBe(1);
    await world.later(90 * DAY - 15 * MINUTE - 1);
    expect((await facts()).unconverted).toHaveLength(1);
    await world.later(1);
    expect((await facts()).unconverted).toEqual([]);
  });

  test("of the overview's volume is of the last thirty days of UTC, today among them", async () => {
    const days = async () => {
      const overview = await world.api.get("/manage/v1/overview");
      return overview.as<{ facts: { volume: object[] } }>().facts.volume.length;
    };
    const today = (await world.worker.now()).getTime() % DAY;
    await world.later(DAY - today);
    const before = await days();
    await world.pay(await world.api.bill());
    expect(await days()).toBe(before + 1);
    await world.later(30 * DAY - 1);
    expect(await days()).toBe(1);
    await world.later(1);
    expect(await days()).toBe(0);
  });
});

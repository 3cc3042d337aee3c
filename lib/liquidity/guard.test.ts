import { beforeEach, describe, expect, test, vi } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { guarded, RETRY as STANDARD, VenueResting } from "./guard.ts";
import type { VenueOutcome, Venue } from "./venue.ts";

const RETRY = {
  faults: 3,
  restMs: 30_000,
  burst: 4,
  perSecond: 2,
  reservedForOrders: 2,
  bookMs: 1_000,
  lookMs: 5_000,
};
const DONE: VenueOutcome = { state: "REFUSED", reason: "no funds" };
const LOST: VenueOutcome = { state: "UNKNOWN", reason: "no answer" };

let now: number;
let requests: number;
let answer: () => Promise<VenueOutcome>;
let venue: Venue;

beforeEach(() => {
  now = 0;
  requests = 0;
  answer = async () => DONE;
  const order = () => {
    requests += 1;
    return answer();
  };
  const inner = {
    name: "test",
    marketOrder: order,
    find: async () => ({ outcome: await order(), at: new Date(now) }),
    book: async () => void (await order()),
  };
  venue = guarded(inner as unknown as Venue, RETRY, () => now);
});

const sell = () =>
  venue.marketOrder(
    { clientRef: "a", side: "SELL", base: "BTC", fiat: "EUR", quantity: Decimal.of(1n), deadline: new Date(now) },
    new Date(now),
  );
const find = () => venue.find("a", { side: "SELL", base: "BTC", fiat: "EUR", placedAt: new Date(now) });

async function failing(times: number): Promise<void> {
  answer = async () => LOST;
  for (let failed = 0; failed < times; failed += 1) {
    now += 1_000;
    await sell();
  }
}

describe("a guarded venue", () => {
  test("rests after faults in a row: an order is refused, and surely was not sent", async () => {
    await failing(3);
    expect(venue.condition?.()).toMatchObject({ state: "OPEN", faults: 3 });
    requests = 0;
    const reason = "test is spared for a moment: it failed, or was asked, too often.";
    expect(await sell()).toEqual({ state: "REFUSED", reason, code: "RESTING" });
    expect(requests).toBe(0);
  });

  test("is well again after one good answer", async () => {
    await failing(2);
    answer = async () => DONE;
    await sell();
    expect(venue.condition?.()).toMatchObject({ state: "CLOSED", faults: 0 });
  });

  test("is tried by one question after its rest, and rests anew when that fails", async () => {
    await failing(3);
    now += 30_000;
    expect(venue.condition?.().state).toBe("HALF_OPEN");
    let end: (outcome: VenueOutcome) => void = () => undefined;
    answer = () => new Promise((resolve) => (end = resolve));
    requests = 0;
    const first = sell();
    expect(await sell()).toMatchObject({ state: "REFUSED" });
    expect(requests).toBe(1);
    end(LOST);
    await first;
    expect(venue.condition?.().state).toBe("OPEN");
  });

  test("is asked for open orders even while it rests, and that makes it well", async () => {
    await failing(3);
    answer = async () => DONE;
    await find();
    expect(venue.condition?.().state).toBe("CLOSED");
  });

  test("that rests and does not even answer a look is looked at seldom", async () => {
    await failing(3);
    answer = () => Promise.reject(new Error("away"));
    await expect(find()).rejects.toThrow("away");
    now += 1_000;
    await expect(find()).rejects.toThrow("spared");
    now += 4_000;
    await expect(find()).rejects.toThrow("away");
  });

  test("tells a book again within a second, and keeps some questions for orders", async () => {
    const book = () => venue.book("BTC", "EUR", new Date(now));
    await Promise.all([book(), book()]);
    expect(requests).toBe(1);
    await venue.book("BTC", "USD", new Date(now));
    await expect(venue.book("BTC", "GBP", new Date(now))).rejects.toThrow("spared");
    expect(await sell()).toEqual(DONE);
    now += 1_000;
    await book();
    expect(requests).toBe(4);
  });

  test("counts what it throws", async () => {
    answer = () => Promise.reject(new Error("away"));
    for (let failed = 0; failed < 3; failed += 1) {
      now += 1_000;
      await expect(find()).rejects.toThrow("away");
    }
    expect(venue.condition?.().state).toBe("OPEN");
  });

  test("is asked no more often than its limit", async () => {
    for (let sent = 0; sent < 6; sent += 1) await sell();
    expect(requests).toBe(4);
    await expect(find()).rejects.toThrow("spared");
    now += 1_000;
    for (let sent = 0; sent < 6; sent += 1) await sell();
    expect(requests).toBe(6);
    expect(venue.condition?.().state).toBe("CLOSED");
  });

  test("says until when it rests, and nothing of it while it is well or tried", async () => {
    expect(venue.condition?.()).toEqual({ state: "CLOSED", faults: 0, until: undefined });
    await failing(3);
    expect(venue.condition?.()).toEqual({ state: "OPEN", faults: 3, until: new Date(now + 30_000) });
    now += 29_999;
    expect(venue.condition?.().state).toBe("OPEN");
    now += 1;
    expect(venue.condition?.()).toEqual({ state: "HALF_OPEN", faults: 3, until: undefined });
  });

  test("rests by a clock that only rises, in epoch milliseconds, whatever the machine's clock is put to", async () => {
    const back = vi.spyOn(Date, "now").mockReturnValue(0);
    const steady = () => performance.timeOrigin + performance.now();
    const inner = { name: "test", quote: () => Promise.reject(new Error("lost")) };
    const real = guarded(inner as unknown as Venue, { ...RETRY, faults: 1, reservedForOrders: 0 });
    const before = steady();
    const want = { side: "SELL", base: "BTC", fiat: "EUR", quantity: Decimal.of(1n) } as const;
    await expect(real.quote(want, new Date(0))).rejects.toThrow("lost");
    const after = steady();
    back.mockRestore();
    const restsFrom = Number(real.condition?.().until) - RETRY.restMs;
    expect(restsFrom).toBeGreaterThanOrEqual(Math.floor(before));
    expect(restsFrom).toBeLessThanOrEqual(after);
  });

  test("that is well is asked many things at once", async () => {
    answer = () => new Promise(() => undefined);
    void sell();
    void sell();
    expect(requests).toBe(2);
  });

  test("is looked at with its last question", async () => {
    for (let sent = 0; sent < 3; sent += 1) await sell();
    await find();
    expect(requests).toBe(4);
  });

  test("tells each pair its own book", async () => {
    await venue.book("BTC", "EUR", new Date(now));
    await venue.book("BCH", "EUR", new Date(now));
    expect(requests).toBe(2);
  });

  test("tells a book that was asked for at the very end of its second anew", async () => {
    const book = () => venue.book("BTC", "EUR", new Date(now));
    await book();
    now += 999;
    await book();
    expect(requests).toBe(1);
    now += 1;
    await book();
    expect(requests).toBe(2);
  });
});

test("a guarded venue passes everything on as it is", async () => {
  const given: unknown[] = [];
  const says =
    (name: string) =>
    async (...args: unknown[]) => {
      given.push([name, ...args]);
      return name;
    };
  const names = ["book", "quote", "balances", "execute", "marketOrder", "find"];
  const inner = Object.fromEntries(names.map((name) => [name, says(name)]));
  const capabilities = { firmQuotes: true };
  const venue = guarded(
    { ...inner, name: "test", capabilities: () => capabilities } as unknown as Venue,
    STANDARD,
    () => 0,
  );
  const methods = venue as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of names) expect(await methods[name]?.(1, 2, 3)).toBe(name);
  expect(given).toEqual(names.map((name) => (name === "balances" ? [name] : [name, 1, 2, 3])));
  expect([venue.name, venue.capabilities()]).toEqual(["test", capabilities]);
});

describe("what not every venue tells", () => {
  const SINCE = new Date(5);
  const away = () => Promise.reject(new Error("away"));
  const withMore = (account: object, more: object = {}) =>
    guarded({ name: "test", account, ...more } as unknown as Venue, RETRY, () => now);

  test("is not told by its guard either", () => {
    const bare = guarded({ name: "test" } as unknown as Venue, RETRY, () => now);
    expect(bare).not.toHaveProperty("account");
    expect(bare).not.toHaveProperty("executedSince");
  });

  test("is told as it is, of what the house has there and of what it traded", async () => {
    const { account, executedSince, ...rest } = withMore(
      {
        depositAddresses: async (asset: string) => [`to ${asset}`],
        transfersSince: async (since: Date) => ["transfers", since],
        tradesSince: async (since: Date) => ["trades", since],
      },
      { executedSince: async (since: Date) => ["executed", since] },
    );
    expect(await account?.depositAddresses("BTC")).toEqual(["to BTC"]);
    expect(await account?.transfersSince(SINCE)).toEqual(["transfers", SINCE]);
    now += 1_000;
    expect(await account?.tradesSince(SINCE)).toEqual(["trades", SINCE]);
    expect(await executedSince?.(SINCE)).toEqual(["executed", SINCE]);
    expect(rest).not.toHaveProperty("depositAddresses");
  });

  test.each(["depositAddresses", "transfersSince", "tradesSince"] as const)(
    "is %s only while the venue does not rest, and its faults count",
    async (name) => {
      const spared = withMore({ [name]: away });
      const ask = spared.account?.[name] as (given: unknown) => Promise<unknown>;
      for (let failed = 0; failed < RETRY.faults; failed += 1) {
        now += 1_000;
        await expect(ask(SINCE)).rejects.toThrow("away");
      }
      expect(spared.condition?.().state).toBe("OPEN");
      await expect(ask(SINCE)).rejects.toThrow("spared");
    },
  );
});

test("what venues are spared by default", () => {
  expect(STANDARD).toEqual({
    faults: 5,
    restMs: 30_000,
    burst: 15,
    perSecond: 3,
    reservedForOrders: 5,
    bookMs: 1_000,
    lookMs: 5_000,
  });
  expect(new VenueResting("kraken").name).toBe("VenueResting");
});

test("a venue is asked all the same where the machine's clock has been put back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const inner = { name: "test", balances: async () => [] } as Partial<Venue> as Venue;
    const one = guarded(inner, { ...RETRY, reservedForOrders: 0 });
    await one.balances();
    vi.setSystemTime(Date.now() - 3_600_000);
    await expect(one.balances()).resolves.toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { setMarketBook } from "#lib/sandbox/market-controls.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { getExposure } from "#lib/overview/get-exposure.ts";
import type { Crypto } from "#lib/kernel/assets.ts";
import { TASKS } from "#lib/worker/due.ts";
import { adopt } from "./adopt-orders.ts";
import { fillOf } from "./fill.ts";
import { findHedgesDue, hedge, recordHedge } from "./hedge.ts";
import type { Venue } from "./venue.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.fault("none");
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.fault("none");
  for (const _ of ["the unknown is refused", "the refused is hedged"]) {
    await world.later(60_000);
    await world.settle();
  }
  expect(await open("BTC")).toBe("0");
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

async function rows<T>(text: string): Promise<T[]> {
  return (await world.app.database.pool.query(text)).rows as T[];
}
/** What the book is long of, by the ledger's own balance. */
const open = async (asset: string): Promise<string> =>
  (
    await rows<{ balance: string }>(
      `select balance from ledger_account where code = 'house:book' and asset = '${asset}'`,
    )
  )[0]?.balance ?? "0";
type Hedge = { status: string; quantity: string; filled: string; fiat: string };
const hedges = () =>
  rows<Hedge>(
    "select status, quantity_units::text as quantity, filled_units::text as filled, fiat from venue_order where purpose = 'HEDGE' order by created_at, id",
  );
/** The hedges placed by `work`. */
async function placedBy(work: () => Promise<unknown>): Promise<Hedge[]> {
  const before = (await hedges()).length;
  await work();
  return (await hedges()).slice(before);
}
/** A bill over 100 EUR at 60 000, paid exactly: the house buys 0.00168351 BTC on its own book. */
async function sold(): Promise<string> {
  const bill = await world.bill();
  return world.pay(bill, bill.quantity);
}
const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
const PAIR = { base: "BTC", fiat: "EUR" } as const;
const WHOLE = { status: "FILLED", quantity: "168351", filled: "168351", fiat: "EUR" };

describe("the hedge", () => {
  test("of example 1: sold at 60 010 for 101.02 EUR, the book is left with no BTC and 1.02 EUR", async () => {
    const euro = BigInt(await open("EUR"));
    const bill = await world.bill();
    await world.price("BTC", "EUR", "60010");
    expect(await placedBy(() => world.pay(bill, bill.quantity))).toEqual([WHOLE]);
    expect(await open("BTC")).toBe("0");
    expect(BigInt(await open("EUR")) - euro).toBe(102n);
    const [fill] = await rows<{ lines: string[] }>(`
      select array_agg(l.code || ' ' || p.asset || ' ' || p.debit order by p.id) as lines from ledger_transaction t
      join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
      where t.event = 'venue.filled' group by t.id order by t.id desc limit 1`);
    expect(fill?.lines.toSorted()).toEqual([
      "house:book BTC 168351",
      "house:book EUR -10102",
      "venue:sandbox BTC -168351",
      "venue:sandbox EUR 10102",
    ]);
  });

  test("waits until the venue's minimum is reached, and then sells all that was pooled", async () => {
    const small = () => world.bill({ fiatReceivable: Decimal.from("1"), cryptoType: "USDT", networkType: "tron" });
    const bill = await small();
    const third = Decimal.from("0.4");
    expect(await placedBy(() => world.pay(bill, third, "tron"))).toEqual([]);
    expect(await placedBy(() => world.pay(bill, third, "tron"))).toEqual([]);
    const eth = await world.bill({ fiatReceivable: Decimal.from("1"), cryptoType: "USDT" });
    expect(await placedBy(() => world.pay(eth, third, "eth"))).toEqual([
      { status: "FILLED", quantity: "1200000", filled: "1200000", fiat: "EUR" },
    ]);
    expect([await open("USDT@eth"), await open("USDT@tron")]).toEqual(["0", "0"]);
  });

  test("brings back the fiat that was paid out, pair by pair", async () => {
    const bill = await world.bill({ fiat: "USD" });
    expect(await placedBy(() => world.pay(bill, bill.quantity))).toMatchObject([{ fiat: "USD" }]);
  });

  test("sells nothing that an invoice has sold for itself, but what the venue left of it", async () => {
    const { createConversion } = await import("#lib/conversions/create-conversion.ts");
    const { quoteConversion } = await import("#lib/conversions/quote-conversion.ts");
    const { executeConversion } = await import("#lib/conversions/execute-conversion.ts");
    const invoice = async () => {
      const { paymentId } = await world.retained("0.002");
      const made = await createConversion(world.ctx, {
        baseSymbol: "BTC",
        quoteSymbol: "EUR",
        quantity: Decimal.from("0.00199"),
        items: [{ paymentId }],
      });
      const { invoiceId } = recordOf(made);
      await quoteConversion(world.ctx, { invoiceId });
      await executeConversion(world.ctx, { invoiceId });
      await world.settle();
    };
    expect(await placedBy(invoice)).toEqual([]);
    await world.fault("partial", 1);
    expect(await placedBy(invoice)).toMatchObject([{ status: "FILLED", quantity: "99500" }]);
  });

  test("is placed once by many workers", async () => {
    const bill = await world.bill();
    await world.stale("BTC", "EUR");
    await world.pay(bill, bill.quantity);
    await world.price("BTC", "EUR", "60000");
    const placed = await placedBy(() => Promise.all([1, 2, 3, 4].map(() => hedge(worker(), PAIR))));
    expect(placed).toHaveLength(1);
  });
});

describe("a venue that", () => {
  test("fills half is asked for the rest", async () => {
    await world.fault("partial", 1);
    expect(await placedBy(sold)).toEqual([
      { ...WHOLE, filled: "84175" },
      { ...WHOLE, quantity: "84176", filled: "84176" },
    ]);
  });

  test("refuses is asked again later", async () => {
    await world.fault("reject", 1);
    expect(await placedBy(sold)).toMatchObject([{ status: "REFUSED", filled: "0" }]);
    expect(await open("BTC")).toBe("168351");
    expect(await placedBy(() => world.settle())).toEqual([]);
    await world.later(31_000);
    expect(await placedBy(() => world.settle())).toEqual([WHOLE]);
  });

  test("loses its answer has sold once: the order is found by its reference", async () => {
    await world.fault("timeout-after-accept", 1);
    expect(await placedBy(sold)).toEqual([WHOLE]);
  });

  test("never got the order is asked again only when that is certain", async () => {
    await world.fault("timeout-before-accept", 1);
    expect(await placedBy(sold)).toMatchObject([{ status: "OPEN" }]);
    expect(await placedBy(sold)).toEqual([]);
    await world.later(25_000);
    await world.settle();
    await world.later(31_000);
    await world.settle();
    expect((await hedges()).slice(-2)).toEqual([
      { ...WHOLE, status: "REFUSED", filled: "0" },
      { ...WHOLE, quantity: "336702", filled: "336702" },
    ]);
  });

  test("sold, but whose answer died with our process, is looked up and booked once", async () => {
    await world.fault("timeout-before-accept", 1);
    const bill = await world.bill();
    await world.stale("BTC", "EUR");
    await world.pay(bill, bill.quantity);
    await world.fault("none");
    await world.price("BTC", "EUR", "60000");
    const { venue } = world.app;
    const answer = vi.spyOn(venue as Venue, "marketOrder");
    answer.mockImplementationOnce(async (order, now) => {
      answer.mockRestore();
      await venue.marketOrder(order, now);
      throw new Error("killed between the call and its record");
    });
    expect(await placedBy(() => hedge(worker(), PAIR))).toMatchObject([{ status: "OPEN" }]);
    expect(await placedBy(() => world.settle())).toEqual([]);
    expect((await hedges()).at(-1)).toEqual(WHOLE);
  });
});

test("that is open stays the pair's hedge, whatever others have traded since", async () => {
  await world.fault("timeout-before-accept", 1);
  await sold();
  const trade = {
    tradeId: "by hand",
    quantity: Decimal.from("0.0005"),
    proceeds: Decimal.from("30"),
    fee: Decimal.ZERO,
  };
  await worker().transaction((tx) =>
    adopt(tx, { clientRef: "by-hand", venue: "sandbox", side: "SELL", ...PAIR, fill: fillOf([trade]) }, "FOREIGN"),
  );
  await world.later(60_000);
  expect(await findHedgesDue(worker())).toEqual([]);
  expect(await hedge(worker(), PAIR)).toBe(false);
});

test("that fails holds up no other pair's", async () => {
  const [bitcoins, bill] = [await world.bill(), await world.bill({ cryptoType: "USDT", networkType: "tron" })];
  for (const base of ["BTC", "USDT"] as const) await world.stale(base, "EUR");
  await world.pay(bitcoins, bitcoins.quantity);
  await world.pay(bill, bill.quantity, "tron");
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  let looks = 0;
  const venues = world.app.venues.map((venue) => ({
    ...venue,
    capabilities: () => ({
      ...venue.capabilities(),
      minimum(base: Crypto) {
        if (base === "BTC" && ++looks > 1) throw new Error("the venue has no such minimum");
        return venue.capabilities().minimum(base);
      },
    }),
  }));
  const ctx = contextFor({ ...world.app, venues }, { actor: { kind: "worker" }, requestId: "test" });
  const task = TASKS.find(({ name }) => name === "hedge");
  await expect(task?.run(ctx)).rejects.toThrow("no such minimum");
  expect(await open("BTC")).not.toBe("0");
  expect(await open("USDT@tron")).toBe("0");
});

test("a fate told twice is booked once", async () => {
  await sold();
  const [order] = await rows<{ id: string }>(
    "select id from venue_order where purpose = 'HEDGE' order by created_at desc limit 1",
  );
  const before = await open("EUR");
  const again = { id: order?.id ?? "", ...PAIR } as Parameters<typeof recordHedge>[1];
  await recordHedge(worker(), again, { state: "REFUSED", reason: "again" });
  expect(await open("EUR")).toBe(before);
});

test("after a reversal the book is short, and the next deposits fill it first", async () => {
  const txHash = await sold();
  expect(
    await placedBy(() =>
      reorganise(world.ctx, { network: "bitcoin", depth: 25, drop: [txHash] }).then(() => world.settle()),
    ),
  ).toEqual([]);
  expect(await open("BTC")).toBe("-168351");
  expect(await findHedgesDue(worker())).toEqual([]);
  expect(await placedBy(sold)).toEqual([]);
  expect(await open("BTC")).toBe("0");
});

test("positions are the ledger's book, and belong to the database alone", async () => {
  await sold();
  expect(
    await rows(`select l.asset from ledger_account l left join book_position p on p.asset = l.asset
      where l.code = 'house:book' and not is_fiat(l.asset) group by l.asset, l.balance having l.balance <> coalesce(sum(p.units), 0)`),
  ).toEqual([]);
  await expect(rows("update book_position set units = 0")).rejects.toMatchObject({ code: "42501" });
});

test("the exposure shows book, hedges under way and open promises beside their limit", async () => {
  await world.fault("timeout-before-accept", 1);
  await sold();
  await world.bill({ fiatReceivable: Decimal.from("250.5"), fiat: "GBP" });
  const body = await getExposure(world.ctx);
  const { data, hedging, promises } = JSON.parse(writeJson(body)) as Record<
    string,
    { asset?: string; fiat?: string }[]
  >;
  expect(data?.find(({ asset }) => asset === "BTC")).toEqual({
    asset: "BTC",
    position: 0.00168351,
    byFiat: [{ fiat: "EUR", position: 0.00168351 }],
  });
  expect(hedging).toEqual([{ asset: "BTC", fiat: "EUR", quantity: 0.00168351, side: "SELL" }]);
  expect(promises?.find(({ fiat }) => fiat === "GBP")).toEqual({ fiat: "GBP", open: 250.5 });
});

test("what is promised ends with its bill, whether or not that was counted yet", async () => {
  const promised = async () =>
    (await getExposure(world.ctx)).cryptos.find(({ asset }) => asset === "BCH")?.promised.toString();
  const before = await promised();
  await world.bill({ cryptoType: "BCH", fiatReceivable: Decimal.from("100") });
  expect(await promised()).not.toBe(before);
  await world.later(20 * 60_000 + 1);
  const uncounted = await promised();
  await world.settle();
  expect(await promised()).toBe(uncounted);
});

describe("a venue that refuses", () => {
  const cases = async () => {
    const house = contextFor(world.app, {
      actor: worker().actor,
      account: await houseOf(world.app),
      requestId: "test",
    });
    return (await listCases(house, { kind: "NOT_HEDGED" })).data;
  };
  /** Beside the sandbox's venue a second one, in that order of preference. */
  const two = () => {
    const [first] = world.app.venues;
    if (!first) throw new Error("the sandbox has a venue");
    const second: Venue = { ...first, name: "second" };
    return contextFor({ ...world.app, venues: [first, second] }, { actor: { kind: "worker" }, requestId: "test" });
  };
  const venueOf = (order: { venue: string } | undefined) => order?.venue;
  const newest = async () =>
    (
      await rows<{ venue: string; status: string; last_error: string | null }>(
        "select venue, status, last_error from venue_order where purpose = 'HEDGE' order by created_at desc, id desc limit 1",
      )
    )[0];

  test.each([
    ["insufficient-funds", "EOrder:Insufficient funds"],
    ["clock-ahead", "EOrder:Deadline passed"],
  ] as const)("by %s is a case in its own words, until the hedge is filled", async (fault, message) => {
    await world.fault(fault);
    await sold();
    expect(await newest()).toMatchObject({ venue: "sandbox", status: "REFUSED", last_error: message });
    const [found] = await cases();
    expect(found).toMatchObject({ kind: "NOT_HEDGED", causeFacts: { venue: "sandbox", fiat: "EUR", detail: message } });
    expect(found?.causeFacts.order).toEqual({ code: "REFUSED", detail: message });
    expect(found?.cause).toContain(message);
    await world.fault("none");
    await world.later(31_000);
    await world.settle();
    expect(await newest()).toMatchObject({ status: "FILLED" });
    expect(await cases()).toEqual([]);
  });

  test("has the next one asked at once, and is asked itself again later", async () => {
    await world.fault("insufficient-funds", 1);
    await sold();
    const ctx = two();
    expect(await findHedgesDue(worker())).toEqual([]);
    expect(await findHedgesDue(ctx)).toEqual([PAIR]);
    expect(await hedge(ctx, PAIR)).toBe(true);
    expect(venueOf(await newest())).toBe("second");
    expect((await newest())?.status).toBe("FILLED");
    await world.later(31_000);
    await sold();
    expect(venueOf(await newest())).toBe("sandbox");
  });

  test("that is thin fills its best level; the rest goes with the next hedge", async () => {
    await setMarketBook(world.ctx, {
      base: "BTC",
      quote: "EUR",
      levels: [
        { price: Decimal.from("60000"), quantity: Decimal.from("0.001") },
        { price: Decimal.from("59900"), quantity: Decimal.from("5") },
      ],
    });
    await world.fault("thin", 1);
    const placed = await placedBy(sold);
    // Priced by size, the bill asks for 0.00168465 BTC.
    expect(placed.map(({ filled }) => filled)).toEqual(["100000", "68465"]);
    await setMarketBook(world.ctx, { base: "BTC", quote: "EUR", levels: [] });
  });
});

import { LOOKED_AT } from "./sweep-result.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openKraken } from "#e2e/world/kraken.ts";
import type { LocalExchange } from "#e2e/world/market-maker.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { floorTo } from "#lib/kernel/money.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { readiness } from "#lib/health/readiness.ts";
import { getExposure } from "#lib/overview/get-exposure.ts";
import type { PriceSource } from "#lib/pricing/market.ts";
import { getExecutionQuality } from "./get-execution-quality.ts";
import { listSoldOrders } from "./list-sold-orders.ts";
import { listVenues, listVenuesBefore } from "./list-venues.ts";
import { sweepResults } from "./sweep-result.ts";
import { krakenVenue } from "./venues/kraken.ts";

let world: World;
let kraken: LocalExchange;

beforeAll(async () => {
  world = await openWorld({ alone: true });
  kraken = await openKraken();
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(async () => {
  await kraken?.close();
  await world?.close();
});

const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
async function rows<T>(text: string): Promise<T[]> {
  return (await world.app.database.pool.query(text)).rows as T[];
}
const balance = async (code: string): Promise<string> =>
  (
    await rows<{ balance: string }>(`select balance::text from ledger_account where code = '${code}' and asset = 'EUR'`)
  )[0]?.balance ?? "0";
const read = <T>(out: unknown): T => JSON.parse(writeJson(out)) as T;

/** To ten minutes past the next midnight of business time. */
async function pastMidnight(): Promise<void> {
  const day = 86_400_000;
  await world.later(day - ((await world.ctx.now()).getTime() % day) + 10 * 60_000);
}

async function sellInvoice(): Promise<void> {
  const { paymentId } = await world.retained("0.02");
  const items = [{ paymentId }];
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.0199"), items };
  const { invoiceId } = read<{ invoiceId: string }>(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  await world.price("BTC", "EUR", "59900");
  await executeConversion(world.ctx, { invoiceId });
  await world.settle();
  await world.price("BTC", "EUR", "60000");
}

type Execution = Record<"strategy" | "venue" | "fiat" | "asset", string> &
  Record<"quantity" | "proceeds" | "fees" | "atQuote" | "atExecution" | "drift" | "slippage" | "slippageBps", number>;
type Account = { account: string; event: string; asset: string; amount: number };

describe("the execution quality", () => {
  test("tells mids, slippage, fees and venue by strategy and day, and sums to the ledger", async () => {
    const late = await world.bill({ strategy: "ACA" });
    await world.later(25 * 60_000);
    kraken.advance(25 * 60_000);
    await world.pay(late, late.quantity);
    await sellInvoice();
    const own = world.app.venues;
    Object.assign(world.app, { venues: [krakenVenue(kraken.keys)] });
    const bill = await world.bill({ feeModel: "EXPLICIT" });
    await world.pay(bill, bill.quantity);
    Object.assign(world.app, { venues: own });

    const { data, accounts } = read<{ data: Execution[]; accounts: Account[] }>(
      await getExecutionQuality(world.ctx, {}),
    );
    expect(data.map(({ strategy, venue }) => `${strategy} ${venue}`).sort()).toEqual([
      "ACA sandbox",
      "INVOICE sandbox",
      "POOLED kraken",
    ]);
    // Quoted at a mid of 60 012, sold at the bid of 59 900 when the mid was 59 911.98.
    expect(data.find(({ strategy }) => strategy === "INVOICE")).toMatchObject({
      quantity: 0.0199,
      proceeds: 1192.01,
      fees: 0,
      atQuote: 1194.23,
      atExecution: 1192.24,
      drift: 1.99,
      slippage: 0.23,
      slippageBps: 1.99,
    });
    expect(data.find(({ venue }) => venue === "kraken")).toMatchObject({ fees: 0.27 });
    const sum = (of: (each: Execution) => number) =>
      data.reduce((total, each) => total + Math.round(of(each) * 100), 0);
    const ledger = (event: string, account: string) =>
      accounts
        .filter((each) => each.event === event && each.account === account && each.asset === "EUR")
        .reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    expect(sum(({ proceeds }) => proceeds)).toBe(ledger("venue.filled", "book"));
    expect(sum(({ fees }) => fees)).toBe(-ledger("venue.fee", "result"));
    const all = accounts
      .filter(({ asset }) => asset === "EUR")
      .reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    expect(all).toBe(Number(await balance("house:book")) + Number(await balance("house:result")));
    expect(accounts.some(({ account }) => account === "fee:service")).toBe(true);
  });

  test("leads to the orders that it adds up: of each day, strategy, venue and pair, and of the whole period", async () => {
    const refused = await world.bill({ strategy: "ACA", fiat: "GBP", fiatReceivable: Decimal.from("90") });
    await world.later(25 * 60_000);
    await world.pay(refused, refused.quantity);
    const { data } = await getExecutionQuality(world.ctx, {});
    expect(new Set(data.map(({ fiat }) => fiat)).size).toBe(2);
    let lines = 0;
    for (const { day, strategy, venue, asset, fiat, ...sums } of data) {
      const orders = await soldOrders({ fiat, day, strategy, venue, asset });
      expect(orders.length).toBe(sums.orders);
      expect(orders.reduce((sum, { trades }) => sum + trades, 0)).toBe(sums.trades);
      for (const name of ["quantity", "proceeds", "fees"] as const)
        expect(sumOf(orders.map((one) => one[name])).toString()).toBe(sums[name].toString());
      // Those are exact, and the figure is their sum, rounded down.
      for (const name of ["atQuote", "atExecution", "drift", "slippage"] as const)
        expect(floorTo(fiat, sumOf(orders.map((one) => one[name]))).compare(sums[name])).toBe(0);
      lines += orders.length;
    }
    const all = await Promise.all((["EUR", "GBP"] as const).map((fiat) => soldOrders({ fiat })));
    expect(all.flat()).toHaveLength(lines);
    const [invoice] = await soldOrders({ fiat: "EUR", strategy: "INVOICE" });
    expect(invoice).toMatchObject({ invoiceId: expect.any(String), account: world.ctx.account?.name, side: "SELL" });
  });
});

/** All orders, in pages of one. */
async function soldOrders(query: Parameters<typeof listSoldOrders>[1]) {
  const orders: Awaited<ReturnType<typeof listSoldOrders>>["data"] = [];
  let startsAfter: string | undefined;
  do {
    const page = await listSoldOrders(world.ctx, { ...query, limit: 1, ...(startsAfter && { startsAfter }) });
    orders.push(...page.data);
    startsAfter = page.startsAfter ?? undefined;
  } while (startsAfter);
  return orders;
}
const sumOf = (values: readonly (Decimal | undefined)[]) =>
  values.reduce<Decimal>((sum, one) => (one ? sum.plus(one) : sum), Decimal.ZERO);

describe("the result", () => {
  test("is swept once a day: the book keeps what it holds at its worth", async () => {
    await pastMidnight();
    const before = { book: BigInt(await balance("house:book")), result: BigInt(await balance("house:result")) };
    const [held] = await rows<{ units: string }>(
      "select coalesce(sum(units), 0)::text as units from book_position where fiat = 'EUR'",
    );
    expect(held?.units).toBe("0");
    // Of euros, and of pounds.
    expect(await sweepResults(worker())).toBe(2);
    expect(await balance("house:book")).toBe("0");
    expect(BigInt(await balance("house:result"))).toBe(before.result + before.book);
    expect(await sweepResults(worker())).toBe(0);
    world.app.slots.delete(LOOKED_AT);
    expect(await sweepResults(worker())).toBe(0);
  });

  test("waits for a fresh price while the book holds something, then marks it to the bid", async () => {
    await world.fault("reject");
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    await pastMidnight();
    await world.stale("BTC", "EUR");
    const before = BigInt(await balance("house:result"));
    expect(await sweepResults(worker())).toBe(0);
    await world.price("BTC", "EUR", "61000");
    expect(await sweepResults(worker())).toBe(1);
    // 0.00168351 BTC bought for 100 EUR are worth 102.69 EUR.
    expect(BigInt(await balance("house:result")) - before).toBe(269n);
    expect(await balance("house:book")).toBe("-10269");
    await world.fault("none");
    await world.price("BTC", "EUR", "60000");
    await world.later(31_000);
    await world.settle();
  });

  test("counts a trade of that moment whole, or with the next day", async () => {
    await world.fault("reject");
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    await pastMidnight();
    await world.price("BTC", "EUR", "61000");
    const late = await world.bill();
    const before = { book: BigInt(await balance("house:book")), result: BigInt(await balance("house:result")) };
    let paid: Promise<unknown> | undefined;
    // Another trade is booked while the price is found of what the book holds.
    const prices = world.app.prices.map(
      (source): PriceSource => ({
        ...source,
        async samples(...input) {
          paid ??= world.pay(late, late.quantity);
          await paid;
          return source.samples(...input);
        },
      }),
    );
    expect(
      await sweepResults(contextFor({ ...world.app, prices }, { actor: { kind: "worker" }, requestId: "test" })),
    ).toBe(1);
    // What the book held is worth 102.69 EUR.
    expect(BigInt(await balance("house:result"))).toBe(before.result + before.book + 10_269n);
    expect((await world.payment(late.paymentId)).fiatReceived).toBe(100);
    await world.fault("none");
    await world.price("BTC", "EUR", "60000");
    await world.later(31_000);
    await world.settle();
  });

  test("is swept at the end of the house's own day, by its zone", async () => {
    await changeSettings(world.ctx, { zone: "Asia/Tokyo" });
    const DAY = 86_400_000;
    // Midnight there is three in the afternoon, UTC.
    await world.later(DAY - (((await world.ctx.now()).getTime() + 9 * 3_600_000) % DAY) + 60_000);
    expect(await sweepResults(worker())).toBe(1);
    await changeSettings(world.ctx, { zone: "default" });
  });
});

describe("the house's limit in a crypto", () => {
  test("stops new prices beyond it: bills and quotes, but not what promises none", async () => {
    await changeSettings(world.ctx, { "houseExposureLimit.BTC": "0.004" });
    const bill = await world.bill();
    await world.bill();
    await expect(world.bill()).rejects.toMatchObject({ code: "EXPOSURE_LIMIT" });
    await world.bill({ strategy: "RAI" });
    await world.bill({ cryptoType: "USDT" });
    await world.later(25 * 60_000);
    await world.bill();
    await expect(world.pay(bill, Decimal.from("0.01"))).resolves.toBeDefined();
    const { paymentId } = bill;
    const items = [{ paymentId }];
    const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.01"), items };
    const { invoiceId } = read<{ invoiceId: string }>(await createConversion(world.ctx, input));
    await expect(quoteConversion(world.ctx, { invoiceId })).rejects.toMatchObject({ code: "EXPOSURE_LIMIT" });
    const { limits } = read<{ limits: unknown[] }>(await getExposure(world.ctx));
    expect(limits).toEqual([{ asset: "BTC", exposed: 0.00168351, limit: 0.004 }]);
    await changeSettings(world.ctx, { "houseExposureLimit.BTC": "1" });
    await quoteConversion(world.ctx, { invoiceId });
  });
});

test("the venues are told with state, balances and what a quantity would bring", async () => {
  const input = { cryptoType: "BTC", fiat: "EUR", quantity: Decimal.from("0.5") } as const;
  const { data } = read<{ data: Record<string, unknown>[] }>(await listVenues(world.ctx, input));
  expect(data).toMatchObject([
    {
      name: "sandbox",
      state: "CLOSED",
      firmQuotes: false,
      fenced: true,
      quote: { firm: false, price: 59850, proceeds: 29925 },
    },
  ]);
  await expect(listVenues(world.ctx, { fiat: "EUR" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test("a venue is listed with the state of its circuit breaker, and until when an open one is spared", async () => {
  const [venue] = world.app.venues;
  if (!venue) throw new Error("the sandbox has a venue");
  const until = new Date(1_900_000_000_000);
  const conditions = [
    { state: "OPEN", faults: 5, until },
    { state: "HALF_OPEN", faults: 5, until: undefined },
  ] as const;
  const venues = conditions.map((condition) => ({ ...venue, condition: () => condition }));
  const answer = await listVenues(contextFor({ ...world.app, venues }, world.ctx), {});
  const { data } = read<{ data: Record<string, unknown>[] }>(answer);
  expect(data.map(({ state, faults, restsUntil }) => [state, faults, restsUntil])).toEqual([
    ["OPEN", 5, until.getTime()],
    ["HALF_OPEN", 5, undefined],
  ]);
  const former = await listVenuesBefore(contextFor({ ...world.app, venues: [venue, ...venues] }, world.ctx), {});
  expect(former.data.map(({ state }) => state)).toEqual(["WELL", "RESTING", "TRIED"]);
});

test("readiness names the pairs that have lost their price", async () => {
  await world.stale("BTC", "EUR");
  expect((await readiness(world.ctx)).prices).toEqual({ fresh: 19, stale: ["BTC/EUR"] });
  await world.price("BTC", "EUR", "60000");
  expect((await readiness(world.ctx)).prices).toEqual({ fresh: 20, stale: [] });
});

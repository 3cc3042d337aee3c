import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { conversionQuery, readConversionFilter } from "#components/conversions/filter.ts";
import { freeOf } from "#components/conversions/free-of.ts";
import { filterQuery, readFilter } from "#components/payments/filter.ts";
import { CRYPTOS, FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { listConversions } from "#lib/conversions/list-conversions.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { getCustomer } from "#lib/customers/get-customer.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { getOutcomes } from "./get-outcomes.ts";
import { getOverview } from "./get-overview.ts";
import { getPerformance } from "./get-performance.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { executedHref, expiringHref, receivedHref, soldHref } from "#components/charts/rows-behind.ts";

// Each figure of the overview against the list that it leads to, read as the list's page reads its address.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const d = (text: string) => Decimal.from(text);
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  const bill = (fiat: Fiat, cryptoType: "BTC" | "USDT" = "BTC") =>
    world.bill({ cryptoType, fiat, fiatReceivable: d(fiat === "JPY" ? "20000" : "100") });
  for (const fiat of ["EUR", "USD", "JPY", "GBP", "CAD"] as const) {
    const paid = await bill(fiat);
    await world.pay(paid, paid.quantity);
  }
  const token = await bill("EUR", "USDT");
  await world.pay(token, token.quantity, "eth");
  // Nothing came for it.
  await bill("EUR");
  await sell("EUR", 0);
  // Created at noon, executed on the next day.
  await world.later(1.5 * DAY - ((await world.ctx.now()).getTime() % DAY));
  await sell("USD", 13 * HOUR);
  await world.retained("0.02");
  await changeSettings(world.ctx, { depositLimit: "0.001" });
  const held = await bill("EUR");
  await world.pay(held, d("0.002"));
});
afterAll(() => world.close());

async function sell(fiat: Fiat, waits: number): Promise<void> {
  const { paymentId } = await world.retained("0.01", { cryptoType: "BTC", fiat, fiatReceivable: d("1000") });
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: fiat,
      quantity: d("0.01").minus(d("0.00005")),
      items: [{ paymentId }],
    }),
  );
  await world.later(waits);
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  await world.settle();
}

const paramsOf = (href: string) => new URLSearchParams(href.split("?")[1]);

/** The bills that an address of the payments lists. */
async function bills(href: string): Promise<PaymentRecord[]> {
  const now = (await world.ctx.now()).getTime();
  const { startTime, ...query } = filterQuery(readFilter(paramsOf(href)), now, "utc");
  const given = { ...query, startTime: new Date(Number(startTime)), limit: 500 } as never;
  const { data } = JSON.parse(writeJson(await getPayments(world.ctx, given)));
  return data;
}

const sumOf = (values: readonly unknown[]) =>
  values.reduce<Decimal>((sum, value) => sum.plus(d(String(value ?? 0))), Decimal.ZERO);

test("a day of what was received leads to the bills that it counts and adds up, of each crypto, in every fiat", async () => {
  const { facts } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
  expect(new Set(facts.volume.map((one: { fiat: string }) => one.fiat))).toEqual(new Set(FIATS));
  for (const day of new Set<string>(facts.volume.map((one: { day: string }) => one.day)))
    for (const crypto of [undefined, ...CRYPTOS]) {
      const own = facts.volume.filter(
        (one: { day: string; cryptoType: string }) => one.day === day && (!crypto || one.cryptoType === crypto),
      );
      const found = await bills(receivedHref(day, crypto));
      expect([day, crypto, found.length]).toEqual([
        day,
        crypto,
        Number(sumOf(own.map((one: { count: number }) => one.count)).toString()),
      ]);
      for (const fiat of FIATS) {
        const converted = own
          .filter((one: { fiat: string }) => one.fiat === fiat)
          .map((one: { converted: number }) => one.converted);
        const received = found.filter((one) => one.fiat === fiat).map((one) => one.fiatReceived);
        expect([day, fiat, sumOf(received).toString()]).toEqual([day, fiat, sumOf(converted).toString()]);
      }
    }
});

test("a day's conversions, and a period's, lead to those that were executed in it, whenever they were created", async () => {
  const { conversions } = await getPerformance(world.ctx, { fiat: "EUR" }).then(({ conversions: all }) => ({
    conversions: JSON.parse(all.text) as { day: string; count: number }[],
  }));
  expect(conversions).toHaveLength(2);
  const executed = async (first: string, last: string) => {
    const now = (await world.ctx.now()).getTime();
    const { startTime, ...query } = conversionQuery(
      readConversionFilter(paramsOf(executedHref(first, last))),
      now,
      "utc",
    );
    const given = { ...query, startTime: new Date(Number(startTime)) } as never;
    return JSON.parse(writeJson(await listConversions(world.ctx, given))).data.length;
  };
  for (const { day, count } of conversions) expect([day, await executed(day, day)]).toEqual([day, count]);
  expect(await executed(conversions[0]?.day ?? "", conversions[1]?.day ?? "")).toBe(2);
});

test("a day's sales lead to the bills that they are of, without what conversions sold", async () => {
  const { deliveries } = JSON.parse(writeJson(await getPerformance(world.ctx, { fiat: "EUR" })));
  expect(deliveries.length).toBeGreaterThan(0);
  for (const { day, count } of deliveries) {
    const found = await bills(soldHref(day));
    const sold = found.map(({ deposits }) =>
      deposits.flatMap(({ fills }) =>
        fills.filter(({ method, at }) => method !== "CONVERSION" && new Date(at).toISOString().startsWith(day)),
      ),
    );
    expect(sold.every((fills) => fills.length > 0)).toBe(true);
    expect([day, sold.flat().length]).toEqual([day, count]);
  }
  const all = await bills("?range=90d");
  expect(all.length).toBeGreaterThan(deliveries.reduce((sum: number, { count }: { count: number }) => sum + count, 0));
});

test("bills that expire lead to those of their minutes, without one whose payment is on its way", async () => {
  const seen = await world.bill();
  await sendDeposit(world.ctx, { address: seen.deposit_address, quantity: seen.quantity });
  await world.settle();
  expect(await world.payment(seen.paymentId)).toMatchObject({ status: "DETECTED" });
  await world.bill({ fiat: "JPY", fiatReceivable: d("20000") });
  await world.later(61_000);
  await world.bill();
  await world.later(11 * 60_000);
  const { expiring, endTime } = await getOutcomes(world.ctx, { in: "EUR" });
  const { facts, at } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
  expect(expiring.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  for (const { minute, count } of expiring)
    expect(await bills(expiringHref(endTime + minute * 60_000, endTime + (minute + 1) * 60_000))).toHaveLength(count);
  expect(await bills(expiringHref(endTime, endTime + 20 * 60_000))).toHaveLength(2);
  expect(await bills(expiringHref(at, at + 300_000))).toHaveLength(facts.ending.count);
});

test("what is promised and what waits to be converted lead to the bills that they count", async () => {
  await world.bill({ fiat: "GBP", fiatReceivable: d("75") });
  // It is open, and promises nothing.
  await world.bill({ strategy: "RAI", fiat: "GBP", fiatReceivable: d("75") });
  const { facts } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
  expect(facts.open.length).toBeGreaterThan(0);
  for (const { fiat, count } of facts.open)
    expect([fiat, (await bills(`?range=90d&fiat=${fiat}&promising=true`)).length]).toEqual([fiat, count]);
  for (const { cryptoType, count, quantity } of facts.unconverted) {
    const found = await bills(`?range=90d&convertible=true&cryptoType=${cryptoType}`);
    expect([found.length, sumOf(found.map(freeText)).toString()]).toEqual([count, d(String(quantity)).toString()]);
  }
});

const QUANTITIES = ["quantityUnconverted", "quantityLocked", "quantityReserved"] as const;
/** What the page says is free of a bill. */
const freeText = (bill: PaymentRecord): string =>
  freeOf({
    ...bill,
    ...(Object.fromEntries(QUANTITIES.map((name) => [name, d(String(bill[name] ?? 0))])) as Pick<
      PaymentRecord,
      "quantityUnconverted"
    >),
    deposits: bill.deposits.map((one) => ({ ...one, quantityReserved: d(String(one.quantityReserved ?? 0)) })),
  }).toString();

test("crypto of a bill stays convertible while another deposit of it goes back", async () => {
  const both = await world.retained("0.0009", { cryptoType: "BTC", fiat: "EUR", subaccount: "twice" });
  await world.pay(both, d("0.003"));
  const free = async () => {
    const { facts } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
    const { bills: own } = await getCustomer(world.ctx, { subaccount: "twice", startTime: new Date(0), in: "EUR" });
    return [
      facts.unconverted[0].count,
      own?.waiting.count,
      (await bills("?range=90d&subaccount=twice&convertible=true")).length,
    ];
  };
  const before = await free();
  const goesBack = (await world.payment(both.paymentId)).deposits.find(({ status }) => status === "HELD");
  await declineDeposit(world.ctx, { txId: goesBack?.txId ?? "", note: "Not ours." });
  const { pool } = world.app.database;
  const reserve = (part: string) =>
    pool.query(`update deposit set reserved_units = ${part} where id = $1`, [goesBack?.txId]);
  await reserve("pending_units");
  expect(await free()).toEqual(before);
  expect(before.slice(1)).toEqual([1, 1]);
  await reserve("0");
});

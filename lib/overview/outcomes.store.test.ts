import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import { getOutcomes } from "./get-outcomes.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const d = (text: string) => Decimal.from(text);
let world: World;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld();
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(() => world.close());

const set = (sql: string, values: unknown[]) => world.app.database.pool.query(sql, values);
const counts = async (ctx = world.ctx) => {
  const { outcomes } = await getOutcomes(ctx, {});
  return Object.fromEntries(outcomes.filter(({ count }) => count > 0).map(({ outcome, count }) => [outcome, count]));
};

/** What the list finds under each outcome. */
const found = async () => {
  const startTime = new Date((await operator.now()).getTime() - DAY);
  const pages = await Promise.all(
    OUTCOMES.map(async (outcome) => [outcome, (await getPayments(world.ctx, { startTime, outcome })).data.length]),
  );
  return Object.fromEntries(pages.filter(([, length]) => length !== 0));
};

test("each bill has one outcome, and what was created is all of them, in every fiat", async () => {
  const paid = await world.bill();
  await world.pay(paid, paid.quantity);
  const under = await world.bill({ fiat: "JPY", fiatReceivable: d("20000") });
  await world.pay(under, d("0.0001"));
  const over = await world.bill({ fiat: "USD" });
  await world.pay(over, d("0.005"));
  const late = await world.bill();
  await world.bill({ fiat: "GBP" });
  expect(await counts()).toEqual({ PAID: 1, OVERPAID: 1, OPEN: 3 });
  expect(await found()).toEqual(await counts());
  await world.later(2 * 3_600_000);
  await world.settle();
  await world.pay(late, late.quantity);
  expect(await counts()).toEqual({ PAID: 1, LATE: 1, UNDERPAID: 1, OVERPAID: 1, EXPIRED: 1 });
  expect(await found()).toEqual(await counts());
  // Something came that is worth nothing, as a bill in the middle of a reversal has it.
  await set("update bill set standing_deposits = 1 where fiat = 'GBP'", []);
  expect(await found()).toEqual({ PAID: 1, LATE: 1, UNDERPAID: 1, OVERPAID: 1, OPEN: 1 });
  await set("update bill set standing_deposits = 0 where fiat = 'GBP'", []);
  const { created, outcomes, unpriced } = await getOutcomes(world.ctx, { in: "EUR" });
  expect([created.count, unpriced]).toEqual([5, []]);
  const sum = outcomes.reduce((all, { value }) => all.plus(value), Decimal.ZERO);
  expect(created.value.toString()).toBe(sum.toString());
  expect(outcomes.find(({ outcome }) => outcome === "PAID")?.value.toString()).toBe("100");
  // Pounds and yen are worth something in euros, and other than their number.
  expect(outcomes.find(({ outcome }) => outcome === "UNDERPAID")?.value.compare(d("100"))).toBe(1);
  expect(outcomes.find(({ outcome }) => outcome === "UNDERPAID")?.value.compare(d("140"))).toBe(-1);
  expect(await counts(world.other)).toEqual({});
});

test("bills of seven days are counted, those made a millisecond before are not; 90 days are the most", async () => {
  const before = (await getOutcomes(world.ctx, {})).created.count;
  await world.later(7 * DAY - 3 * 3_600_000);
  expect((await getOutcomes(world.ctx, {})).created.count).toBe(before);
  await world.later(4 * 3_600_000);
  expect((await getOutcomes(world.ctx, {})).created.count).toBe(0);
  const now = await operator.now();
  const ask = (ms: number) => getOutcomes(world.ctx, { startTime: new Date(now.getTime() - 90 * DAY + ms) });
  expect((await ask(60_000)).created.count).toBe(before);
  await expect(ask(-1)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test("an unpaid bill expires soon from 20 minutes before its end on, by the minute", async () => {
  const { expiryTime } = await world.bill();
  const left = async () => expiryTime - (await operator.now()).getTime();
  const soon = async () => (await getOutcomes(world.ctx, {})).expiring.map(({ minute, count }) => [minute, count]);
  const until = async (ms: number) => world.later(Math.max(0, (await left()) - ms));
  if ((await left()) > 20 * MINUTE + 5_000) {
    await until(20 * MINUTE + 5_000);
    expect(await soon()).toEqual([]);
  }
  await until(20 * MINUTE - 1);
  expect(await soon()).toEqual([[19, 1]]);
  await until(5 * MINUTE + 30_000);
  expect(await soon()).toEqual([[5, 1]]);
  await world.later(6 * MINUTE);
  expect(await soon()).toEqual([]);
});

test("a pair's price is kept every five minutes, and not before", async () => {
  const storedPrices = async () => Number((await set("select count(*) from price_history", [])).rows[0]?.["count"]);
  await world.later(MINUTE);
  await keepPrices(operator);
  const first = await storedPrices();
  await world.later(5 * MINUTE - 10_000);
  expect(await keepPrices(operator)).toBe(0);
  await world.later(10_001);
  expect(await keepPrices(operator)).toBe(20);
  expect(await storedPrices()).toBe(first + 20);
});

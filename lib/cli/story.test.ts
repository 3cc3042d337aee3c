import { expect, test } from "vitest";
import { CRYPTO_ASSETS, FIATS } from "#lib/kernel/assets.ts";
import { PAST_BILLS, PRESENT_BILLS } from "#lib/overview/filling.ts";
import { busyHours, CUSTOMERS, presentBill, STORY_DAYS } from "./story.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A Monday; every weekday of a first start is tried. */
const MONDAY = Date.parse("2026-11-23T00:05:00Z");
const STARTS = Array.from({ length: 7 }, (_, days) => MONDAY + days * DAY_MS);
const isWeekend = (atMs: number) => [0, 6].includes(new Date(atMs).getUTCDay());

test.each(STARTS)("a story told at %d runs forward through its ninety days and ends before it is told", (nowMs) => {
  const times = busyHours(nowMs).map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
  expect(times[0]).toBeGreaterThan(nowMs - STORY_DAYS * DAY_MS);
  expect(times.at(-1)).toBeLessThan(nowMs);
});

test.each(STARTS)("of a story told at %d few hours are on weekends, and the last weeks are the busiest", (nowMs) => {
  const hours = busyHours(nowMs);
  const share = hours.filter(({ atMs }) => isWeekend(atMs)).length / hours.length;
  expect(share).toBeLessThan(0.15);
  const ago = (weeks: number) => hours.filter(({ atMs }) => atMs >= nowMs - weeks * WEEK_MS);
  const count = (weeks: number) => ago(weeks).reduce((sum, { bills }) => sum + bills.length, 0);
  expect(count(4)).toBeGreaterThan(PAST_BILLS / 2);
  expect(count(13)).toBe(PAST_BILLS);
});

test("every customer, currency, coin and trouble is in the past already, and each bill has a reference of its own", () => {
  const bills = busyHours(MONDAY).flatMap((hour) => hour.bills);
  const all = <T>(of: (bill: (typeof bills)[number]) => T) => new Set(bills.map(of));
  expect(all(({ subaccount }) => subaccount)).toEqual(new Set(CUSTOMERS.map(({ name }) => name)));
  expect(all(({ fiat }) => fiat)).toEqual(new Set(FIATS));
  expect(all(({ asset }) => asset)).toEqual(new Set(CRYPTO_ASSETS));
  expect(all(({ ending }) => ending.paidThousandths)).toEqual(new Set([0n, 820n, 1000n, 1400n]));
  expect(bills.some(({ ending }) => ending.afterMs > 20 * 60_000)).toBe(true);
  const present = Array.from({ length: PRESENT_BILLS }, (_, nth) => presentBill(nth));
  const references = [...bills, ...present].map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
});

test("a busy hour is paid on one chain alone, whose blocks are all that it costs", () => {
  for (const { network, bills } of busyHours(MONDAY))
    expect(new Set(bills.map((bill) => bill.network))).toEqual(new Set([network]));
});

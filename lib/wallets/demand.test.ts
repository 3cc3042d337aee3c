import { expect, test } from "vitest";
import type { App } from "#lib/kernel/app.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { demandOf } from "./demand.ts";
import { readyTarget } from "./pool.ts";

const pool = (derived: number, free: number, walletId = "w") =>
  ({ walletId, kind: "BTC_P2WPKH", accountId: undefined, derived, free }) as const;

test("a minute's demand is what was handed out in the last minute, whatever was derived meanwhile", () => {
  const app = { slots: new Slots() } as unknown as App;
  const minutes = (at: number, ...pools: ReturnType<typeof pool>[]) => {
    const perMinute = demandOf(app, pools, at);
    return pools.map(perMinute);
  };
  expect(minutes(0, pool(2_000, 2_000), pool(500, 100, "other"))).toEqual([0, 0]);
  expect(minutes(1_000, pool(2_000, 1_900), pool(500, 100, "other"))).toEqual([1_200, 0]);
  expect(minutes(30_000, pool(5_000, 2_000), pool(500, 40, "other"))).toEqual([6_000, 120]);
  expect(minutes(60_000, pool(8_000, 3_000), pool(500, 40, "other"))).toEqual([5_000, 60]);
  expect(minutes(120_000, pool(9_000, 3_000), pool(500, 40, "other"))).toEqual([1_000, 0]);
  expect(minutes(120_001, pool(9_000, 3_000), pool(500, 40, "other"))).toEqual([0, 0]);
});

test("a minute's demand lies ready, at least a little and never too much", () => {
  expect(readyTarget({ accountId: undefined }, 0)).toBe(2_000);
  expect(readyTarget({ accountId: "own" }, 0)).toBe(400);
  expect(readyTarget({ accountId: "own" }, 12_000)).toBe(12_000);
  expect(readyTarget({ accountId: undefined }, 90_000)).toBe(50_000);
});

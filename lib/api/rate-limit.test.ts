import { beforeEach, expect, test } from "vitest";
import type { House } from "#lib/house.ts";
import { budgetOf, takeFromBudget } from "./rate-limit.ts";

let house: House;
beforeEach(() => {
  house = { shelf: new Map() } as unknown as House;
});

const limited = expect.objectContaining({ code: "RATE_LIMITED" });

test("a burst of 200, then the sustained rate", () => {
  for (let i = 0; i < 200; i += 1) takeFromBudget(house, "k", 10, 0);
  expect(() => takeFromBudget(house, "k", 10, 0)).toThrow(limited);
  expect(() => takeFromBudget(house, "k", 10, 99)).toThrow(limited);
  for (let i = 0; i < 10; i += 1) takeFromBudget(house, "k", 10, 1_000);
  expect(() => takeFromBudget(house, "k", 10, 1_000)).toThrow(limited);
});

test("each key has its own budget, and looking costs nothing", () => {
  for (let i = 0; i < 200; i += 1) takeFromBudget(house, "k", 10, 0);
  expect(budgetOf(house, "other", 10, 0)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(budgetOf(house, "other", 10, 0)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(takeFromBudget(house, "other", 10, 0)).toEqual({
    "ratelimit-policy": '"default";q=200;w=20',
    ratelimit: '"default";r=199;t=1',
  });
});

test("a fast key may send a second's worth at once; the refusal says when to come back", () => {
  for (let i = 0; i < 1_000; i += 1) takeFromBudget(house, "k", 1_000, 0);
  expect(() => takeFromBudget(house, "k", 1_000, 0)).toThrow(
    expect.objectContaining({ detail: { headers: expect.objectContaining({ "retry-after": "1" }) } }),
  );
});

import { expect, test } from "vitest";
import { heldAt } from "./holdings.ts";
import type { BalanceAt } from "./statement-store.ts";

// Rulebook 8.12.

const at = (ms: number) => new Date(ms);
const row: BalanceAt = { asset: "EUR", kind: "available", nth: 1, units: 3n, opened: at(1_000) };

test("an asset shows from its first posting on, with what had moved by then", () => {
  expect(heldAt([row], 1, at(1_001))).toMatchObject([{ asset: "EUR", available: 3n }]);
  expect(heldAt([{ ...row, units: 0n }], 1, at(1_000))).toEqual([]);
});

test("what a posting stored later had moved earlier shows too", () => {
  expect(heldAt([row], 1, at(1_000))).toMatchObject([{ asset: "EUR", available: 3n }]);
});

test("an asset that came and went shows with nothing", () => {
  expect(heldAt([{ ...row, units: 0n }], 1, at(1_001))).toMatchObject([{ asset: "EUR", available: 0n }]);
});

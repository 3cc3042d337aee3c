import { expect, test } from "vitest";
import { heldAt } from "./holdings.ts";
import type { MovedSince } from "./statement-store.ts";

// Rulebook 8.12.

const at = (ms: number) => new Date(ms);
/** 5 units, of which 2 moved from the instant on. */
const row: MovedSince = { asset: "EUR", kind: "available", units: 5n, opened: at(1_000), nth: 1, moved: 2n };

test("an asset shows from its first posting on, with what had moved by then", () => {
  expect(heldAt([row], 1, at(1_001))).toMatchObject([{ asset: "EUR", available: 3n }]);
  expect(heldAt([{ ...row, moved: 5n }], 1, at(1_000))).toEqual([]);
});

test("what a posting stored later had moved earlier shows too", () => {
  expect(heldAt([row], 1, at(1_000))).toMatchObject([{ asset: "EUR", available: 3n }]);
});

test("an asset that came and went shows with nothing", () => {
  expect(heldAt([{ ...row, moved: 5n }], 1, at(1_001))).toMatchObject([{ asset: "EUR", available: 0n }]);
});

import { expect, test } from "vitest";
import { isOneSided } from "./one-sided.ts";

test.each([
  ["pays only when the market is below", 5, 5, 5, 5, true],
  ["one in ten lies on the other side", 10, 9, 10, 9, true],
  ["two in ten of those that paid do", 10, 8, 10, 10, false],
  ["two in ten of those that did not pay do", 10, 10, 10, 8, false],
  ["too few bills", 4, 4, 5, 5, false],
  ["too few that paid", 2, 2, 20, 20, false],
  ["too few that did not", 20, 20, 2, 2, false],
  ["a shop: paid whatever the market did, unpaid now and then", 40, 3, 6, 5, false],
] as const)("%s", (_what, paid, paidBelow, unpaid, unpaidAbove, expected) => {
  expect(isOneSided({ account: "acme", subaccount: "shop", paid, paidBelow, unpaid, unpaidAbove })).toBe(expected);
});

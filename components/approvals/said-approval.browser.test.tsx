import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "./said-approval.ts";

test.each([
  [{ asset: "USDT", networkType: "tron", quantity: Decimal.from("25") }, "25.000000\u00a0USDT tron"],
  [{ asset: "USDT", networkType: "eth", quantity: Decimal.from("25") }, "25.000000\u00a0USDT eth"],
  [{ asset: "EUR", quantity: Decimal.from("10") }, "10.00\u00a0EUR"],
] as const)("a payout to approve is named with its network", (payout, said) => {
  expect(amountOf({ ...payout, reference: "order 17" })).toBe(said);
});

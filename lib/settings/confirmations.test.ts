import { expect, test } from "vitest";
import { refuseBeyond } from "./setting.ts";

const NOTHING_SET = { house: {}, account: {} };

test("in live no account goes below the standard confirmations that the house has not lowered", () => {
  for (const [name, value, from] of [
    ["confirmations.BTC", "1", "from 2"],
    ["confirmations.BTC", "2,1000:1", "from 2"],
    ["confirmations.USDC.EUR", "11", "from 12"],
    ["confirmations.USDT", "19", "from 20"],
    ["confirmations.EUR", "19", "from 20"],
    ["confirmations", "19", "from 20"],
  ] as const) {
    expect(() => refuseBeyond(NOTHING_SET, name, value, "live")).toThrow(from);
    expect(() => refuseBeyond(NOTHING_SET, name, value, "sandbox")).not.toThrow();
    expect(() => refuseBeyond({ house: { confirmations: "1" }, account: {} }, name, "1", "live")).not.toThrow();
  }
  expect(() => refuseBeyond(NOTHING_SET, "confirmations.BTC", "2,1000:3", "live")).not.toThrow();
});

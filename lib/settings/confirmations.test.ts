import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
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

test.each([
  ["openExposureLimit", "100000"],
  ["openExposureLimit.EUR", "100000"],
  ["openExposureLimit.BTC.USD", "100000"],
  ["openExposureLimit.JPY", "10000000"],
  ["openExposureLimit.BTC.JPY", "10000000"],
])("nor above live's promises that the house has not raised: %s", (name, most) => {
  const above = Decimal.from(most).plus(Decimal.of(1n)).toString();
  expect(() => refuseBeyond(NOTHING_SET, name, most, "live")).not.toThrow();
  expect(() => refuseBeyond(NOTHING_SET, name, above, "live")).toThrow(`up to ${most}`);
  expect(() => refuseBeyond(NOTHING_SET, name, above, "sandbox")).not.toThrow();
  expect(() => refuseBeyond({ house: { [name]: above }, account: {} }, name, above, "live")).not.toThrow();
});

import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { checkSetting } from "./setting.ts";
import { confirmationsAt, readTiers, tighterTiers } from "./tiers.ts";

describe("confirmations by value", () => {
  test.each([
    ["0", 2],
    ["999.99", 2],
    ["1000", 3],
    ["49999.99", 3],
    ["50000", 6],
    ["1000000", 6],
  ])("of 2,1000:3,50000:6 a value of %s asks for %d", (value, confirmations) => {
    expect(confirmationsAt(readTiers("2, 1000:3,50000:6") ?? [], Decimal.from(value))).toBe(confirmations);
  });

  test("one number rules every value, and the setting is stored without spaces", () => {
    expect(confirmationsAt(readTiers("1") ?? [], Decimal.from("5000"))).toBe(1);
    expect(checkSetting("confirmations.BTC", "2, 1000:3")).toBe("2,1000:3");
  });

  test("eight tiers are the most, a thousand confirmations too", () => {
    const eight = "1000,1:1,2:1,3:1,4:1,5:1,6:1,7.5:1000";
    expect(checkSetting("confirmations", eight)).toBe(eight);
    expect(readTiers(`${eight},8:1`)).toBeUndefined();
  });

  test.each([
    ["2,1000:6", "3,500:4", "3,500:4,1000:6"],
    ["6,1000:2", "1,2000:3", "6,1000:2,2000:3"],
    ["2,1000:2", "1", "2"],
  ])("of %s and %s the tighter at each value is %s, whichever is said first", (one, other, tighter) => {
    expect([tighterTiers(one, other), tighterTiers(other, one)]).toEqual([tighter, tighter]);
  });

  test("zeros before a value are dropped, nothing else of it is", () => {
    expect(checkSetting("confirmations", "2,0010.50:3,100.05:4")).toBe("2,10.5:3,100.05:4");
  });

  test.each([
    "",
    "0",
    "1x",
    "2,:3",
    "2,.5:3",
    "2,5:",
    "x2",
    "1001",
    "x",
    "2,3",
    "1000:3",
    "2,1000:3,1000:4",
    "2,500:3,400:4",
    "2,-5:3",
    "2,1.234:3",
  ])("refuses %o", (text) => {
    expect(() => checkSetting("confirmations", text)).toThrow("confirmations must be");
  });
});

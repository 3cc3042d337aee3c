import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { checkSetting } from "./setting.ts";
import { confirmationsAt, readTiers } from "./tiers.ts";

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

  test.each(["", "0", "1001", "x", "2,3", "1000:3", "2,1000:3,1000:4", "2,500:3,400:4", "2,-5:3", "2,1.234:3"])(
    "refuses %o",
    (text) => {
      expect(() => checkSetting("confirmations", text)).toThrow("confirmations must be");
    },
  );
});

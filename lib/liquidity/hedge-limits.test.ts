import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ruling } from "#lib/settings/setting.ts";
import { hedgeLimits, passedBy } from "./hedge-limits.ts";

const limitsIn = (mode: "sandbox" | "live", values: Record<string, string>) => {
  const { ageMs, inEur } = hedgeLimits(mode, ruling(values), "BTC", "GBP");
  return [ageMs, inEur?.toString()];
};

describe("the limits of an open hedge", () => {
  test("are none in the sandbox, and a quarter of an hour and 250 000 EUR in live, until the house sets others", () => {
    expect(limitsIn("sandbox", {})).toEqual([undefined, undefined]);
    expect(limitsIn("live", {})).toEqual([900_000, "250000"]);
    expect(limitsIn("live", { hedgeAgeLimitMs: "3600000", hedgeSizeLimit: "1000000" })).toEqual([3_600_000, "1000000"]);
  });

  test("apply all that are set for a pair, of others none", () => {
    const values = {
      hedgeAgeLimitMs: "60000",
      "hedgeAgeLimitMs.BTC": "50000",
      "hedgeAgeLimitMs.GBP": "40000",
      "hedgeAgeLimitMs.BTC.GBP": "45000",
      "hedgeAgeLimitMs.EUR": "1000",
      "hedgeSizeLimit.BCH": "1",
    };
    expect(limitsIn("sandbox", values)).toEqual([40_000, undefined]);
  });
});

describe("an open hedge is past", () => {
  const open = { base: "BTC", units: 50_000_000n, ageMs: 60_000 } as const;
  const bid = Decimal.from("60000");
  const past = (limits: { ageMs?: number; inEur?: string }, worth: Decimal | undefined = bid) => {
    const inEur = limits.inEur === undefined ? undefined : Decimal.from(limits.inEur);
    const passed = passedBy(open, { ageMs: limits.ageMs, inEur }, worth);
    return passed && [passed.ageLimitMs, passed.sizeLimit?.toString()];
  };

  test("an age beyond the limit, not at it", () => {
    expect(past({ ageMs: 60_000 })).toBeUndefined();
    expect(past({ ageMs: 59_999 })).toEqual([59_999, undefined]);
  });

  test("a worth in EUR beyond the limit, not at it; what never had a bid in EUR has none", () => {
    expect(past({ inEur: "30000" })).toBeUndefined();
    expect(past({ inEur: "29999.99" })).toEqual([undefined, "29999.99"]);
    expect(passedBy(open, { ageMs: undefined, inEur: Decimal.from("1") }, undefined)).toBeUndefined();
  });

  test("both", () => {
    expect(past({ ageMs: 1, inEur: "1" })).toEqual([1, "1"]);
  });
});

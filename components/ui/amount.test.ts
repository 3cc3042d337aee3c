import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountParts, amountText, rateText } from "./amount.ts";

const of = (text: string) => Decimal.from(text);

describe("amountParts", () => {
  it("dims the zeros of a crypto and keeps the digits", () => {
    expect(amountParts(of("0.004"), 8)).toEqual({ sign: "", digits: "0.004", zeros: "00000" });
    expect(amountParts(of("0"), 8)).toEqual({ sign: "", digits: "0", zeros: ".00000000" });
    expect(amountParts(of("1000"), 6)).toEqual({ sign: "", digits: "1\u00a0000", zeros: ".000000" });
  });

  it("shows fiat whole", () => {
    expect(amountText(of("1234567.5"), 2)).toBe("1\u00a0234\u00a0567.50");
    expect(amountText(of("10000"), 0)).toBe("10\u00a0000");
  });

  it("signs with a minus sign, and with a plus only when asked", () => {
    expect(amountParts(of("-96.386639"), 6, true).sign).toBe("−");
    expect(amountParts(of("0.5"), 6, true).sign).toBe("+");
    expect(amountParts(of("0"), 6, true).sign).toBe("");
  });

  it("never drops digits that the asset should not have", () => {
    expect(amountText(of("1.123"), 2)).toBe("1.123");
    expect(rateText(of("59272.488"))).toBe("59\u00a0272.488");
  });
});

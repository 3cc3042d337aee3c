import { afterEach, describe, expect, it } from "vitest";
import { answerLanguage } from "#components/i18n/language.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountParts, amountText, looselyTyped, rateText, typedDecimal } from "./amount.ts";

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

describe("what was typed", () => {
  afterEach(() => answerLanguage(() => "en"));

  it.each([
    ["1234.5", "1234.5", "1234.5"],
    ["1 234.5", "1234.5", "1234.5"],
    ["0,8", "0.8", "0.8"],
    ["0,001", "0.001", "0.001"],
    ["12,34", "12.34", "12.34"],
    ["1,234", undefined, "1.234"],
    ["1.234", "1.234", undefined],
    ["1,234,567", undefined, undefined],
    ["1.234,5", undefined, undefined],
    ["-1", "-1", "-1"],
    ["", undefined, undefined],
  ])("%j is read as %j in English, as %j in German, and never as two numbers", (typed, english, german) => {
    expect(looselyTyped(typed)?.toString()).toBe(english);
    answerLanguage(() => "de");
    expect(looselyTyped(typed)?.toString()).toBe(german);
  });

  it("a comma is no point where only the page's own mark is read", () => {
    expect(typedDecimal("0,8")).toBeUndefined();
  });
});

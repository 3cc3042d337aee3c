import { afterEach, describe, expect, it } from "vitest";
import { NUMBER_STYLES, type NumberStyle } from "#lib/contract/voice.ts";
import { answerLanguage, answerNumbers } from "./language.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import {
  amountParts,
  amountText,
  countText,
  fieldText,
  looselyTyped,
  meansTwo,
  priceText,
  rateText,
  typedDecimal,
} from "./amount.ts";

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

  it("writes prices of one size with the same decimals, rounded half up", () => {
    expect(priceText(of("59778.6"))).toBe("59\u00a0778.60");
    expect(priceText(of("410.8483547"))).toBe("410.85");
    expect(priceText(of("1.084249999999"))).toBe("1.0842");
    expect(priceText(of("0.920471115"))).toBe("0.920471");
    expect(priceText(of("0.0062345"))).toBe("0.006235");
    expect(priceText(of("1"))).toBe("1.0000");
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

  it.each(["en", "de"] as const)("in %s, what a field begins with is read back as what it is", (language) => {
    answerLanguage(() => language);
    for (const literal of ["1234", "1.234", "1234.5", "0.001", "-0.5", "12345678.12345678"])
      expect(looselyTyped(fieldText(of(literal)))?.toString()).toBe(literal);
  });

  it("a comma is no point where only the page's own mark is read", () => {
    expect(typedDecimal("0,8")).toBeUndefined();
  });
});

describe("the reader's own style", () => {
  afterEach(() => answerNumbers(() => "LANGUAGE"));

  it.each<[NumberStyle, string, string]>([
    ["LANGUAGE", "1\u00a0234\u00a0567.50", "1\u00a0234"],
    ["COMMA_POINT", "1,234,567.50", "1,234"],
    ["POINT_COMMA", "1.234.567,50", "1.234"],
    ["SPACE_POINT", "1\u00a0234\u00a0567.50", "1\u00a0234"],
    ["SPACE_COMMA", "1\u00a0234\u00a0567,50", "1\u00a0234"],
  ])("%s writes %s", (style, amount, count) => {
    answerNumbers(() => style);
    expect([amountText(of("1234567.5"), 2), countText(1234)]).toEqual([amount, count]);
  });

  it.each<[NumberStyle, string, string | undefined]>([
    ["COMMA_POINT", "1,234.56", "1234.56"],
    ["COMMA_POINT", "1,234,567", "1234567"],
    ["COMMA_POINT", "1.234", "1.234"],
    ["COMMA_POINT", "1,234", undefined],
    ["COMMA_POINT", "1.234,56", undefined],
    ["COMMA_POINT", "12,34.5", undefined],
    ["POINT_COMMA", "1.234,56", "1234.56"],
    ["POINT_COMMA", "1.234.567", "1234567"],
    ["POINT_COMMA", "1,234", "1.234"],
    ["POINT_COMMA", "1.234", undefined],
    ["POINT_COMMA", "0.25", "0.25"],
    ["POINT_COMMA", "1,234.56", undefined],
    ["SPACE_COMMA", "1 234,56", "1234.56"],
    ["SPACE_COMMA", "1.234", undefined],
    ["SPACE_POINT", "1,234", undefined],
  ])("in %s, %s is read as %s", (style, typed, read) => {
    answerNumbers(() => style);
    expect(typedDecimal(typed)?.toString()).toBe(read);
  });

  it.each(NUMBER_STYLES)(
    "in %s, what is shown is read as what it is, or refused where it could be two numbers",
    (style) => {
      answerNumbers(() => style);
      for (const literal of ["1234", "1234.5", "1234567", "0.001", "999.123", "12345678.12345678", "100", "-1234.56"]) {
        const shown = amountText(of(literal), 0);
        expect([meansTwo(shown) ? literal : undefined, literal]).toContain(typedDecimal(shown)?.toString() ?? literal);
        expect(typedDecimal(shown) === undefined).toBe(meansTwo(shown));
      }
    },
  );
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ConversionResult } from "./conversion-result.tsx";

const of = (text: string) => Decimal.from(text);

test("a day's sentence tells its result, then what it was made of", async () => {
  const day = {
    day: "2026-11-21",
    count: 3,
    sold: of("12500"),
    result: of("37.5"),
    slippageMedian: of("2"),
    slippageHigh: of("9"),
  };
  const at = Date.parse("2026-11-21T12:00:00Z");
  await show(<ConversionResult performance={{ fiat: "EUR", at, conversions: [day], deliveries: [] }} />);
  const [result, slippage] = page.getByRole("slider").elements();
  const told = (plot: Element | undefined) => plot?.getAttribute("aria-valuetext")?.replace(/\s/gu, " ");
  expect(told(result)).toMatch(/: 37\.50 EUR from 3 conversions of 12 500\.00 EUR$/);
  expect(told(slippage)).toMatch(/: median 2 bps, worst of twenty 9 bps$/);
});

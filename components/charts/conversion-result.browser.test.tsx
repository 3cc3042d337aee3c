import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ConversionResult } from "./conversion-result.tsx";

const of = (text: string) => Decimal.from(text);

const DAY = {
  day: "2026-11-21",
  count: 3,
  sold: of("12500"),
  result: of("37.5"),
  spread: of("60"),
  slippage: of("-12.5"),
  venueFees: of("10"),
  slippageMedian: of("2"),
  slippageHigh: of("9"),
};
const AT = Date.parse("2026-11-21T12:00:00Z");
const PERFORMANCE = { fiat: "EUR" as const, at: AT, unpriced: ["CAD" as const], conversions: [DAY], deliveries: [] };
/** A browser reports to a page within this time what lies under a pointer that did not move. */
const POINTER_REPORTED_MS = 1000;
const valueText = (nth: number) =>
  page.getByRole("slider").elements()[nth]?.getAttribute("aria-valuetext")?.replace(/\s/gu, " ");

test("a day's sentence tells its result, then what it was made of", async () => {
  await show(<ConversionResult performance={PERFORMANCE} period="30d" />);
  await expect.poll(() => valueText(0)).toMatch(/: 37\.50 EUR from 3 conversions of 12 500\.00 EUR$/);
  await expect.poll(() => valueText(1)).toMatch(/: median 2 bps, p95 9 bps$/);
});

test("the day that is told leads to its conversions; keys and a press keep another, one without any leads nowhere", async () => {
  const before = { ...DAY, day: "2026-11-20" };
  await show(<ConversionResult performance={{ ...PERFORMANCE, conversions: [before, DAY] }} period="30d" />);
  const ledTo = () =>
    page
      .getByRole("link", { name: /^\d+ Nov: [^:]*from/ })
      .elements()
      .map((link) => new URLSearchParams(link.getAttribute("href")?.split("?")[1]).get("executed"));
  expect(ledTo()).toEqual(["2026-11-21T00:00:00.000Z/2026-11-22T00:00:00.000Z"]);
  const slider = page.getByRole("slider").first();
  slider.element().focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(ledTo()).toEqual(["2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z"]);
  await userEvent.keyboard("{ArrowLeft}");
  expect(ledTo()).toEqual([]);
  const { width, height } = slider.element().querySelector("svg")?.getBoundingClientRect() ?? new DOMRect();
  await slider.click({ position: { x: (width / 30) * 28.5, y: height / 2 } });
  await userEvent.hover(page.getByRole("slider").nth(1));
  expect(ledTo()).toEqual(["2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z"]);
});

test("a pointer that moves chooses a day, one that rests where a chart appears does not", async () => {
  const before = await show(<ConversionResult performance={PERFORMANCE} period="30d" />);
  await userEvent.hover(page.getByRole("slider").nth(1), { position: { x: 40, y: 40 } });
  await expect.poll(() => valueText(1)).toMatch(/: none$/);
  await before.unmount();
  await show(<ConversionResult performance={PERFORMANCE} period="30d" />);
  await new Promise((resolve) => setTimeout(resolve, POINTER_REPORTED_MS));
  expect(valueText(1)).toMatch(/p95/);
});

test("the steps from spread to result are a table of their own too: amount, what is left, and both of what was credited", async () => {
  await show(<ConversionResult performance={PERFORMANCE} period="30d" />);
  await page.getByRole("button", { name: "Steps as table" }).click();
  const rows = page.getByRole("table", { name: "From spread to result" }).getByRole("row").elements();
  expect(rows.slice(1).map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent))).toEqual([
    ["Spread charged", "60.00", "60.00", "48.0"],
    ["Slippage against the quote’s bid", "−12.50", "47.50", "−10.0"],
    ["Venue fees", "−10.00", "37.50", "−8.0"],
    ["Result, EUR", "37.50", "37.50", "30.0"],
  ]);
  await page.getByRole("button", { name: "Steps as chart" }).click();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
});

test("the sums are those of the period alone, which they name; the pictures show the month", async () => {
  const conversions = [{ ...DAY, day: "2026-10-24" }, { ...DAY, day: "2026-11-15" }, DAY];
  const sums: string[] = [];
  for (const period of ["today", "7d", "30d"] as const) {
    const { container, unmount } = await show(
      <ConversionResult performance={{ ...PERFORMANCE, conversions }} period={period} />,
    );
    const named = [...container.querySelectorAll("dt")].find(({ textContent }) => textContent === "Conversions");
    sums.push(`${container.querySelector("p.text-12")?.textContent?.match(/fiat credited, ([^.]*?) Not/)?.[1]}`);
    sums.push(named?.nextElementSibling?.textContent ?? "");
    expect(page.getByRole("slider").elements()[0]?.getAttribute("aria-valuemax")).toBe("29");
    await unmount();
  }
  expect(sums).toEqual(["today (UTC)", "3", "last 7 days (UTC)", "6", "last 30 days (UTC)", "9"]);
});

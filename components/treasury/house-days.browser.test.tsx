import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { HouseDays } from "./house-days.tsx";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-28T12:00:00Z");
const CLOSE = Date.parse("2026-11-27T23:00:00Z");
const of = (text: string) => Decimal.from(text);

/** Two networks of one currency, gas without a price, and a bank that is overdrawn by more each day. */
const answer = ({ query }: { query: URLSearchParams }) => {
  const count = Number(query.get("days"));
  const days = Array.from({ length: count }, (_, nth) => {
    const back = count - 1 - nth;
    const data = [
      { asset: "USDT", networkType: "eth", holding: of("10.5"), value: of("9.90") },
      { asset: "USDT", networkType: "tron", holding: of(String(nth)), value: of(`${nth}.00`) },
      { asset: "GBP", holding: of(`-${nth + 1}.00`), value: of(`-${nth + 2}.00`) },
      { asset: "ETH", holding: of("1.500000001") },
    ];
    return {
      day: new Date(NOW - back * DAY_MS).toISOString().slice(0, 10),
      at: back === 0 ? NOW : CLOSE - (back - 1) * DAY_MS,
      total: of("7.90"),
      unpriced: ["ETH"],
      data,
    };
  });
  return { in: query.get("in"), zone: "Europe/Berlin", days };
};
const answers = { "GET /house/v1/places/history": answer };
const section = () => page.getByRole("region", { name: "Balance over time" });
const currency = () => page.getByRole("combobox", { name: "Currency shown" });
const flat = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/gu, " ").trim();
const described = () => flat(page.getByRole("slider").element().ariaValueText);
const rows = () => page.getByRole("row").elements();
const cells = (row: Element | undefined) => [...(row?.children ?? [])].map(({ textContent }) => flat(textContent));
const hrefs = (row: Element | undefined) =>
  [...(row?.querySelectorAll("a") ?? [])].map(({ search, pathname }) => pathname + search);

test("all currencies are drawn at their worth by the house's days, and each figure leads to the places as of then", async () => {
  await show(<HouseDays fiat="EUR" />, { at: "/treasury?days=7", answers });
  await expect.element(section()).toMatchTextContent(/7 days, at each day’s close \(Europe\/Berlin\)/);
  await expect.element(section()).toMatchTextContent(/ETH/);
  expect(requests().map(({ query }) => query.toString())).toEqual(["in=EUR&days=7"]);
  expect(described()).toBe("28 Nov: 7.90 EUR (GBP −8.00, USDT 15.90)");
  await page.getByRole("button", { name: "Table" }).click();
  expect(cells(rows()[0])).toEqual(["Day, Europe/Berlin", "GBP", "USDT", "Total, EUR"]);
  expect(cells(rows()[2])).toEqual(["27 Nov", "−7.00", "14.90", "7.90"]);
  const then = `at=${encodeURIComponent(new Date(CLOSE).toISOString())}`;
  expect(hrefs(rows()[1])).toEqual(["", "asset=GBP&", "asset=USDT&", ""].map((one) => `/treasury?${one}in=EUR`));
  expect(hrefs(rows()[2])).toEqual(
    ["", "asset=GBP&", "asset=USDT&", ""].map((one) => `/treasury?${then}&${one}in=EUR`),
  );
});

test("one currency is drawn as it is, on all its networks, also what has no price or is below zero", async () => {
  await show(<HouseDays fiat="EUR" />, { at: "/treasury?days=7&of=USDT", answers });
  await expect.element(page.getByRole("slider")).toBeVisible();
  expect(described()).toBe("28 Nov: 16.500000 USDT");
  expect([...currency().element().children].map(({ textContent }) => textContent)).toEqual([
    ...["All, in EUR", "GBP", "USDT", "ETH"],
  ]);
  await page.getByRole("button", { name: "Table" }).click();
  expect(cells(rows()[2])).toEqual(["27 Nov", "15.500000", "14.90"]);
  await currency().selectOptions("ETH");
  await expect.poll(() => location.search).toBe("?days=7&of=ETH");
  expect(cells(rows()[0])).toEqual(["Day, Europe/Berlin", "Balance, ETH", "Value, EUR"]);
  expect(cells(rows()[2])).toEqual(["27 Nov", "1.500000001", "no price"]);
  expect(hrefs(rows()[2])[1]).toMatch(/^\/treasury\?at=.*&asset=ETH&in=EUR$/);
  await page.getByRole("button", { name: "Chart" }).click();
  await currency().selectOptions("GBP");
  await expect.poll(described).toBe("28 Nov: −7.00 GBP");
  await currency().selectOptions("All, in EUR");
  await expect.poll(() => location.search).toBe("?days=7");
});

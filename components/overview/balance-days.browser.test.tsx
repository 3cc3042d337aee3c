import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { BalanceDays } from "./balance-days.tsx";

const NOTHING = { pending: "0", locked: "0", reserved: "0", owed: "0" };
const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-28T12:00:00Z");

/** A balance that grows by one a day, in whatever currency is wanted for. */
const answer = ({ query }: { query: URLSearchParams }) => {
  const count = Number(query.get("days"));
  const days = Array.from({ length: count }, (_, nth) => {
    const at = NOW - (count - 1 - nth) * DAY_MS;
    const sum = Decimal.from(String(1000 - (count - 1 - nth)));
    const held = { ...NOTHING, asset: "EUR", holding: sum, value: sum };
    return { day: new Date(at).toISOString().slice(0, 10), at, total: sum, unpriced: [], data: [held] };
  });
  return { in: query.get("in"), days };
};
const section = () => page.getByRole("region", { name: "Balance over time" });
const wanted = () => requests().map(({ query }) => [query.get("days"), query.get("in")].join(" "));

test("the days that are chosen are requested, drawn, told in words and in the table, and stand in the address", async () => {
  await show(<BalanceDays fiat="USD" />, { answers: { "GET /manage/v1/balances/history": answer } });
  await expect.element(section()).toMatchTextContent(/30 days, at each day’s close/);
  expect(wanted()).toEqual(["30 USD"]);
  for (const count of [7, 90, 365]) {
    await page.getByRole("combobox", { name: "Days shown" }).selectOptions(`${count} days`);
    await expect.element(section()).toMatchTextContent(new RegExp(`${count} days, at each day’s close`));
    expect(wanted().at(-1)).toBe(`${count} USD`);
    expect(location.search).toBe(`?days=${count}`);
    expect(page.getByRole("slider").element().ariaValueMax).toBe(String(count - 1));
  }
  expect(page.getByRole("slider").element().ariaValueText).toMatch(/^28 Nov 2026: 1\s000\.00 USD/u);
  await page.getByRole("button", { name: "Table" }).click();
  expect(page.getByRole("row").elements()).toHaveLength(366);
  expect(page.getByRole("row").elements().at(-1)?.textContent).toMatch(/^29 Nov 2025.*636\.00$/u);
  await page.getByRole("combobox", { name: "Days shown" }).selectOptions("30 days");
  await expect.poll(() => location.search).toBe("");
});

test("each figure of the table leads to the ledger as of the day's close, those of today to now", async () => {
  await show(<BalanceDays fiat="USD" />, { at: "/?days=7", answers: { "GET /manage/v1/balances/history": answer } });
  await page.getByRole("button", { name: "Table" }).click();
  const [, today, yesterday] = page.getByRole("row").elements();
  const hrefs = (row: Element | undefined) =>
    [...(row?.querySelectorAll("a") ?? [])].map(({ search, pathname }) => pathname + search);
  const then = `at=${encodeURIComponent(new Date(NOW - DAY_MS).toISOString())}`;
  expect(hrefs(today)).toEqual(["/ledger?in=USD", "/ledger?asset=EUR&in=USD", "/ledger?in=USD"]);
  expect(hrefs(yesterday)).toEqual([
    `/ledger?${then}&in=USD`,
    `/ledger?${then}&asset=EUR&in=USD`,
    `/ledger?${then}&in=USD`,
  ]);
});

test("an address with the days opens with them", async () => {
  const answers = { "GET /manage/v1/balances/history": answer };
  await show(<BalanceDays fiat="JPY" />, { at: "/?days=365", answers });
  await expect.element(section()).toMatchTextContent(/365 days/);
  expect(wanted()).toEqual(["365 JPY"]);
});

test.each([
  [1, ["Today"]],
  [2, ["27 Nov", "Today"]],
  [3, ["26 Nov", "27 Nov", "Today"]],
])("an account of %i days names none of them twice", async (count, names) => {
  const young = (request: Parameters<typeof answer>[0]) => {
    const { days, ...rest } = answer(request);
    return { ...rest, days: days.slice(-count) };
  };
  await show(<BalanceDays fiat="USD" />, { answers: { "GET /manage/v1/balances/history": young } });
  await expect.element(page.getByRole("slider")).toBeVisible();
  const axis = page.getByRole("slider").element().nextElementSibling;
  expect([...(axis?.children ?? [])].map(({ textContent }) => textContent)).toEqual(names);
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { BalanceChart } from "#components/charts/balance-chart.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { OutcomesRecord } from "#lib/overview/outcomes-contract.ts";
import { Expiring } from "./expiring.tsx";
import { Filling } from "./filling.tsx";
import { Holdings } from "./holdings.tsx";
import { Outcomes } from "./outcomes.tsx";
import type { Balances } from "./overview-data.ts";

const of = (text: string) => Decimal.from(text);
const OF_LEDGER = { rowsAt: "/ledger", zone: "UTC" } as const;
const NOTHING = { pending: of("0"), available: of("0"), locked: of("0"), reserved: of("0"), owed: of("0") };
const held = (asset: "EUR" | "JPY" | "BTC" | "USDT", holding: string, value?: string) => ({
  ...NOTHING,
  asset,
  holding: of(holding),
  ...(value !== undefined && { rate: of("1"), rateTime: 0, value: of(value) }),
});
const BALANCES: Balances = {
  data: [
    held("EUR", "1000", "1000"),
    held("JPY", "2000", "12.26"),
    { ...held("USDT", "10", "9.2"), networkType: "eth" },
    { ...held("USDT", "5", "4.6"), networkType: "tron" },
    held("BTC", "0.5"),
  ],
  in: "EUR",
  total: of("1026.06"),
  unpriced: ["BTC"],
};
const flat = (text: string | null | undefined) => text?.replace(/\s+/gu, " ").trim();
const region = (name: string) => flat(page.getByRole("region", { name }).first().element().textContent);

test("cash and crypto are one figure, every currency once, and what has no price is named", async () => {
  await show(<Holdings balances={BALANCES} fiat="EUR" />);
  const holdings = region("Cash and crypto");
  expect(holdings).toContain("1 026.06 EUR");
  expect(holdings).toContain("Cash1 012.26");
  expect(holdings).toContain("Crypto13.80");
  expect(holdings).toContain("Not counted, no price: BTC.");
  expect(
    page
      .getByRole("link", { name: /^USDT/ })
      .elements()
      .map(({ textContent }) => flat(textContent)),
  ).toEqual(["USDT15.000000≈ 13.80"]);
  expect(flat(page.getByRole("link", { name: /^BTC/ }).element().textContent)).toBe("BTC0.50000000no price");
  expect(page.getByRole("alert").elements()).toEqual([]);
});

test("a total that is not what its parts add up to is told", async () => {
  await show(<Holdings balances={{ ...BALANCES, total: of("1026.07") }} fiat="EUR" />);
  expect(flat(page.getByRole("alert").element().textContent)).toMatch(/^The parts do not sum up/);
});

test("a day's sentence and its line in the table tell the same total and parts", async () => {
  const day = (name: string, at: string, total: string) => ({
    day: name,
    at: Date.parse(at),
    total: of(total),
    unpriced: [],
    data: BALANCES.data.filter(({ value }) => value).map((one) => ({ ...one, holding: one.holding ?? of("0") })),
  });
  const days = [18, 19, 20, 21].map((nth) => day(`2026-11-${nth}`, `2026-11-${nth}T12:00:00Z`, "1026.06"));
  await show(<BalanceChart days={days} fiat="EUR" {...OF_LEDGER} />);
  expect(flat(page.getByRole("slider").element().getAttribute("aria-valuetext"))).toBe(
    "21 Nov: 1 026.06 EUR (EUR 1 000.00, JPY 12.26, USDT 13.80)",
  );
  await page.getByRole("button", { name: "Table" }).click();
  expect(
    page
      .getByRole("row")
      .elements()
      .slice(0, 3)
      .map(({ textContent }) => flat(textContent)),
  ).toEqual(["Day, UTCEURJPYUSDTTotal, EUR", "21 Nov1 000.0012.2613.801 026.06", "20 Nov1 000.0012.2613.801 026.06"]);
});

test("a day's sentence has as many decimals as the fiat it is valued in", async () => {
  const data = [{ asset: "BTC" as const, holding: of("0.5"), value: of("4200000") }];
  const days = ["18", "19", "20", "21"]
    .map((nth) => `2026-11-${nth}`)
    .map((day) => ({
      ...{ day, at: Date.parse(`${day}T12:00:00Z`), total: of("4200000"), unpriced: [], data },
    }));
  await show(<BalanceChart days={days} fiat="JPY" {...OF_LEDGER} />);
  expect(flat(page.getByRole("slider").element().getAttribute("aria-valuetext"))).toBe(
    "21 Nov: 4 200 000 JPY (BTC 4 200 000)",
  );
});

const OUTCOMES: OutcomesRecord = {
  in: "EUR",
  startTime: 0,
  endTime: 0,
  unpriced: ["CAD"],
  created: { count: 4, value: of("300") },
  outcomes: [
    { outcome: "PAID", count: 2, value: of("200") },
    { outcome: "LATE", count: 1, value: of("100") },
    { outcome: "UNDERPAID", count: 0, value: of("0") },
    { outcome: "OVERPAID", count: 0, value: of("0") },
    { outcome: "EXPIRED", count: 1, value: of("0") },
    { outcome: "OPEN", count: 0, value: of("0") },
  ],
  expiring: [
    { minute: 2, count: 3, value: of("70.5") },
    { minute: 19, count: 1, value: of("9") },
  ],
};

test("a period without a bill has no shares of nothing, and says so", async () => {
  const none = { count: 0, value: of("0") };
  const outcomes = OUTCOMES.outcomes.map(({ outcome }) => ({ outcome, ...none }));
  await show(<Outcomes outcomes={{ ...OUTCOMES, created: none, outcomes }} period="7d" />);
  expect(region("Bills by outcome")).toContain("No bills were created in this period.");
  expect(region("Bills by outcome")).not.toContain("%");
  expect(page.getByRole("row").elements()).toEqual([]);
});

test("each outcome has its count, value and share, and leads to its bills", async () => {
  await show(<Outcomes outcomes={OUTCOMES} period="7d" />);
  const lines = page
    .getByRole("row")
    .elements()
    .map(({ textContent }) => flat(textContent));
  expect(lines.slice(1, 4)).toEqual(["Created4300.00100.0 %", "Paid in time2200.0066.6 %", "Late1100.0033.3 %"]);
  expect(page.getByRole("link", { name: "Late", exact: true }).element().getAttribute("href")).toBe(
    "/payments?range=7d&outcome=LATE",
  );
  expect(region("Bills by outcome")).toContain("created in the last 7 days");
  expect(region("Bills by outcome")).toContain("Not counted, no price: CAD.");
});

test("bills that expire soon are told by the minute, with their sum", async () => {
  await show(<Expiring outcomes={OUTCOMES} />);
  const links = page
    .getByRole("link")
    .elements()
    .map(({ textContent }) => flat(textContent));
  expect(links).toEqual(["4 unpaid bills within 20 min, 79.50 EUR", "2–3 min: 3 bills, 70.50 EUR"]);
  expect(flat(page.getByRole("slider").element().getAttribute("aria-valuetext"))).toBe("2–3 min: 3 bills, 70.50 EUR");
  await page.getByRole("button", { name: "Table" }).click();
  expect(
    page
      .getByRole("row")
      .elements()
      .slice(1)
      .map(({ textContent }) => flat(textContent)),
  ).toEqual(["2–3 min370.50", "19–20 min19.00"]);
});

test("the overview says how far the demo is filled, and nothing once it is", async () => {
  const filling = await show(<Filling percent={40} />);
  expect(page.getByText(/^The demo is still being filled: 40.%$/u).elements()).toHaveLength(1);
  await filling.unmount();
  await show(<Filling percent={undefined} />);
  expect(page.getByText(/demo/).elements()).toHaveLength(0);
});

import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ExecutionQuality } from "./execution.tsx";
import { TreasuryPage } from "./treasury-page.tsx";

const of = (text: string) => Decimal.from(text);
const NOW = Date.parse("2026-11-21T12:05:41Z");
const sale = (
  day: string,
  strategy: string,
  venue: string,
  asset: string,
  fiat: string,
  [quantity, proceeds, atQuote, atExecution, slippage, fees]: readonly string[],
) => ({
  ...{ day, strategy, venue, asset, fiat, orders: 2, trades: 3 },
  ...{ quantity: of(quantity ?? "0"), proceeds: of(proceeds ?? "0"), fees: of(fees ?? "0") },
  ...{ atQuote: of(atQuote ?? "0"), atExecution: of(atExecution ?? "0"), slippage: of(slippage ?? "0") },
  ...{ drift: of(atQuote ?? "0").minus(of(atExecution ?? "0")), slippageBps: of("0") },
});
const account = (day: string, name: string, asset: string, amount: string) => ({
  ...{ day, strategy: "POOLED", account: name, event: "venue.filled", asset, amount: of(amount) },
});
const quality = {
  data: [
    sale("2026-11-21", "INVOICE", "sandbox", "BTC", "EUR", ["0.02", "1192", "1194.2", "1192.5", "0.5", "0.25"]),
    sale("2026-11-21", "POOLED", "kraken", "BTC", "EUR", ["0.1", "6000", "6001", "6003", "3", "1"]),
    sale("2026-11-20", "POOLED", "kraken", "BTC", "EUR", ["0.05", "3001", "3000", "3000", "-1", "0.5"]),
    // Without a mid it is in no measured sum.
    sale("2026-11-19", "ACA", "sandbox", "USDT", "EUR", ["10", "9.21", "0", "0", "0", "0"]),
    sale("2026-11-19", "POOLED", "kraken", "BCH", "GBP", ["1", "300", "301", "301", "1", "0"]),
  ],
  accounts: [
    account("2026-11-21", "book", "EUR", "7192"),
    account("2026-11-20", "book", "EUR", "-192.5"),
    account("2026-11-20", "result", "EUR", "-1.75"),
    account("2026-11-20", "fee:service", "BTC", "0.00000123"),
    account("2026-11-20", "capital", "EUR", "5000"),
  ],
};
const play = (at: string, answer: object = quality) => ({
  at,
  answers: { "GET /house/v1/execution-quality": answer, "GET /manage/v1/approvals": { data: [], startsAfter: null } },
});
const plain = (text: string | null | undefined) => text?.replace(/\s+/gu, " ").trim();
const spoken = () => plain(page.getByRole("slider").element().getAttribute("aria-valuetext"));
const rows = (name: string) =>
  page
    .getByRole("table", { name })
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)).join(" | "));
const figures = () =>
  plain(page.getByRole("region", { name: "Figures of the period" }).element().querySelector("dl")?.textContent);

test("the sales of a period are summed, and of the slippage its base is said", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution"));
  // 2.50 of 10 195.50, not the mean of the days' shares.
  await expect
    .poll(figures)
    .toBe(
      "Proceeds, EUR10 202.21Mid at quote, EUR10 195.20Market drift, EUR−0.30Mid at execution, EUR10 195.50Slippage, EUR2.502.45 bps of the mid at executionVenue fees, EUR1.75",
    );
  await expect.poll(spoken).toBe("21 Nov: 4.86 bps, 3.50 of 7 195.50 EUR at mid, orders: 4");
  page.getByRole("slider").element().focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(spoken).toBe("20 Nov: −3.34 bps, −1.00 of 3 000.00 EUR at mid, orders: 2");
  await userEvent.keyboard("{Home}");
  await expect.poll(spoken).toBe("23 Oct: none");
});

test("each strategy, venue and pair leads to its days", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution"));
  await expect
    .poll(() => rows("By strategy, venue and pair"))
    .toEqual([
      "ACA | sandbox | USDT/EUR | 10.000000 | 2 | 3 | 9.21 | 0.00 | 0.00 | 0.00 | – | 0.00",
      "Conversions | sandbox | BTC/EUR | 0.02000000 | 2 | 3 | 1 192.00 | 1.70 | 1 192.50 | 0.50 | 4.19 | 0.25",
      "Hedges, all strategies | kraken | BTC/EUR | 0.15000000 | 4 | 6 | 9 001.00 | −2.00 | 9 003.00 | 2.00 | 2.22 | 1.50",
    ]);
  const link = page.getByRole("link", { name: "Hedges, all strategies" });
  await expect.element(link).toHaveAttribute("href", "/treasury?tab=execution&of=POOLED.BTC.kraken&in=EUR");
});

test("where the names of columns are too long for the page they go on in the next line, and no column is cut", async () => {
  await page.viewport(1200, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution"));
  const table = page.getByRole("table", { name: "By strategy, venue and pair" });
  await expect.element(table).toBeVisible();
  const box = table.element().parentElement;
  expect(box?.scrollWidth).toBe(box?.clientWidth);
});

test("the days of one strategy, venue and pair are the rows of its sums", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution&of=POOLED.BTC.kraken&in=EUR"));
  await expect.element(page.getByText(/^Only Hedges, all strategies at kraken, BTC\/EUR\./)).toBeVisible();
  await page.getByRole("button", { name: "Table" }).click();
  await expect
    .poll(() => rows("Slippage by day"))
    .toEqual([
      "21 Nov | 2 | 3 | 6 000.00 | 6 001.00 | −2.00 | 6 003.00 | 3.00 | 4.99 | 1.00",
      "20 Nov | 2 | 3 | 3 001.00 | 3 000.00 | 0.00 | 3 000.00 | −1.00 | −3.34 | 0.50",
    ]);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => rows("Slippage by day").length).toBe(3);
});

test("what the operator's accounts have of it stands beneath, summed by account and asset", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution"));
  await expect
    .poll(() => rows("Operator accounts"))
    .toEqual(["Open position | EUR | 6 999.50", "Result | EUR | −1.75", "Service fees | BTC | 0.00000123"]);
});

test("another fiat has its own sums", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution"));
  await page.getByRole("combobox", { name: "Sold into" }).selectOptions("GBP");
  await expect.poll(figures).toMatch(/^Proceeds, GBP300\.00/);
});

test("a period without sales says so, and what to do", async () => {
  await show(<ExecutionQuality now={NOW} />, play("/treasury?tab=execution", { data: [], accounts: [] }));
  await expect
    .element(page.getByText("Nothing was sold at a venue in this period. Choose a longer one."))
    .toBeVisible();
});

test("the period begins with a day of UTC, whatever the reader's zone, and has its own address", async () => {
  const starts: (string | null)[] = [];
  const answer = ({ query }: { query: URLSearchParams }) => {
    starts.push(query.get("startTime"));
    return quality;
  };
  await show(<TreasuryPage />, {
    ...play("/treasury?tab=execution"),
    preferences: { zone: "Asia/Tokyo" },
    answers: { ...play("").answers, "GET /house/v1/execution-quality": answer },
  });
  await expect.element(page.getByRole("link", { name: "Execution quality" })).toHaveAttribute("aria-current", "true");
  await expect.poll(() => starts.length).toBe(1);
  await page.getByRole("combobox", { name: "Period" }).selectOptions("7d");
  await expect.poll(() => location.search).toBe("?tab=execution&period=7d");
  await expect.poll(() => starts.length).toBe(2);
  const DAY_MS = 86_400_000;
  expect(starts.map((start) => Number(start) % DAY_MS)).toEqual([0, 0]);
  expect(Number(starts[1]) - Number(starts[0])).toBe(23 * DAY_MS);
});

const INVOICE = "01a1fc4b-17e0-7a52-8c6d-2f9b3e4d5a10";
const order = {
  ...{ orderId: "01a1fc7c-4e5f-7a6b-8c7d-8e9f0a1b2c33", at: NOW - 1, day: "2026-11-21", trades: 1, side: "SELL" },
  ...{ strategy: "INVOICE", venue: "sandbox", asset: "BTC", fiat: "EUR", account: "acme", invoiceId: INVOICE },
  ...{ quantity: of("0.02"), proceeds: of("1192"), fees: of("0.25"), midQuote: of("59710"), midExecution: of("59625") },
  ...{ atQuote: of("1194.2"), atExecution: of("1192.5"), drift: of("1.7"), slippage: of("0.504321") },
};

test("how many orders a row has opens them, of the very day or group and period that it adds up", async () => {
  const answers = {
    ...play("").answers,
    "GET /house/v1/execution-quality/orders": { data: [order], startsAfter: null },
  };
  await show(<ExecutionQuality now={NOW} />, { at: "/treasury?tab=execution", answers });
  await page
    .getByRole("row", { name: /^Conversions/ })
    .getByRole("button", { name: "2" })
    .click();
  const orders = page.getByRole("table", { name: "Orders of Conversions at sandbox, BTC/EUR" });
  await expect.element(orders).toBeVisible();
  const cells = [...(orders.element().querySelector("tbody > tr")?.children ?? [])].map(({ textContent }) =>
    plain(textContent),
  );
  expect([cells[1], cells[2], ...cells.slice(4, 11)]).toEqual([
    ...["Conversions, sandbox", "acme", "0.02000000 BTC", "1 192.00", "59 710.00", "59 625.00", "1.70", "0.50", "0.25"],
  ]);
  await page.getByRole("button", { name: "Table" }).click();
  await page
    .getByRole("row", { name: /^21 Nov/ })
    .getByRole("button", { name: "4" })
    .click();
  await expect.element(page.getByRole("table", { name: "Orders of 21 Nov" })).toBeVisible();
  expect(location.search).toContain("orders=2026-11-21");
  const [figures, ...listed] = requests().filter(({ path }) => path.startsWith("/house/v1/execution-quality"));
  const startTime = figures?.query.get("startTime") ?? "";
  expect(listed.map(({ query }) => Object.fromEntries(query))).toEqual([
    { startTime, fiat: "EUR", strategy: "INVOICE", venue: "sandbox", asset: "BTC", limit: "50" },
    { startTime, fiat: "EUR", day: "2026-11-21", limit: "50" },
  ]);
});

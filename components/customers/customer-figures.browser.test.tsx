import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import type { CustomerRecord } from "#lib/customers/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CustomerArrivals } from "./customer-arrivals.tsx";
import { CustomerFigures, CustomerOutcomes } from "./customer-figures.tsx";

const sum = (count: number, value: string) => ({ count, value: Decimal.from(value) });
const BILLS: NonNullable<CustomerRecord["bills"]> = {
  created: sum(12, "1250"),
  outcomes: [
    { outcome: "PAID", ...sum(7, "900.5") },
    { outcome: "OPEN", ...sum(3, "180.25") },
    { outcome: "EXPIRED", ...sum(2, "169.25") },
    { outcome: "LATE", ...sum(0, "0") },
  ],
  waiting: sum(4, "99.5"),
  arrivals: [
    { minute: -31, count: 1 },
    { minute: -10, count: 2 },
    { minute: -9, count: 1 },
    { minute: 0, count: 4 },
    { minute: 1, count: 1 },
    { minute: 16, count: 1 },
  ],
  lastBillAt: Date.parse("2026-11-21T12:00:00Z"),
};
const RECORD = {
  subaccount: "shop",
  in: "EUR",
  startTime: 0,
  endTime: 1,
  total: Decimal.from("77.77"),
  unpriced: [],
  data: [],
  exposure: { promised: sum(2, "140"), unconfirmed: sum(1, "40.75") },
  bills: BILLS,
} satisfies CustomerRecord;
const flat = (text: string | null) => text?.replace(/\s+/gu, " ").trim();

test("each figure of a customer is its own, and leads to the bills that it counts", async () => {
  await show(<CustomerFigures range={{ kind: "30d" }} record={RECORD} />);
  const figures = page.getByRole("region", { name: "Figures of the period" }).element();
  const shown = [...figures.querySelectorAll("dl > div")].map(({ textContent }) => flat(textContent));
  expect(shown.slice(0, -1)).toEqual([
    "Held at the end77.77 EUR",
    "Bills1 250.00 EUR 12 bills",
    "Open180.25 EUR 3 bills",
    "To convert99.50 EUR 4 bills",
    "Promised, now140.00 EUR 2 bills",
    "Unconfirmed, now40.75 EUR 1 bill",
  ]);
  const shop = "range=30d&subaccount=shop";
  expect([...figures.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    `/payments?${shop}`,
    `/payments?${shop}&outcome=OPEN`,
    `/payments?${shop}&convertible=true`,
    "/payments?range=90d&subaccount=shop&promising=true",
    "/payments?range=90d&subaccount=shop&status=DETECTED%2CPROCESSING",
  ]);
});

test("each outcome has its own line, with its bills; one that no bill has is left out", async () => {
  await show(<CustomerOutcomes bills={BILLS} fiat="EUR" range={{ kind: "30d" }} subaccount="shop" />);
  const rows = page.getByRole("row").elements().slice(1);
  expect(rows.map(({ textContent }) => flat(textContent))).toEqual([
    "Paid in time7900.50",
    "Still open3180.25",
    "Unpaid, expired2169.25",
  ]);
  expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual(
    ["PAID", "OPEN", "EXPIRED"].map((outcome) => `/payments?range=30d&subaccount=shop&outcome=${outcome}`),
  );
});

test("each bill with a payment is in one line by when it was paid, and in the minute that is drawn; both lead to it", async () => {
  await show(<CustomerArrivals arrivals={BILLS.arrivals} range={{ kind: "30d" }} subaccount="shop" />);
  const hrefOf = (arrival: string) => `/payments?${new URLSearchParams({ range: "30d", subaccount: "shop", arrival })}`;
  await expect.element(page.getByText("10 bills with a payment, by its first one")).toBeVisible();
  const slider = page.getByRole("slider");
  const shown = () => slider.element().getAttribute("aria-valuetext");
  const link = () => document.querySelector("a")?.getAttribute("href");
  expect([shown(), link()]).toEqual(["1–0 min before expiry: 4 bills", hrefOf("0/0")]);
  for (const [key, sentence, minutes] of [
    ["ArrowRight", "0–1 min after expiry: 1 bill", "1/1"],
    ["End", "More than 19 min after expiry: 0 bills", undefined],
    ["Home", "More than 19 min before expiry: 1 bill", "-60/-19"],
  ] as const) {
    slider.element().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await expect.poll(shown).toBe(sentence);
    expect(link()).toBe(minutes && hrefOf(minutes));
  }
  await page.getByRole("button", { name: "Table" }).click();
  const rows = page.getByRole("row").elements().slice(1);
  expect(rows.map(({ textContent }) => flat(textContent))).toEqual([
    "More than 10 min before expiry330.00 %",
    "10–5 min before expiry110.00 %",
    "5–0 min before expiry440.00 %",
    "0–5 min after expiry110.00 %",
    "5–15 min after expiry00.00 %",
    "More than 15 min after expiry110.00 %",
  ]);
  expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
    ...["-60/-10", "-9/-5", "-4/0", "1/5"].map(hrefOf),
    undefined,
    hrefOf("16/60"),
  ]);
});

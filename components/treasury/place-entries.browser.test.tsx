import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { MovementOfPlaces } from "./place-movement.tsx";

const of = (text: string) => Decimal.from(text);
const PAYOUT = "01a1fc60-2e8c-74d9-8b03-f1e2d3c4b5a6";
const AT = Date.parse("2026-11-28T12:00:00Z");
const moved = { opening: of("1"), in: of("0.3"), out: of("0.1"), fees: of("0.001"), closing: of("1.199") };
const line = (nth: number, amounts: object) => ({
  ...{
    at: AT - nth,
    transactionId: `01a1fc41-33d7-7c0e-9a52-08b7c6d5e4f${nth}`,
    event: "deposit.confirmed",
    asset: "BTC",
  },
  ...{ in: of("0"), out: of("0"), fees: of("0"), ...amounts },
});
const answers = {
  "GET /house/v1/places/movement": {
    ...{ in: "EUR", total: of("0"), unpriced: [], startTime: 0, endTime: AT },
    data: [
      { place: "custody:bitcoin", kind: "CUSTODY", asset: "BTC", ...moved },
      { place: "venue:kraken", kind: "VENUE", asset: "USDT", networkType: "tron", ...moved },
    ],
  },
  "GET /house/v1/places/entries": ({ query }: { query: URLSearchParams }) =>
    query.has("startsAfter")
      ? { data: [line(3, { in: of("0.2"), account: "acme" })], startsAfter: null }
      : {
          data: [
            line(1, { out: of("0.1"), fees: of("0.001"), event: "payout.left", payoutId: PAYOUT }),
            line(2, { in: of("0.1"), account: "acme", paymentId: PAYOUT }),
          ],
          startsAfter: "next",
        },
};
const flat = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/gu, " ").trim();
const entries = () => page.getByRole("table", { name: "Entries of Custody Bitcoin, BTC" });
const cells = () =>
  [...entries().element().querySelectorAll(":scope > tbody > tr")].map((row) =>
    [...row.children].slice(1, 7).map(({ textContent }) => flat(textContent)),
  );

test("a place opens the rows that its movement is the sum of, page by page, and the address keeps it", async () => {
  await show(<MovementOfPlaces at={new Date(AT)} fiat="EUR" />, { at: "/treasury?period=7d", answers });
  await page.getByRole("button", { name: "Custody Bitcoin BTC" }).click();
  await expect.element(entries()).toBeVisible();
  expect(location.search).toBe("?period=7d&entries=custody%3Abitcoin.BTC");
  const [first, second] = cells();
  expect([first?.[0], first?.[1], ...(first?.slice(3) ?? [])]).toEqual([
    "Payout sent",
    "Operator",
    "–",
    "−0.10000000",
    "−0.00100000",
  ]);
  expect([second?.[0], second?.[1], ...(second?.slice(3) ?? [])]).toEqual([
    "Deposit received",
    "acme",
    "+0.10000000",
    "–",
    "–",
  ]);
  expect(entries().element().querySelector("a")?.getAttribute("href")).toBe(`/payouts?payout=${PAYOUT}`);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => cells().length).toBe(3);
  const queries = requests().filter(({ path }) => path.endsWith("/entries"));
  const movement = requests().find(({ path }) => path.endsWith("/movement"));
  // The rows are of the very period whose figures they sum to.
  for (const { query } of queries)
    expect([query.get("place"), query.get("asset"), query.get("startTime"), query.get("endTime")]).toEqual([
      ...["custody:bitcoin", "BTC", movement?.query.get("startTime"), String(AT)],
    ]);
  // Both ends lead to what lay in all places then.
  const ends = [...document.querySelectorAll('a[href^="/treasury?"]')].slice(0, 2);
  expect(ends.map((one) => new URLSearchParams(one.getAttribute("href")?.split("?")[1]).get("at"))).toEqual([
    new Date(Number(movement?.query.get("startTime"))).toISOString(),
    new Date(AT).toISOString(),
  ]);
  await page.getByRole("button", { name: "Custody Bitcoin BTC" }).click();
  await expect.poll(() => location.search).toBe("?period=7d");
});

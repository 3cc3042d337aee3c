import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ExportsPage } from "./exports-page.tsx";

const AT = Date.parse("2026-11-23T12:00:00Z");
const file = (exportId: string, bytes: number) => ({
  ...{ exportId, list: "payments", format: "csv", status: "READY", language: "en", filter: {}, createdBy: "staff:Ada" },
  ...{ count: 1234, rows: 1234, bytes, createdAt: AT, expiresAt: AT + 7 * 86_400_000 },
});
const answers = {
  "GET /manage/v1/exports": { data: [file("a", 999), file("b", 1_250), file("c", 999_960), file("d", 12_345_678)] },
};
const rows = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].slice(3, 5).map(({ textContent }) => textContent?.replace(/\s/gu, " ")));

afterEach(() => {
  document.documentElement.lang = "en";
});

test("who ordered a file is named, a key by its end", async () => {
  const by = { ...file("e", 1), createdBy: "key:ak_0123456789abcdef" };
  await show(<ExportsPage />, { answers: { "GET /manage/v1/exports": { data: [file("a", 1), by] } } });
  await expect.element(page.getByRole("cell", { name: "API key …abcdef" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "Ada", exact: true })).toBeVisible();
});

test.each([
  ["en", ["999 B", "1.3 kB", "1 MB", "12.3 MB"]],
  ["de", ["999 B", "1,3 kB", "1 MB", "12,3 MB"]],
])("a file's size is written in its largest unit, as its reader writes numbers: %s", async (language, sizes) => {
  document.documentElement.lang = language;
  await show(<ExportsPage />, { answers });
  await expect.poll(rows).toEqual(sizes.map((size) => ["1 234", size]));
});

test("what was exported is said as the chips of its list say it, in the reader's zone", async () => {
  const of = (list: string, filter: object, more: object = {}) => ({ ...file(list, 1), list, filter, ...more });
  const [startTime, endTime] = [AT - 86_400_000, AT].map((at) => Decimal.from(at));
  const data = [
    of("payments", {
      status: "COMPLETED",
      subaccount: "shop 7\nshop 8",
      convertible: "true",
      sort: "-createdAt",
      startTime,
      endTime,
    }),
    { ...of("payments", {}, { chosen: 3 }), exportId: "chosen" },
    of("conversions", {
      status: ["EXECUTED", "FAILED"],
      baseSymbol: "BTC",
      minimum: Decimal.from("0.5"),
      endTime: "2026-11-23T12:00:00.000Z",
    }),
    of("statement", { paymentId: "p1", asset: "EUR" }),
    of("audit", { actor: "key:ak_0123456789abcdef" }),
    of("cases", { kind: "LATE", owner: "nobody", minimum: Decimal.from("100"), fiat: "USD" }),
    { ...of("cases", { fiat: "EUR", sort: "due" }), exportId: "all" },
  ];
  await show(<ExportsPage />, { answers: { "GET /manage/v1/exports": { data } } });
  const filters = () =>
    page
      .getByRole("row")
      .elements()
      .slice(1)
      .map((row) => row.children[1]?.textContent?.replace(/\s/gu, " "));
  await expect.poll(() => filters().length).toBe(data.length);
  expect(filters()).toEqual([
    "Status Completed, Customer shop 7 or shop 8, Available to convert yes, 22 Nov 2026, 12:00:00 UTC to 23 Nov 2026, 12:00:00 UTC",
    "3 selected rows",
    "Status Executed or Failed, Sold BTC, Crypto from 0.5, until 23 Nov 2026, 12:00:00 UTC",
    "Payment ID p1, Asset EUR",
    "Who API key …abcdef",
    "Kind Late, held as crypto, Unassigned, Value at least, USD 100",
    "Everything",
  ]);
});

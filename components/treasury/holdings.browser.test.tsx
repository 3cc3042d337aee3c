import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Holdings } from "./holdings.tsx";
import { MovementOfPlaces } from "./place-movement.tsx";

const of = (text: string) => Decimal.from(text);
type More = { networkType?: string; difference?: Decimal };
const lies = (place: string, kind: string, asset: string, balance: string, value?: string, more: More = {}) => ({
  place,
  kind,
  asset,
  balance: of(balance),
  ...(value !== undefined && { rate: of("1"), rateTime: 0, value: of(value) }),
  ...more,
});
const PLACES = {
  data: [
    lies("custody:bitcoin", "CUSTODY", "BTC", "0.5", "30000"),
    lies("custody:tron", "CUSTODY", "USDT", "10", "9.2", { networkType: "tron" }),
    lies("venue:kraken", "VENUE", "BTC", "0.1", "6000", { difference: of("-0.02") }),
    lies("bank:main", "BANK", "EUR", "4000", "4000"),
    lies("bank:main", "BANK", "JPY", "700"),
  ],
  in: "EUR",
  total: of("40009.2"),
  unpriced: ["JPY"],
};
const has = (owner: string, account: string | undefined, asset: string, holding: string, value: string) => ({
  owner,
  account,
  asset,
  available: of(holding),
  reserved: of("0"),
  pending: of("0"),
  owed: of("0"),
  holding: of(holding),
  rate: of("1"),
  rateTime: 0,
  value: of(value),
});
const OWNERS = {
  in: "EUR",
  total: of("40009.2"),
  unpriced: ["JPY"],
  owedTotal: of("36003"),
  unassignedTotal: of("0"),
  ownTotal: of("4006.2"),
  data: [
    has("OWN", undefined, "EUR", "3997", "3997"),
    has("OWN", undefined, "USDT", "10", "9.2"),
    has("ACCOUNT", "other", "EUR", "3", "3"),
    has("ACCOUNT", "acme", "BTC", "0.6", "36000"),
  ],
  places: PLACES.data.map(({ difference: _, ...one }) => one),
};
const answers = { "GET /house/v1/places": PLACES, "GET /house/v1/owners": OWNERS };
const table = () => page.getByRole("table", { name: "Holdings" });
const rows = () =>
  table()
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/gu, " ").trim()).join(" "));
const figures = () => page.getByRole("region", { name: "Cash and crypto" });

test("all is one figure, told by what it is and by whose it is, and each part leads to its rows", async () => {
  await show(<Holdings at={undefined} fiat="EUR" />, { at: "/treasury", answers });
  await expect.element(figures()).toMatchTextContent(/40 009\.20 EUR/);
  await expect.element(figures()).toMatchTextContent(/Cash ?4 000\.00 ?Crypto ?36 009\.20/);
  await expect
    .element(figures())
    .toMatchTextContent(/Owed to accounts ?36 003\.00 ?Own funds ?4 006\.20 ?10\.0 % of the total/);
  await expect.element(figures().getByRole("link", { name: "36 003.00" })).toHaveAttribute("href", "?view=customer");
  await expect.element(page.getByText("Not counted, no price: JPY.")).toBeVisible();
  expect(rows()[0]).toMatch(
    /^BTC 0\.50000000 0\.10000000Venue kraken reports 0\.02 less – – 0\.60000000 1\.0000 36 000\.00 89\.9 %$/,
  );
  expect(rows().at(-1)).toMatch(/^JPY – – 700 – 700 – no price –$/);
});

test("figures and rows add up also while the places are read at another moment, which says only how they differ", async () => {
  const dearer = PLACES.data.map((one) => ({ ...one, ...(one.asset === "BTC" && { value: of("99999") }) }));
  const later = [...dearer, lies("venue:binance", "VENUE", "BTC", "3", "180000")];
  const places = { ...PLACES, data: later, total: of("384007.2") };
  await show(<Holdings at={undefined} fiat="EUR" />, {
    at: "/treasury",
    answers: { ...answers, "GET /house/v1/places": places },
  });
  await expect.element(figures()).toMatchTextContent(/40 009\.20 EUR ?Cash ?4 000\.00 ?Crypto ?36 009\.20/);
  await expect.element(page.getByText(/^Sum of these rows/)).toMatchTextContent(/40 009\.20 EUR/);
  expect(rows()[0]).toMatch(/^BTC 0\.50000000 0\.10000000Venue kraken reports 0\.02 less .* 36 000\.00 89\.9 %$/);
});

test.each([
  ["place", ["Custody Bitcoin BTC 0.50000000 1.0000 30 000.00 74.9 %", "Bank main EUR 4 000.00 1.0000 4 000.00 9.9 %"]],
  ["network", ["Bitcoin 0.60000000 BTC 36 000.00 89.9 %", "Tron 10.000000 USDT 9.20 0.0 %"]],
  ["customer", ["acme BTC 0.60000000 BTC – – – 36 000.00 89.9 %", "other EUR 3.00 EUR – – – 3.00 0.0 %"]],
])("seen by %s the same lies in other rows, which come to the same", async (view, some) => {
  await show(<Holdings at={undefined} fiat="EUR" />, { at: `/treasury?view=${view}`, answers });
  await expect.element(table()).toBeVisible();
  for (const row of some) expect(rows()).toContain(row);
  await expect.element(page.getByText(/^Sum of these rows/)).toMatchTextContent(/40 009\.20 EUR/);
});

test("of one asset the rows that make its total are shown, and the way back to all", async () => {
  await show(<Holdings at={undefined} fiat="EUR" />, { at: "/treasury?view=place&asset=BTC", answers });
  await expect.element(page.getByText(/^Sum of BTC/)).toMatchTextContent(/36 000\.00 EUR/);
  expect(rows()).toHaveLength(2);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => rows().length).toBe(5);
});

test("as of an instant, the ledger is read as it was", async () => {
  const at = new Date("2026-11-20T00:00:00Z");
  await show(<Holdings at={at} fiat="GBP" />, { at: "/treasury", answers });
  await expect.element(page.getByText(/Ledger balances just before the instant/)).toBeVisible();
  const read = requests().filter(({ path }) => path.startsWith("/house/v1/"));
  expect(read.map(({ query }) => [new Date(query.get("at") ?? "").getTime(), query.get("in")])).toEqual([
    [at.getTime(), null],
    [at.getTime(), "GBP"],
  ]);
});

test("a place's opening became its closing", async () => {
  const moved = {
    place: "custody:bitcoin",
    kind: "CUSTODY",
    asset: "BTC",
    opening: of("0.4"),
    in: of("0.2"),
    out: of("0.0999"),
    fees: of("0.0001"),
    closing: of("0.5"),
    value: of("30000"),
  };
  const none = Object.fromEntries(["opening", "in", "out", "fees", "closing"].map((kind) => [kind, of("0")]));
  const still = { place: "transit", kind: "TRANSIT", asset: "EUR", ...none };
  await show(<MovementOfPlaces at={undefined} fiat="EUR" />, {
    at: "/treasury",
    answers: {
      "GET /house/v1/places/movement": {
        ...{ in: "EUR", startTime: 0, endTime: 1, total: of("30000"), unpriced: [] },
        data: [moved, still],
      },
    },
  });
  const movement = page.getByRole("table", { name: "Movement" });
  await expect
    .element(movement.getByRole("row").last())
    .toMatchTextContent(
      /Custody Bitcoin ?BTC ?0\.40000000 ?\+0\.20000000 ?−0\.09990000 ?−0\.00010000 ?0\.50000000 ?30 000\.00/,
    );
  expect(movement.getByRole("row").elements()).toHaveLength(2);
});

test("the movement of places as of an instant ends with it, and begins as far before it as the period says", async () => {
  const at = new Date("2026-11-20T15:00:00Z");
  const none = { in: "GBP", startTime: 0, endTime: 1, total: of("0"), unpriced: [], data: [] };
  await show(<MovementOfPlaces at={at} fiat="GBP" />, {
    at: "/treasury?period=7d",
    answers: { "GET /house/v1/places/movement": none },
  });
  await expect.poll(() => requests().filter(({ path }) => path.endsWith("/movement"))).toHaveLength(1);
  const [request] = requests().filter(({ path }) => path.endsWith("/movement"));
  const time = (name: string) => new Date(Number(request?.query.get(name))).toISOString();
  expect([time("startTime"), time("endTime"), request?.query.get("in")]).toEqual([
    "2026-11-14T00:00:00.000Z",
    "2026-11-20T15:00:00.000Z",
    "GBP",
  ]);
});

import { expect, test } from "vitest";
import type { StockRecord } from "#lib/inventory/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PlaceRecord } from "#lib/places/contract.ts";
import { coverRows, PARTS, unpricedOf, worthIn } from "./cover-rows.ts";

const of = (text: string) => Decimal.from(text);
type Exposed = Parameters<typeof coverRows>[0][number];
const exposed = (parts: Partial<Record<"open" | "hedged" | "seen" | "held" | "promised", string>>, asset = "BTC") =>
  ({
    ...{ asset, open: of("0"), hedged: of("0"), seen: of("0"), held: of("0"), promised: of("0") },
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, of(text)])),
  }) as Exposed;
const stock = (asset: string, balance: string) => ({ asset, balance: of(balance) }) as StockRecord;
const place = (asset: string, rate?: string) => ({ asset, ...(rate && { rate: of(rate) }) }) as PlaceRecord;
const rowOf = (one: Exposed, stocks: readonly StockRecord[] = []) => {
  const [row] = coverRows([one], stocks, []);
  if (!row) throw new Error("there is a row for what is exposed");
  return row;
};
const figures = (one: Exposed) => {
  const row = rowOf(one);
  return [...PARTS.map((part) => `${row[part]}`), `${row.toSell}`];
};

test("what is seen and held is a part of what is promised, as far as a price is, and all parts make what is to be sold", () => {
  for (const [parts, expected] of [
    [{ open: "1", hedged: "-0.4", promised: "3", seen: "0.5", held: "2" }, ["0.6", "0.5", "2", "0.5", "3.6"]],
    [{ promised: "3", seen: "4", held: "2" }, ["0", "3", "0", "0", "3"]],
    [{ promised: "3", seen: "1", held: "2.5" }, ["0", "1", "2", "0", "3"]],
    [{ promised: "3", seen: "1", held: "2" }, ["0", "1", "2", "0", "3"]],
  ] as const)
    expect(figures(exposed(parts))).toEqual(expected);
});

test("a book that has sold more than it holds needs no stock, and takes none from what is promised", () => {
  expect(figures(exposed({ open: "1", hedged: "-1.5", promised: "2" }))).toEqual(["0", "0", "0", "2", "2"]);
});

test("the stock is what venues have of this crypto, no debt counted, rounded down to what can be sold", () => {
  const row = rowOf(exposed({ open: "2" }), [
    stock("BTC", "0.300000009"),
    stock("BTC", "1"),
    stock("BTC", "-5"),
    stock("BCH", "7"),
  ]);
  expect([row.stock, row.cover].map(String)).toEqual(["1.3", "65"]);
});

test("where nothing is to be sold there is no cover", () => {
  expect(rowOf(exposed({}), [stock("BTC", "1")]).cover).toBeUndefined();
});

test("the price is that of any place that has one; what is to be sold without a price is named", () => {
  const rows = coverRows(
    [exposed({ open: "1" }), exposed({ open: "1" }, "BCH"), exposed({}, "USDC")],
    [],
    [place("BTC"), place("BTC", "60000.999"), place("USDT", "0.9")],
  );
  expect(rows.map(({ rate }) => rate?.toString())).toEqual(["60000.999", undefined, undefined]);
  expect(unpricedOf(rows)).toEqual(["BCH"]);
  expect(rows.map((row) => worthIn("EUR", row, of("0.5"))?.toString())).toEqual(["30000.49", undefined, undefined]);
});

import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { KINDS, treeOf } from "./account-tree.ts";

const of = (text: string) => Decimal.from(text);
type Balance = Parameters<typeof treeOf>[0][number];
const balance = (asset: string, parts: Partial<Record<(typeof KINDS)[number], string>>, more: object = {}) =>
  ({
    ...{ asset, ...more },
    ...Object.fromEntries(KINDS.map((kind) => [kind, of(parts[kind] ?? "0")])),
  }) as Balance;
const lines = (balances: readonly Balance[]) =>
  treeOf(balances, "EUR").map(({ kind, places, value, unpriced }) => [
    kind,
    `${value}`,
    unpriced.join(" "),
    ...places.map((one) =>
      [
        `${one.place} ${one.value}`,
        ...one.leaves.map((leaf) => `${leaf.balance.asset} ${leaf.quantity} ${leaf.value}`),
      ].join(", "),
    ),
  ]);

test("balances stand by kind, then by where they are; a line is rounded down, and sums add up the lines", () => {
  expect(
    lines([
      balance("USDT", { available: "1" }, { networkType: "tron", rate: of("0.919") }),
      balance("USDT", { available: "2" }, { networkType: "eth", rate: of("0.919") }),
      balance("USDT", { available: "3" }, { rate: of("0.919") }),
      balance("USDC", { available: "1" }, { rate: of("0.919") }),
      balance("BCH", { locked: "1" }, { rate: of("400") }),
      balance("BTC", { available: "0.1", pending: "0.2" }, { rate: of("60000") }),
      balance("EUR", { available: "5.5", reserved: "1" }, { rate: of("7") }),
    ]),
  ).toEqual([
    [
      ...["available", "6011.9", ""],
      ...["bank 5.5, EUR 5.5 5.5", "bitcoin 6000, BTC 0.1 6000"],
      "eth 5.49, USDT 2 1.83, USDT 3 2.75, USDC 1 0.91",
      "tron 0.91, USDT 1 0.91",
    ],
    ["pending", "12000", "", "bitcoin 12000, BTC 0.2 12000"],
    ["locked", "400", "", "bitcoincash 400, BCH 1 400"],
    ["reserved", "1", "", "bank 1, EUR 1 1"],
  ]);
});

test("what is owed counts against the others, its value rounded before its sign", () => {
  expect(lines([balance("USD", { owed: "3" }, { rate: of("0.919") })])).toEqual([
    ["owed", "-2.75", "", "bank -2.75, USD -3 -2.75"],
  ]);
});

test("what has no price is in no sum, and named once", () => {
  const usd = balance("USD", { available: "1" });
  expect(lines([usd, usd, balance("EUR", { available: "2" })])).toEqual([
    ["available", "2", "USD", "bank 2, USD 1 undefined, USD 1 undefined, EUR 2 2"],
  ]);
});

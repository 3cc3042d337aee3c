import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { FEE_MODELS, sale } from "#lib/pricing/price.ts";
import { CONVERSION_STATUSES, type ConversionStatus } from "./conversion-states.ts";
import { advance, CONVERSION_TRANSITIONS, invoiceSale, QUOTE_STATUSES, sumOfItems } from "./invoice.ts";

const sql = readFileSync(
  new URL("../../prisma/migrations/20261121000000_house/migration.sql", import.meta.url),
  "utf8",
);
const statuses = Object.keys(CONVERSION_TRANSITIONS) as ConversionStatus[];

describe("a conversion's states", () => {
  test("move as the database lets them", () => {
    const theirs = [...sql.matchAll(/\('conversion', '(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} → ${to}`);
    const ours = statuses.flatMap((from) => CONVERSION_TRANSITIONS[from].map((to) => `${from} → ${to}`));
    expect(theirs.length).toBeGreaterThan(0);
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  });

  test("are those of the record", () => expect([...CONVERSION_STATUSES]).toEqual(statuses));

  test("refuse every other move", () => {
    for (const from of statuses) {
      for (const to of statuses) {
        if (CONVERSION_TRANSITIONS[from].includes(to)) expect(advance(from, to)).toBe(to);
        else
          expect(() => advance(from, to)).toThrow(
            expect.objectContaining({
              code: "INVALID_STATE",
              message: `A conversion that is ${from} cannot become ${to}.`,
            }),
          );
      }
    }
  });
});

describe("an invoice's sale", () => {
  const items = fc
    .array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 30 })
    .map((all) => all.map((units) => ({ units })));
  const invoices = fc.record({
    asset: fc.constantFrom("BTC", "USDT", "USDC@eth" as const),
    fiat: fc.constantFrom("EUR", "JPY" as const),
    price: fc.bigInt(1n, 10n ** 14n).map((units) => Decimal.of(units, 8)),
    feeModel: fc.constantFrom(...FEE_MODELS),
    explicitFeeBps: fc.integer({ min: 0, max: 10_000 }),
    items,
  });

  test("is worth the same split as whole, and no item is worth less than nothing", () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const sold = invoiceSale(invoice);
        const { items: split, ...whole } = sold;
        expect(whole).toEqual(sale({ ...invoice, units: sumOfItems(invoice.items) }));
        expect(split.map((item) => item.units)).toEqual(invoice.items.map((item) => item.units));
        expect(sumOf(split.map((item) => item.feeUnits))).toBe(whole.feeUnits);
        expect(sumOf(split.map((item) => item.soldUnits))).toBe(whole.soldUnits);
        expect(sumOf(split.map((item) => item.fiatUnits))).toBe(whole.fiatUnits);
        expect(split.reduce((sum, item) => sum.plus(item.gross), Decimal.ZERO)).toEqual(whole.gross);
        for (const item of split) {
          expect(item.feeUnits + item.soldUnits).toBe(item.units);
          expect(item.feeUnits >= 0n && item.soldUnits >= 0n && item.fiatUnits >= 0n).toBe(true);
        }
      }),
    );
  });

  test("takes no empty item", () => {
    const invoice = {
      asset: "BTC",
      fiat: "EUR",
      price: Decimal.from("1"),
      feeModel: "SPREAD",
      explicitFeeBps: 0,
    } as const;
    expect(() => invoiceSale({ ...invoice, items: [{ units: 5n }, { units: 0n }] })).toThrow("invariant");
  });
});

test("a quote is live, used, or ended in one of four ways", () => {
  expect(QUOTE_STATUSES).toEqual([
    ...["LIVE", "EXECUTING", "EXECUTED", "FAILED"],
    ...["EXPIRED", "SUPERSEDED", "REFUSED", "CANCELLED"],
  ]);
});

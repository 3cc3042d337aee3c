import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BillTerms } from "#lib/bills/bill.ts";
import { billAt, EXPIRY } from "#lib/bills/terms.fixture.ts";
import { CRYPTO_ASSETS, FIATS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { FEE_MODELS, quantityFor } from "#lib/pricing/price.ts";
import { sharesOf } from "./part.ts";
import { type DepositArrival, type GuaranteedPart, type Part, type Standing, treat } from "./treatment.ts";
import { standingOf, standingWithout } from "./standing.fixture.ts";

const NOTHING: Standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n };
const rfq = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });

function arrival(terms: BillTerms, units: bigint): DepositArrival {
  return { units, asset: terms.asset, firstSeen: EXPIRY, confirmedAt: EXPIRY };
}

describe("whatever comes in whatever order", () => {
  const bills = fc
    .record({
      asset: fc.constantFrom(...CRYPTO_ASSETS),
      fiat: fc.constantFrom(...FIATS),
      fiatUnits: fc.bigInt(100n, 10n ** 8n),
      price: fc.bigInt(10n ** 6n, 10n ** 13n).map((u) => Decimal.of(u, 8)),
      feeModel: fc.constantFrom(...FEE_MODELS),
      strategy: fc.constantFrom("RFQ" as const, "ACA" as const),
      explicitFeeBps: fc.constantFrom(0, 1, 33, 100, 5_000, 9_999),
      overpayment: fc.constantFrom("CONVERT" as const, "KEEP" as const),
    })
    .map((bill): BillTerms => ({ ...rfq, ...bill, quantityUnits: quantityFor(bill) }))
    .filter((terms) => terms.quantityUnits > 20_000n);
  /** Shares of Q in thousandths, so that sequences end below, at and above it. */
  const steps = fc.array(fc.record({ share: fc.bigInt(1n, 700n), undo: fc.option(fc.nat(), { freq: 4 }) }), {
    minLength: 1,
    maxLength: 14,
  });
  const guaranteed = (parts: Part[]) => parts.filter((part): part is GuaranteedPart => part.kind === "GUARANTEED");

  /** The parts at P of one more deposit; its shares add up, no share is below nothing. */
  function arriving(terms: BillTerms, amount: bigint, standing: readonly Standing[]): GuaranteedPart[] {
    const { parts } = treat(terms, arrival(terms, amount), standingOf(standing));
    const shares = sharesOf(parts);
    expect(shares.pendingUnits + shares.convertedUnits + shares.unconvertedUnits + shares.feeUnits).toBe(amount);
    for (const part of guaranteed(parts)) {
      expect(part.feeUnits >= 0n && part.feeUnits <= part.units && part.fiatUnits >= 0n).toBe(true);
    }
    return guaranteed(parts);
  }

  /** Whether Q is used up; then F is credited to the smallest unit. */
  function checkTotal(terms: BillTerms, total: Standing): boolean {
    expect(total.units).toBeLessThanOrEqual(terms.quantityUnits);
    expect(total.fiatUnits).toBeLessThanOrEqual(terms.fiatUnits);
    const filled = total.units === terms.quantityUnits;
    if (filled) expect(total.fiatUnits).toBe(terms.fiatUnits);
    return filled;
  }

  test("never more than Q at P, never more than F for it, F exactly when Q is converted; reversals give their E back", () => {
    let filled = 0;
    let undone = 0;
    fc.assert(
      fc.property(bills, steps, (terms, sequence) => {
        let standing: GuaranteedPart[] = [];
        for (const { share, undo } of sequence) {
          standing = [...standing, ...arriving(terms, (terms.quantityUnits * share) / 1_000n + 10_000n, standing)];
          const total = standingOf(standing);
          filled += checkTotal(terms, total) ? 1 : 0;
          const reversed = standing[(undo ?? NaN) % standing.length];
          if (!reversed) continue;
          undone += 1;
          standing = standing.filter((part) => part !== reversed);
          expect(standingWithout(total, reversed)).toEqual(standingOf(standing));
        }
      }),
    );
    expect(filled).toBeGreaterThan(20);
    expect(undone).toBeGreaterThan(20);
  });

  test("splitting a payment, in any order, changes neither fee nor fiat", () => {
    fc.assert(
      fc.property(
        bills,
        fc.array(fc.bigInt(1n, 200n), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (terms, sizes, turn) => {
          const amounts = sizes
            .map((share) => (terms.quantityUnits * share) / 1_000n + 546n)
            .filter((amount) => amount >= 10_000n);
          const whole = sumOf(amounts);
          fc.pre(amounts.length > 0 && whole <= terms.quantityUnits);
          const inOrder = (order: bigint[]) => {
            let standing = NOTHING;
            for (const amount of order)
              standing = standingOf([standing, ...guaranteed(treat(terms, arrival(terms, amount), standing).parts)]);
            return standing;
          };
          const once = inOrder([whole]);
          const cut = turn % amounts.length;
          expect(inOrder(amounts)).toEqual(once);
          expect(inOrder([...amounts.slice(cut), ...amounts.slice(0, cut)])).toEqual(once);
        },
      ),
    );
  });
});

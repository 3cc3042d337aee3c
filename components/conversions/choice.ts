import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { freeOf } from "./free-of.ts";

/** One conversion takes at most so many bills (rulebook 6.4). */
export const MOST_BILLS = 500;

export type Pair = { base: Crypto; quote: Fiat };

/** What a conversion of these bills would be; `quantity` is the exact sum of what is free on them. */
export type Plan = Pair & {
  quantity: Decimal;
  bills: readonly PaymentRecord[];
  feeModel: "SPREAD" | "EXPLICIT";
  /** Bills with the explicit fee that are sold by spread because others here are. */
  explicitAmongSpread: number;
};

/** Why bills cannot be converted together; `pairs` are the ones that were mixed. */
export type Obstacle =
  | { why: "none" }
  | { why: "nothingFree"; bills: number }
  | { why: "mixed"; pairs: string[] }
  | { why: "tooMany"; bills: number };

/** The conversion that bills would make, or the first thing in its way. Bills without free crypto stand in its way too. */
export function planOf(bills: readonly PaymentRecord[]): { plan: Plan } | { obstacle: Obstacle } {
  const [first] = bills;
  if (!first) return { obstacle: { why: "none" } };
  const pairs = new Set(bills.map(pairName));
  if (pairs.size > 1) return { obstacle: { why: "mixed", pairs: [...pairs] } };
  const empty = bills.filter((bill) => freeOf(bill).isZero()).length;
  if (empty > 0) return { obstacle: { why: "nothingFree", bills: empty } };
  if (bills.length > MOST_BILLS) return { obstacle: { why: "tooMany", bills: bills.length } };
  const explicit = bills.filter((bill) => bill.feeModel === "EXPLICIT").length;
  const all = explicit === bills.length;
  return {
    plan: {
      base: first.cryptoType,
      quote: first.fiat,
      quantity: totalFree(bills),
      bills,
      feeModel: all ? "EXPLICIT" : "SPREAD",
      explicitAmongSpread: all ? 0 : explicit,
    },
  };
}

export const pairName = (bill: PaymentRecord): string => `${bill.cryptoType} to ${bill.fiat}`;

/** The exact sum of what is free; of one crypto only. */
export function totalFree(bills: readonly PaymentRecord[]): Decimal {
  return bills.reduce((sum, bill) => sum.plus(freeOf(bill)), Decimal.ZERO);
}

export type PairGroup = Pair & { name: string; bills: PaymentRecord[]; free: Decimal };

/** Bills with free crypto by their pair, the pair with most bills first; within a pair the oldest first. */
export function pairGroups(bills: readonly PaymentRecord[]): PairGroup[] {
  const convertible = bills.filter((bill) => !freeOf(bill).isZero());
  return [...Map.groupBy(convertible, pairName)]
    .flatMap(([name, of]) => {
      const [first] = of;
      const oldest = of.toSorted((a, b) => a.createdAt - b.createdAt);
      return first ? [{ name, base: first.cryptoType, quote: first.fiat, bills: oldest, free: totalFree(of) }] : [];
    })
    .toSorted((a, b) => b.bills.length - a.bills.length || a.name.localeCompare(b.name));
}

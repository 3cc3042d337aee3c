import type { CryptoAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Sale } from "#lib/pricing/price.ts";
import { insertUnconvertedBalanceSales, unconvertedBalancesOfBills, setLocked } from "./unconverted-balance-store.ts";

/** What is left of a treated deposit as crypto: convertible by invoice (rulebook 7.14). `units` is what is free of it. */
export type UnconvertedBalance = { depositId: string; billId: string; asset: CryptoAsset; units: bigint };

/** A bill's residues: the free ones by when they came, and whether any is locked in a live invoice. */
export type BillUnconvertedBalances = { free: UnconvertedBalance[]; anyLocked: boolean };

/** The residues of bills whose locks the caller holds; a bill that has none is missing. */
export async function unconvertedBalancesOf(
  ctx: Ctx,
  billIds: readonly string[],
): Promise<Map<string, BillUnconvertedBalances>> {
  const found = new Map<string, BillUnconvertedBalances>();
  const at = (billId: string): BillUnconvertedBalances => {
    const known = found.get(billId) ?? { free: [], anyLocked: false };
    found.set(billId, known);
    return known;
  };
  for (const unconvertedBalance of await unconvertedBalancesOfBills(ctx.db, billIds, false))
    at(unconvertedBalance.billId).free.push(unconvertedBalance);
  for (const { billId } of await unconvertedBalancesOfBills(ctx.db, billIds, true)) at(billId).anyLocked = true;
  return found;
}

/** Locks whole residues for an invoice; the caller holds their bills' locks and posts the ledger's entry. */
export function lockUnconvertedBalances(ctx: Ctx, depositIds: readonly string[]): Promise<void> {
  return setLocked(ctx.db, depositIds, true);
}

/** Frees locked residues again, as {@link lockResidues} took them. */
export function unlockUnconvertedBalances(ctx: Ctx, depositIds: readonly string[]): Promise<void> {
  return setLocked(ctx.db, depositIds, false);
}

/** One locked residue sold by an invoice: its share of the invoice's sale, under the effect's own key. */
export type UnconvertedBalanceSale = Sale & {
  effectKey: string;
  depositId: string;
  billId: string;
  conversionId: string;
  feeModel: "SPREAD" | "EXPLICIT";
  price: Decimal;
  priceInputs: unknown;
};

/** Turns locked residues into sold ones with their fills; statuses stay, for they say how a deposit was treated. */
export function sellUnconvertedBalances(ctx: Ctx, sales: readonly UnconvertedBalanceSale[]): Promise<void> {
  return insertUnconvertedBalanceSales(
    ctx.db,
    sales,
    sales.map(() => ctx.id()),
  );
}

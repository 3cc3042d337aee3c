import type { CryptoAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Sale } from "#lib/pricing/price.ts";
import { insertResidueSales, residuesOfBills, setLocked } from "./residue-store.ts";

/** What is left of a treated deposit as crypto: convertible by invoice (rulebook 7.14). `units` is what is free of it. */
export type Residue = { depositId: string; billId: string; asset: CryptoAsset; units: bigint };

/** A bill's residues: the free ones by when they came, and whether any is locked in a live invoice. */
export type BillResidues = { free: Residue[]; anyLocked: boolean };

/** The residues of bills whose locks the caller holds; a bill that has none is missing. */
export async function residuesOf(ctx: Ctx, billIds: readonly string[]): Promise<Map<string, BillResidues>> {
  const found = new Map<string, BillResidues>();
  const at = (billId: string): BillResidues => {
    const known = found.get(billId) ?? { free: [], anyLocked: false };
    found.set(billId, known);
    return known;
  };
  for (const residue of await residuesOfBills(ctx.db, billIds, false)) at(residue.billId).free.push(residue);
  for (const { billId } of await residuesOfBills(ctx.db, billIds, true)) at(billId).anyLocked = true;
  return found;
}

/** Locks whole residues for an invoice; the caller holds their bills' locks and posts the ledger's entry. */
export function lockResidues(ctx: Ctx, depositIds: readonly string[]): Promise<void> {
  return setLocked(ctx.db, depositIds, true);
}

/** Frees locked residues again, as {@link lockResidues} took them. */
export function unlockResidues(ctx: Ctx, depositIds: readonly string[]): Promise<void> {
  return setLocked(ctx.db, depositIds, false);
}

/** One locked residue sold by an invoice: its share of the invoice's sale, under the effect's own key. */
export type ResidueSale = Sale & {
  effectKey: string;
  depositId: string;
  billId: string;
  conversionId: string;
  feeModel: "SPREAD" | "EXPLICIT";
  price: Decimal;
  priceInputs: unknown;
};

/** Turns locked residues into sold ones with their fills; statuses stay, for they say how a deposit was treated. */
export function sellResidues(ctx: Ctx, sales: readonly ResidueSale[]): Promise<void> {
  return insertResidueSales(
    ctx.db,
    sales,
    sales.map(() => ctx.id()),
  );
}

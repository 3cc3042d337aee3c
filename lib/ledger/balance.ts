import type { Asset, CryptoAsset, LedgerAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { minOf } from "#lib/kernel/money.ts";
import { balanceCode, custodyCode } from "./chart.ts";
import { readBalance, readCovered, readOwed } from "./store.ts";

/**
 * The balance of a ledger account in smallest units on its normal side. The program may not lock what it may not change:
 * where another posting takes the balance away meanwhile, the floor refuses ours whole, and the retry reads anew.
 */
export function balanceOf(ctx: Ctx, code: string, asset: LedgerAsset): Promise<bigint> {
  return readBalance(ctx, code, asset);
}

/** What an account still owes of one deposit after its reversal, never more than it owes in all. */
export async function owedFor(ctx: Ctx, deposit: { id: string; accountId: string }, asset: Asset): Promise<bigint> {
  const code = balanceCode(deposit.accountId, "owed");
  return minOf(await readBalance(ctx, code, asset), await readOwed(ctx, deposit.id, code, asset));
}

/** What the house has brought into custody for a deposit that was reversed after coins of it were paid out. */
export function coveredFor(ctx: Ctx, { id, asset }: { id: string; asset: CryptoAsset }): Promise<bigint> {
  return readCovered(ctx, id, custodyCode(asset), asset);
}

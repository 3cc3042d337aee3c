import type { Asset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { readBalance } from "./store.ts";

/** The balance of a ledger account in smallest units on its normal side, locked for the rest of the transaction. */
export function balanceOf(ctx: Ctx, code: string, asset: Asset): Promise<bigint> {
  return readBalance(ctx, code, asset);
}

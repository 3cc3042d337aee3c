import { type Asset, cryptoOf, isFiat, networkTypeOf } from "#lib/kernel/assets.ts";
import { type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { ACCOUNT_BALANCES } from "./chart.ts";
import { balancesOf } from "./statement-store.ts";

/** A ledger asset as the API names it: the symbol, and for USDT its network. */
export function shownAsset(asset: Asset): { asset: string; networkType: string | undefined } {
  if (isFiat(asset)) return { asset, networkType: undefined };
  return { asset: cryptoOf(asset), networkType: networkTypeOf(asset) };
}

/** What the account has with the house, one line for each asset that ever moved. */
export async function getBalances(ctx: Ctx): Promise<Answer> {
  const rows = await balancesOf(ctx.db, accountOf(ctx).id);
  const assets = [...new Set(rows.map((row) => row.asset))];
  const data = assets.map((asset) => {
    const line: Record<string, Decimal> = {};
    for (const kind of ACCOUNT_BALANCES) {
      line[kind] = amountOf(asset, rows.find((row) => row.asset === asset && row.kind === kind)?.units ?? 0n);
    }
    return { ...shownAsset(asset), ...line };
  });
  return { body: { data } };
}

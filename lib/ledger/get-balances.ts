import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { getBalancesEndpoint } from "./contract.ts";
import {
  type Asset,
  type Crypto,
  cryptoOf,
  type Fiat,
  isFiat,
  type NetworkType,
  networkTypeOf,
} from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { ACCOUNT_BALANCES } from "./chart.ts";
import { balancesOf } from "./statement-store.ts";

/** A ledger asset as the API names it: the symbol, and for USDT its network. */
export function shownAsset(asset: Asset): { asset: Crypto | Fiat; networkType: NetworkType | undefined } {
  if (isFiat(asset)) return { asset, networkType: undefined };
  return { asset: cryptoOf(asset), networkType: networkTypeOf(asset) };
}

/** What the account has with the house, one line for each asset that ever moved. */
export async function getBalances(ctx: Ctx): Promise<OutputOf<typeof getBalancesEndpoint>> {
  const rows = await balancesOf(ctx.db, accountOf(ctx).id);
  const assets = [...new Set(rows.map((row) => row.asset))];
  const data = assets.map((asset) => {
    const sumOf = (kind: (typeof ACCOUNT_BALANCES)[number]) =>
      amountOf(asset, rows.find((row) => row.asset === asset && row.kind === kind)?.units ?? 0n);
    return {
      ...shownAsset(asset),
      pending: sumOf("pending"),
      available: sumOf("available"),
      locked: sumOf("locked"),
      reserved: sumOf("reserved"),
      owed: sumOf("owed"),
    };
  });
  return { data };
}

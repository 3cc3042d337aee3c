import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { toCashAddr } from "./cashaddr.ts";
import { deriveAddresses } from "./derive.ts";
import type { WalletKind } from "./kinds.ts";
import {
  countPools,
  insertPooled,
  lockWallet,
  type Pool,
  type PooledAddress,
  readPools,
  type WalletRow,
} from "./store.ts";

/** The worker keeps this many addresses derived ahead, so that derivation is off the path of a create. */
export const POOL_TARGET = 2_000;
/** An account's own wallet serves that account alone. */
const ACCOUNT_POOL_TARGET = 400;
/** How many one refill derives: some tens of milliseconds of work. */
const BATCH = 100;

/** Whether any address is derived ahead, of each active wallet: none or one; `account` where it serves that one alone. */
export const poolsOf = ({ db }: Ctx) => countPools(db);

/** Active wallets whose pool of unused addresses is below half of its target. */
export async function lowPools(ctx: Ctx): Promise<Pool[]> {
  const targetOf = ({ accountId }: Pool) => (accountId === undefined ? POOL_TARGET : ACCOUNT_POOL_TARGET);
  return (await readPools(ctx.db)).filter((pool) => pool.free < targetOf(pool) / 2);
}

/**
 * Derives the next addresses of the active wallet of a kind into its pool: the account's own, or the house's. Indices only ever move forward under the wallet's
 * row lock, so none is used twice; an index whose transaction failed is simply derived again by the next refill.
 */
export async function refillPool(ctx: Ctx, kind: WalletKind, accountId?: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const wallet = await lockWallet(tx.db, kind, accountId);
    if (!wallet)
      throw new Refusal("SERVICE_UNAVAILABLE", `No wallet of the kind ${kind} is active: add its extended public key.`);
    await insertPooled(tx.db, wallet, pooledOf(tx, wallet, BATCH));
  });
}

/** The next addresses of a wallet, as they lie in its pool. */
export function pooledOf(tx: Ctx, { kind, xpub, next_index }: WalletRow, count: number): PooledAddress[] {
  const from = Number(next_index);
  return deriveAddresses(kind, xpub, from, count).map(({ address, script }, at) => ({
    id: tx.id(),
    index: from + at,
    address,
    cashAddress: kind === "BCH_P2PKH" ? toCashAddr(address) : undefined,
    script,
  }));
}

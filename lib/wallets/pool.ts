import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { slot } from "#lib/kernel/slots.ts";
import { toCashAddr } from "./cashaddr.ts";
import { demandOf } from "./demand.ts";
import { type DerivedAddress, deriveAddresses } from "./derive.ts";
import type { WalletKind } from "./kinds.ts";
import {
  countPools,
  findServing,
  insertPooled,
  lockWalletById,
  type Pool,
  type PooledAddress,
  readPools,
  type WalletRow,
} from "./store.ts";

/** The worker keeps this many addresses derived ahead at least, so that derivation is off the path of a create. */
const LEAST_READY = 2_000;
/** An account's own wallet serves that account alone. */
const LEAST_READY_OF_ACCOUNT = 400;
/** However many are taken: derived ahead and never used, they would be read by every look at the chain. */
const MOST_READY = 50_000;
/** How many one refill derives where nobody waits for more: some tens of milliseconds of work. */
const BATCH = 100;
/** In one transaction, where many are taken; so many of these in one round, as other pools wait too. */
const LARGE_BATCH = 500;
const LARGE_BATCHES = 10;

/** How a process derives: by itself, or in a thread of its own. */
export type Derive = (kind: WalletKind, xpub: string, from: number, count: number) => Promise<DerivedAddress[]>;
export const DERIVE = slot<Derive>("derive");
const deriveHere: Derive = async (...ask) => deriveAddresses(...ask);

/** Whether any address is derived ahead, of each active wallet: none or one; `account` where it serves that one alone. */
export const poolsOf = ({ db }: Ctx) => countPools(db);

/** As many as were handed out of a pool in the last minute lie ready, within bounds. */
export function readyTarget({ accountId }: Pick<Pool, "accountId">, perMinute: number): number {
  const least = accountId === undefined ? LEAST_READY : LEAST_READY_OF_ACCOUNT;
  return Math.min(Math.max(perMinute, least), MOST_READY);
}

/** Fills the pools of active wallets that are below half of their targets, a part of it; answers how many they are. */
export async function fillPools(ctx: Ctx): Promise<number> {
  const pools = await readPools(ctx.db);
  const perMinute = demandOf(ctx.app, pools);
  const low = pools.filter((pool) => pool.free < readyTarget(pool, perMinute(pool)) / 2);
  for (const pool of low) {
    const isTaken = perMinute(pool) > 0;
    const missing = readyTarget(pool, perMinute(pool)) - pool.free;
    const batches = isTaken ? Math.min(Math.ceil(missing / LARGE_BATCH), LARGE_BATCHES) : 1;
    for (let done = 0; done < batches; done += 1)
      await refillPool(ctx, pool.kind, pool.accountId, isTaken ? LARGE_BATCH : BATCH);
  }
  return low.length;
}

const REFILLS = slot<Map<string, Promise<void>>>("refills");

/**
 * Derives the next addresses of the active wallet of a kind into its pool: the account's own, or the house's. Many who
 * find the pool empty at once wait for one refill together, unless they are in a transaction of their own.
 */
export async function refillPool(ctx: Ctx, kind: WalletKind, accountId?: string, count = BATCH): Promise<void> {
  if (ctx.db !== ctx.app.database.prisma) return refill(ctx, kind, accountId, count);
  const refills = ctx.app.slots.of(REFILLS, () => new Map<string, Promise<void>>());
  const pool = `${kind} ${accountId ?? ""}`;
  const running = refills.get(pool) ?? refill(ctx, kind, accountId, count).finally(() => refills.delete(pool));
  refills.set(pool, running);
  return running;
}

/**
 * Derived before anything is locked; the wallet's row is held only to write. Indices only ever move forward under it, so
 * none is used twice: of what another has derived meanwhile nothing is written again, and an index whose transaction
 * failed is simply derived again by the next refill.
 */
async function refill(ctx: Ctx, kind: WalletKind, accountId: string | undefined, count: number): Promise<void> {
  const wallet = await findServing(ctx.db, kind, accountId);
  if (!wallet)
    throw new Refusal("SERVICE_UNAVAILABLE", `No wallet of the kind ${kind} is active: add its extended public key.`);
  const from = Number(wallet.next_index);
  const derived = await (ctx.app.slots.get(DERIVE) ?? deriveHere)(wallet.kind, wallet.xpub, from, count);
  await ctx.transaction(async (tx) => {
    const locked = await lockWalletById(tx.db, wallet.id);
    must(locked, "a wallet is never deleted");
    const left = derived.slice(Number(locked.next_index) - from);
    if (left.length > 0) await insertPooled(tx.db, locked, pooledOf(tx, locked, left));
  });
}

/** The next addresses of a wallet, as they lie in its pool. */
export function pooledOf(
  tx: Ctx,
  { kind, next_index }: WalletRow,
  derived: readonly DerivedAddress[],
): PooledAddress[] {
  const from = Number(next_index);
  return derived.map(({ address, script }, at) => ({
    id: tx.id(),
    index: from + at,
    address,
    cashAddress: kind === "BCH_P2PKH" ? toCashAddr(address) : undefined,
    script,
  }));
}

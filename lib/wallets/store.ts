import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { WalletKind } from "./kinds.ts";
import * as sql from "./wallets.sql.ts";

export type WalletRow = RowOf<typeof sql.lockWalletById>;
export type PooledAddress = {
  id: string;
  index: number;
  address: string;
  cashAddress: string | undefined;
  script: string;
};

export type NewWallet = {
  id: string;
  kind: WalletKind;
  network: string;
  xpub: string;
  path: string;
  fingerprint: string;
  firstIndex: number;
  active: boolean;
  createdBy: string;
  accountId: string | undefined;
  masterFingerprint: string | undefined;
};

/** False when the key is a wallet already. */
export async function insertWallet(db: Db, wallet: NewWallet): Promise<boolean> {
  const added = await sql.insertWallet(db, wallet);
  return added === 1;
}

/** The active wallet of a kind that serves an account, its own before the house's; without an account the house's. */
export async function findServing(
  db: Db,
  kind: WalletKind,
  accountId: string | undefined,
): Promise<WalletRow | undefined> {
  const [wallet] = await sql.findServing(db, { kind, accountId });
  return wallet;
}

/** A wallet under its row lock; undefined when there is none. */
export async function lockWalletById(db: Db, walletId: string): Promise<WalletRow | undefined> {
  const [wallet] = await sql.lockWalletById(db, { walletId });
  return wallet;
}

/**
 * Addresses derived in all and those of them not handed out yet, by active wallet; `accountId` is undefined for the house's
 * own.
 */
export type Pool = {
  walletId: string;
  kind: WalletKind;
  accountId: string | undefined;
  derived: number;
  free: number;
};

export async function readPools(db: Db): Promise<Pool[]> {
  const rows = await sql.readPools(db);
  return rows.map(({ id, kind, account_id, next_index, free }) => ({
    walletId: id,
    kind,
    accountId: account_id ?? undefined,
    derived: Number(next_index),
    free: Number(free),
  }));
}

/** Whether any are left, by active wallet: none or one; `account` where it serves that one alone. */
export async function countPools(db: Db) {
  const rows = await sql.countPools(db);
  return rows.map(({ kind, account, free }) => ({ kind, account: account ?? undefined, free: Number(free) }));
}

export async function insertPooled(db: Db, wallet: WalletRow, pooled: readonly PooledAddress[]): Promise<void> {
  await sql.insertPooled(db, {
    id: wallet.id,
    network: wallet.network,
    ids: pooled.map((p) => p.id),
    indexes: pooled.map((p) => p.index),
    addresses: pooled.map((p) => p.address),
    cashAddresses: pooled.map((p) => p.cashAddress ?? null),
    scripts: pooled.map((p) => p.script),
  });
  await db.wallet.updateMany({
    where: { id: wallet.id },
    data: { nextIndex: wallet.next_index + BigInt(pooled.length) },
  });
}

/** How far a wallet's addresses have been derived: all below `nextIndex`, apart from those it never hands out. */
export type Derived = { walletId: string; nextIndex: number };

export async function readDerived(db: Db): Promise<Derived[]> {
  const rows = await db.wallet.findMany({ select: { id: true, nextIndex: true } });
  return rows.map(({ id, nextIndex }) => ({ walletId: id, nextIndex: Number(nextIndex) }));
}

/** Scripts of a wallet's addresses from one index to below another. */
export async function readScripts(db: Db, walletId: string, from: number, to: number): Promise<string[]> {
  const rows = await db.depositAddress.findMany({
    select: { script: true },
    where: { walletId, index: { gte: from, lt: to } },
  });
  return rows.map(({ script }) => script);
}

/** Waits for transactions that are giving one of them to a bill just now: those stay theirs. */
export async function setAsideRows(db: Db, scripts: readonly string[]): Promise<void> {
  await sql.setAside(db, { scripts });
}

/** Whether an address of ours belongs to no bill, and never will. */
export const isSetAside = async (db: Db, network: Network, script: string): Promise<boolean> =>
  (await db.depositAddress.count({ where: { network, script, billId: null, setAsideAt: { not: null } } })) > 0;

/** Takes all that lies ready of a wallet out of its pool, for ever; answers how many they were. */
export const setAsidePool = (db: Db, walletId: string): Promise<number> => sql.setAsidePool(db, { walletId });

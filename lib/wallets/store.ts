import type { Db } from "#lib/kernel/database.ts";
import type { WalletKind } from "./derive.ts";

export type WalletRow = { id: string; kind: WalletKind; network: string; xpub: string; next_index: bigint };
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
};

/** False when the key is a wallet already. */
export async function insertWallet(db: Db, wallet: NewWallet): Promise<boolean> {
  const added = await db.$executeRaw`
    insert into wallet (id, kind, network, xpub, path, fingerprint, next_index, active, created_by, account_id, activated_at, activated_by)
    values (${wallet.id}::uuid, ${wallet.kind}, ${wallet.network}, ${wallet.xpub}, ${wallet.path}, ${wallet.fingerprint},
      ${wallet.firstIndex}, ${wallet.active}, ${wallet.createdBy}, ${wallet.accountId ?? null}::uuid, case when ${wallet.active} then now() end,
      case when ${wallet.active} then ${wallet.createdBy} end)
    on conflict (xpub) do nothing`;
  return added === 1;
}

/**
 * The active wallet of a kind that serves an account, its own before the house's; without an account the house's. Locked,
 * so that only one transaction at a time derives its next indices.
 */
export async function lockWallet(
  db: Db,
  kind: WalletKind,
  accountId: string | undefined,
): Promise<WalletRow | undefined> {
  const [wallet] = await db.$queryRaw<WalletRow[]>`
    select id, kind, network, xpub, next_index from wallet
    where kind = ${kind} and active and (account_id is null or account_id = ${accountId ?? null}::uuid)
    order by account_id nulls last limit 1 for update`;
  return wallet;
}

/** Addresses derived and not handed out yet, by active wallet; `accountId` is undefined for the house's own. */
export type Pool = { kind: WalletKind; accountId: string | undefined; free: number };

export async function readPools(db: Db): Promise<Pool[]> {
  const rows = await db.$queryRaw<{ kind: WalletKind; account_id: string | null; free: bigint }[]>`
    select w.kind, w.account_id, (
      select count(*) from deposit_address a where a.wallet_id = w.id and a.bill_id is null) as free
    from wallet w where w.active order by w.account_id nulls first`;
  return rows.map(({ kind, account_id, free }) => ({ kind, accountId: account_id ?? undefined, free: Number(free) }));
}

export async function insertPooled(db: Db, wallet: WalletRow, pooled: readonly PooledAddress[]): Promise<void> {
  await db.$executeRaw`
    insert into deposit_address (id, wallet_id, index, network, address, cash_address, script)
    select p.id, ${wallet.id}::uuid, p.index, ${wallet.network}, p.address, p.cash_address, p.script
    from unnest(${pooled.map((p) => p.id)}::uuid[], ${pooled.map((p) => p.index)}::bigint[], ${pooled.map((p) => p.address)}::text[],
      ${pooled.map((p) => p.cashAddress ?? null)}::text[], ${pooled.map((p) => p.script)}::text[]) p(id, index, address, cash_address, script)`;
  await db.$executeRaw`update wallet set next_index = ${wallet.next_index + BigInt(pooled.length)} where id = ${wallet.id}::uuid`;
}

/** How far a wallet's addresses have been derived: all below `nextIndex`, apart from those it never hands out. */
export type Derived = { walletId: string; nextIndex: number };

export async function readDerived(db: Db): Promise<Derived[]> {
  const rows = await db.$queryRaw<{ id: string; next_index: bigint }[]>`select id, next_index from wallet`;
  return rows.map(({ id, next_index }) => ({ walletId: id, nextIndex: Number(next_index) }));
}

/** Scripts of a wallet's addresses from one index to below another. */
export async function readScripts(db: Db, walletId: string, from: number, to: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ script: string }[]>`
    select script from deposit_address where wallet_id = ${walletId}::uuid and index >= ${from} and index < ${to}`;
  return rows.map(({ script }) => script);
}

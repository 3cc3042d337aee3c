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
};

/** False when the key is a wallet already. */
export async function insertWallet(db: Db, wallet: NewWallet): Promise<boolean> {
  const added = await db.$executeRaw`
    insert into wallet (id, kind, network, xpub, path, fingerprint, next_index, active, created_by, activated_at, activated_by)
    values (${wallet.id}::uuid, ${wallet.kind}, ${wallet.network}, ${wallet.xpub}, ${wallet.path}, ${wallet.fingerprint},
      ${wallet.firstIndex}, ${wallet.active}, ${wallet.createdBy}, case when ${wallet.active} then now() end,
      case when ${wallet.active} then ${wallet.createdBy} end)
    on conflict (xpub) do nothing`;
  return added === 1;
}

/** The active wallet of a kind, locked so that only one transaction at a time hands out its indices. */
export async function lockWallet(db: Db, kind: WalletKind): Promise<WalletRow | undefined> {
  const [wallet] = await db.$queryRaw<WalletRow[]>`
    select id, kind, network, xpub, next_index from wallet where kind = ${kind} and active for update`;
  return wallet;
}

/** Undefined when no wallet of the kind is active. */
export async function countFree(db: Db, kind: WalletKind): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ free: bigint }[]>`
    select (select count(*) from deposit_address a where a.wallet_id = w.id and a.bill_id is null) as free
    from wallet w where w.kind = ${kind} and w.active`;
  return row && Number(row.free);
}

export async function insertPooled(db: Db, wallet: WalletRow, pooled: readonly PooledAddress[]): Promise<void> {
  await db.$executeRaw`
    insert into deposit_address (id, wallet_id, index, network, address, cash_address, script)
    select p.id, ${wallet.id}::uuid, p.index, ${wallet.network}, p.address, p.cash_address, p.script
    from unnest(${pooled.map((p) => p.id)}::uuid[], ${pooled.map((p) => p.index)}::bigint[], ${pooled.map((p) => p.address)}::text[],
      ${pooled.map((p) => p.cashAddress ?? null)}::text[], ${pooled.map((p) => p.script)}::text[]) p(id, index, address, cash_address, script)`;
  await db.$executeRaw`update wallet set next_index = ${wallet.next_index + BigInt(pooled.length)} where id = ${wallet.id}::uuid`;
}

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

export async function insertWallet(
  db: Db,
  wallet: { id: string; kind: WalletKind; network: string; xpub: string; path: string; fingerprint: string },
): Promise<void> {
  await db.$executeRaw`
    insert into wallet (id, kind, network, xpub, path, fingerprint)
    values (${wallet.id}::uuid, ${wallet.kind}, ${wallet.network}, ${wallet.xpub}, ${wallet.path}, ${wallet.fingerprint})
    on conflict (xpub) do nothing`;
}

/** The active wallet of a kind, locked so that only one transaction at a time hands out its indices. */
export async function lockWallet(db: Db, kind: WalletKind): Promise<WalletRow | undefined> {
  const [wallet] = await db.$queryRaw<WalletRow[]>`
    select id, kind, network, xpub, next_index from wallet where kind = ${kind} and active for update`;
  return wallet;
}

export async function countFree(db: Db, kind: WalletKind): Promise<number> {
  const [row] = await db.$queryRaw<{ free: bigint }[]>`
    select count(*) as free from deposit_address a join wallet w on w.id = a.wallet_id
    where w.kind = ${kind} and w.active and a.bill_id is null`;
  return Number(row?.free ?? 0);
}

export async function insertPooled(db: Db, wallet: WalletRow, pooled: readonly PooledAddress[]): Promise<void> {
  await db.$executeRaw`
    insert into deposit_address (id, wallet_id, index, network, address, cash_address, script)
    select p.id, ${wallet.id}::uuid, p.index, ${wallet.network}, p.address, p.cash_address, p.script
    from unnest(${pooled.map((p) => p.id)}::uuid[], ${pooled.map((p) => p.index)}::bigint[], ${pooled.map((p) => p.address)}::text[],
      ${pooled.map((p) => p.cashAddress ?? null)}::text[], ${pooled.map((p) => p.script)}::text[]) p(id, index, address, cash_address, script)`;
  await db.$executeRaw`update wallet set next_index = ${wallet.next_index + BigInt(pooled.length)} where id = ${wallet.id}::uuid`;
}

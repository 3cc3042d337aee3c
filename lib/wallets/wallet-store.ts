import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { WalletKind } from "./derive.ts";

export type WalletFacts = {
  walletId: string;
  kind: WalletKind;
  network: Network;
  active: boolean;
  path: string;
  fingerprint: string;
  xpub: string;
  derived: number;
  handedOut: number;
  paid: number;
  longestGap: number;
  createdAt: Date;
  createdBy: string;
  activatedAt: Date | undefined;
  activatedBy: string | undefined;
};

type FactsRow = {
  id: string;
  kind: WalletKind;
  network: Network;
  active: boolean;
  path: string;
  fingerprint: string;
  xpub: string;
  derived: number;
  handed_out: number;
  paid: number;
  longest_gap: number;
  created_at: Date;
  created_by: string;
  activated_at: Date | null;
  activated_by: string | null;
};

/** All wallets, the active ones first. The longest gap is counted from the first address on, between paid ones. */
export async function readWallets(db: Db): Promise<WalletFacts[]> {
  const rows = await db.$queryRaw<FactsRow[]>`
    with paid as (
      select a.wallet_id, a.index, lag(a.index, 1, -1::bigint) over (partition by a.wallet_id order by a.index) as before
      from deposit_address a where exists (select from deposit d where d.bill_id = a.bill_id and d.status <> 'DROPPED')
    ), used as (
      select wallet_id, count(*)::integer as paid, max(index - before - 1)::integer as longest_gap from paid group by wallet_id
    ), handed as (
      select wallet_id, count(*)::integer as derived, count(bill_id)::integer as handed_out from deposit_address group by wallet_id
    )
    select w.*, coalesce(h.derived, 0) as derived, coalesce(h.handed_out, 0) as handed_out, coalesce(u.paid, 0) as paid,
      coalesce(u.longest_gap, 0) as longest_gap
    from wallet w left join handed h on h.wallet_id = w.id left join used u on u.wallet_id = w.id
    order by w.active desc, w.kind, w.created_at desc`;
  return rows.map((row) => ({
    walletId: row.id,
    kind: row.kind,
    network: row.network,
    active: row.active,
    path: row.path,
    fingerprint: row.fingerprint,
    xpub: row.xpub,
    derived: row.derived,
    handedOut: row.handed_out,
    paid: row.paid,
    longestGap: row.longest_gap,
    createdAt: row.created_at,
    createdBy: row.created_by,
    activatedAt: row.activated_at ?? undefined,
    activatedBy: row.activated_by ?? undefined,
  }));
}

/** One change of the wallets at a time. */
export async function holdWallets(db: Db): Promise<void> {
  await db.$queryRaw`select id from wallet order by id for update`;
}

/** Puts a wallet in the place of the one of its kind that was active. */
export async function activate(db: Db, wallet: { walletId: string; kind: WalletKind }, by: string): Promise<void> {
  await db.$executeRaw`update wallet set active = false where kind = ${wallet.kind} and active`;
  await db.$executeRaw`
    update wallet set active = true, activated_at = now(), activated_by = ${by} where id = ${wallet.walletId}::uuid`;
}

/** Where the key to a bill's address stands: the wallet's path and own fingerprint, and the address's index in it. */
export async function readKeyPlace(
  db: Db,
  billId: string,
): Promise<{ path: string; fingerprint: string; index: number } | undefined> {
  const [row] = await db.$queryRaw<{ path: string; fingerprint: string; index: bigint }[]>`
    select w.path, w.fingerprint, a.index from deposit_address a join wallet w on w.id = a.wallet_id
    where a.bill_id = ${billId}::uuid`;
  return row && { ...row, index: Number(row.index) };
}

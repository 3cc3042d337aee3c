import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { WalletKind } from "./derive.ts";

/** How the past of an imported key stands; `scannedTo` is below its first block while none has been read. */
export type HistoryFacts = {
  from: number;
  gapLimit: number;
  scannedTo: number;
  used: number;
  highestUsed: number | undefined;
  fault: string | undefined;
  finishedAt: Date | undefined;
};

export type WalletFacts = {
  walletId: string;
  accountId: string | undefined;
  account: string | undefined;
  nextIndex: number;
  openGap: number;
  history: HistoryFacts | undefined;
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
  account_id: string | null;
  account: string | null;
  next_index: bigint;
  open_gap: number;
  first_height: bigint | null;
  gap_limit: number | null;
  next_height: bigint | null;
  used_before: number;
  highest_used: bigint | null;
  fault: string | null;
  finished_at: Date | null;
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

/**
 * All wallets, the active ones first. The longest gap is counted from the first address on, between paid ones, those of
 * an imported key's past among them; the open one is what was handed out after the last paid address.
 */
export async function readWallets(db: Db): Promise<WalletFacts[]> {
  const rows = await db.$queryRaw<FactsRow[]>`
    with paid as (
      select a.wallet_id, a.index from deposit_address a
      where exists (select from deposit d where d.bill_id = a.bill_id and d.status <> 'DROPPED')
    ), used as (
      select wallet_id, index, lag(index, 1, -1::bigint) over (partition by wallet_id order by index) as before
      from (select * from paid union select wallet_id, index from wallet_used) known
    ), gaps as (
      select wallet_id, max(index - before - 1)::integer as longest_gap, max(index) as last_used from used group by wallet_id
    ), handed as (
      select a.wallet_id, count(*)::integer as derived, count(a.bill_id)::integer as handed_out,
        count(a.bill_id) filter (where a.index > coalesce(g.last_used, -1))::integer as open_gap
      from deposit_address a left join gaps g on g.wallet_id = a.wallet_id group by a.wallet_id
    )
    select w.*, c.name as account, coalesce(h.derived, 0) as derived, coalesce(h.handed_out, 0) as handed_out,
      coalesce(h.open_gap, 0) as open_gap, coalesce(g.longest_gap, 0) as longest_gap,
      (select count(*)::integer from paid p where p.wallet_id = w.id) as paid,
      y.first_height, y.gap_limit, y.next_height, y.fault, y.finished_at, coalesce(b.used, 0) as used_before, b.highest_used
    from wallet w left join account c on c.id = w.account_id
    left join handed h on h.wallet_id = w.id left join gaps g on g.wallet_id = w.id
    left join wallet_history y on y.wallet_id = w.id
    left join (
      select wallet_id, count(*)::integer as used, max(index) as highest_used from wallet_used group by wallet_id
    ) b on b.wallet_id = w.id
    order by w.active desc, w.kind, c.name nulls first, w.created_at desc`;
  return rows.map((row) => ({
    walletId: row.id,
    accountId: row.account_id ?? undefined,
    account: row.account ?? undefined,
    nextIndex: Number(row.next_index),
    openGap: row.open_gap,
    history: historyOf(row),
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

function historyOf(row: FactsRow): HistoryFacts | undefined {
  if (row.first_height === null || row.next_height === null || row.gap_limit === null) return undefined;
  return {
    from: Number(row.first_height),
    gapLimit: row.gap_limit,
    scannedTo: Number(row.next_height) - 1,
    used: row.used_before,
    highestUsed: row.highest_used === null ? undefined : Number(row.highest_used),
    fault: row.fault ?? undefined,
    finishedAt: row.finished_at ?? undefined,
  };
}

/** One change of the wallets at a time. */
export async function holdWallets(db: Db): Promise<void> {
  await db.$queryRaw`select id from wallet order by id for update`;
}

/** Puts a wallet in the place of the one of its kind that was active for the same account, or for the house. */
export async function activate(db: Db, wallet: WalletFacts, by: string): Promise<void> {
  await db.$executeRaw`
    update wallet set active = false
    where kind = ${wallet.kind} and active and account_id is not distinct from ${wallet.accountId ?? null}::uuid`;
  await db.$executeRaw`
    update wallet set active = true, activated_at = now(), activated_by = ${by} where id = ${wallet.walletId}::uuid`;
}

/** New bills take their addresses from elsewhere; what the wallet has handed out stays watched. */
export async function retire(db: Db, walletId: string): Promise<void> {
  await db.$executeRaw`update wallet set active = false where id = ${walletId}::uuid`;
}

/** The past of an imported key is to be read from a block on. */
export async function openHistory(db: Db, walletId: string, first: number, gapLimit: number): Promise<void> {
  await db.$executeRaw`
    insert into wallet_history (wallet_id, first_height, gap_limit, next_height)
    values (${walletId}::uuid, ${first}, ${gapLimit}, ${first})`;
}

/** The account of a name, undefined when there is none. */
export async function findAccount(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ id: string }[]>`select id from account where name = ${name}`;
  return row?.id;
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

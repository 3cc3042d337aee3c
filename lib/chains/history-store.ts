import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { WalletKind } from "#lib/wallets/derive.ts";

/** The past of an imported key, as far as it has been read: blocks below `nextHeight`, for the scripts from `fromIndex` on. */
export type History = {
  walletId: string;
  kind: WalletKind;
  network: Network;
  xpub: string;
  firstHeight: number;
  gapLimit: number;
  fromIndex: number;
  nextHeight: number;
};

type HistoryRow = {
  wallet_id: string;
  kind: WalletKind;
  network: Network;
  xpub: string;
  first_height: bigint;
  gap_limit: number;
  from_index: bigint;
  next_height: bigint;
};

export async function unfinishedHistories(db: Db): Promise<History[]> {
  const rows = await db.$queryRaw<HistoryRow[]>`
    select h.wallet_id, w.kind, w.network, w.xpub, h.first_height, h.gap_limit, h.from_index, h.next_height
    from wallet_history h join wallet w on w.id = h.wallet_id where h.finished_at is null order by w.created_at`;
  return rows.map((row) => ({
    walletId: row.wallet_id,
    kind: row.kind,
    network: row.network,
    xpub: row.xpub,
    firstHeight: Number(row.first_height),
    gapLimit: row.gap_limit,
    fromIndex: Number(row.from_index),
    nextHeight: Number(row.next_height),
  }));
}

/** Moves on only from where the reader began: false when another was first. */
export async function moveHistory(
  db: Db,
  from: History,
  to: { fromIndex: number; nextHeight: number },
): Promise<boolean> {
  const moved = await db.$executeRaw`
    update wallet_history set from_index = ${to.fromIndex}, next_height = ${to.nextHeight}, fault = null
    where wallet_id = ${from.walletId}::uuid and from_index = ${from.fromIndex} and next_height = ${from.nextHeight}`;
  return moved === 1;
}

/** Indices with the lowest block that has paid them. */
export type Used = ReadonlyMap<number, number>;

export async function insertUsed(db: Db, walletId: string, used: Used): Promise<void> {
  if (used.size === 0) return;
  await db.$executeRaw`
    insert into wallet_used (wallet_id, index, height)
    select ${walletId}::uuid, u.index, u.height
    from unnest(${[...used.keys()]}::bigint[], ${[...used.values()]}::bigint[]) u(index, height) on conflict do nothing`;
}

export async function highestUsed(db: Db, walletId: string): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ highest: bigint | null }[]>`
    select max(index) as highest from wallet_used where wallet_id = ${walletId}::uuid`;
  return typeof row?.highest === "bigint" ? Number(row.highest) : undefined;
}

/** The past is known: the wallet hands out nothing it has received on before. */
export async function finishHistory(db: Db, walletId: string): Promise<void> {
  await db.$executeRaw`
    update wallet set next_index = greatest(next_index, 1 + (select max(index) from wallet_used where wallet_id = ${walletId}::uuid))
    where id = ${walletId}::uuid`;
  await db.$executeRaw`
    update wallet_history set finished_at = now(), fault = null where wallet_id = ${walletId}::uuid`;
}

export async function writeHistoryFault(db: Db, walletId: string, sentence: string): Promise<void> {
  await db.$executeRaw`
    update wallet_history set fault = ${sentence} where wallet_id = ${walletId}::uuid and fault is distinct from ${sentence}`;
}

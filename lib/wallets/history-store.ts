import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import { type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, Prisma, wordFrom } from "#lib/kernel/database.ts";
import { type WalletKind, WALLET_KINDS } from "./kinds.ts";
import * as sql from "./history.sql.ts";

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

export async function unfinishedHistories(db: Db): Promise<History[]> {
  const rows = await db.walletHistory.findMany({
    include: { wallet: true },
    where: { finishedAt: null },
    orderBy: { wallet: { createdAt: "asc" } },
  });
  return rows.map(({ wallet, ...history }) => ({
    walletId: history.walletId,
    kind: wordFrom(WALLET_KINDS, wallet.kind),
    network: wordFrom(NETWORKS, wallet.network),
    xpub: wallet.xpub,
    firstHeight: Number(history.firstHeight),
    gapLimit: history.gapLimit,
    fromIndex: Number(history.fromIndex),
    nextHeight: Number(history.nextHeight),
  }));
}

/** Moves on only from where the reader began: false when another was first. */
export async function moveHistory(
  db: Db,
  { walletId, fromIndex, nextHeight }: History,
  to: { fromIndex: number; nextHeight: number },
): Promise<boolean> {
  const { count } = await db.walletHistory.updateMany({
    where: { walletId, fromIndex, nextHeight },
    data: { ...to, fault: null, failure: Prisma.DbNull },
  });
  return count === 1;
}

/** Indices with the lowest block that has paid them. */
export type Used = ReadonlyMap<number, number>;

export async function insertUsed(db: Db, walletId: string, used: Used): Promise<void> {
  if (used.size === 0) return;
  await sql.insertUsed(db, { walletId, indexes: [...used.keys()], heights: [...used.values()] });
}

export async function highestUsed(db: Db, walletId: string): Promise<number | undefined> {
  const { _max: highest } = await db.walletUsed.aggregate({ _max: { index: true }, where: { walletId } });
  return highest.index === null ? undefined : Number(highest.index);
}

/** The past is known: the wallet hands out nothing it has received on before. */
export async function finishHistory(db: Db, walletId: string): Promise<void> {
  await sql.moveNextIndex(db, { walletId });
  await sql.finishHistory(db, { walletId });
}

/** Why the past cannot be read further: for people, and as facts. */
export type HistoryFault = { message: string; failure: ChainFailure };

export async function writeHistoryFault(db: Db, walletId: string, fault: HistoryFault): Promise<void> {
  const { message, failure } = fault;
  await db.walletHistory.updateMany({
    where: { walletId, OR: [{ fault: null }, { fault: { not: message } }] },
    data: { fault: message, failure },
  });
}

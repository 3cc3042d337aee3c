import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./change.sql.ts";
import type { Derived } from "./store.ts";

/** Wallets of which fewer than `gap` unused addresses of change lie ahead. */
export const walletsToExtend = (db: Db, gap: number): Promise<RowOf<typeof sql.walletsToExtend>[]> =>
  sql.walletsToExtend(db, { gap });

export async function insertChange(
  db: Db,
  { id, network }: Pick<RowOf<typeof sql.walletsToExtend>, "id" | "network">,
  derived: readonly { index: number; script: string; address: string }[],
): Promise<void> {
  await sql.insertChange(db, {
    walletId: id,
    network,
    indexes: derived.map(({ index }) => index),
    scripts: derived.map(({ script }) => script),
    addresses: derived.map(({ address }) => address),
  });
}

/** How far the change of each wallet has been derived: all below `nextIndex`. */
export async function readDerivedChange(db: Db): Promise<Derived[]> {
  const rows = await db.changeAddress.groupBy({ by: ["walletId"], _max: { index: true } });
  return rows.map(({ walletId, _max }) => ({ walletId, nextIndex: Number(_max.index ?? -1n) + 1 }));
}

/** Scripts of a wallet's change from one index to below another. */
export async function readChangeScripts(db: Db, walletId: string, from: number, to: number): Promise<string[]> {
  const rows = await db.changeAddress.findMany({
    select: { script: true },
    where: { walletId, index: { gte: from, lt: to } },
  });
  return rows.map(({ script }) => script);
}

/** Which of these scripts are ours, be they handed out, derived ahead or of change; true for change. */
export async function ownAmong(db: Db, scripts: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (scripts.length === 0) return new Map();
  const rows = await sql.ownScripts(db, { scripts: [...new Set(scripts)] });
  return new Map(rows.map(({ script, change }) => [script, change]));
}

/** Change has arrived at these, so that more are derived beyond them. */
export async function markUsed(db: Db, scripts: readonly string[]): Promise<void> {
  if (scripts.length > 0) await sql.markUsed(db, { scripts });
}

import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./change.sql.ts";
import { deriveAddresses } from "./derive.ts";
import { CHANGE } from "./extended-key.ts";
import type { Derived } from "./store.ts";

/**
 * So many unused change addresses in a row are watched. Wallets hand them out one after the other, so more than a few
 * unused ones never lie between two used ones.
 */
const CHANGE_GAP = 100;

/**
 * Derives the change branch of every wallet of bitcoin and bitcoincash, retired ones too, up to the gap limit beyond the
 * last used address. Answers how many wallets were extended.
 */
export async function extendChange(ctx: Ctx): Promise<number> {
  const wallets = await sql.walletsToExtend(ctx.db, { gap: CHANGE_GAP });
  for (const { id, kind, network, xpub, from } of wallets) {
    const derived = deriveAddresses(kind, xpub, from, CHANGE_GAP, CHANGE);
    await sql.insertChange(ctx.db, {
      walletId: id,
      network,
      indexes: derived.map((_, at) => from + at),
      scripts: derived.map(({ script }) => script),
      addresses: derived.map(({ address }) => address),
    });
  }
  return wallets.length;
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
export async function ownScripts(ctx: Ctx, scripts: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (scripts.length === 0) return new Map();
  const rows = await sql.ownScripts(ctx.db, { scripts: [...new Set(scripts)] });
  return new Map(rows.map(({ script, change }) => [script, change]));
}

/** Change has come to these, so that more are derived beyond them. */
export async function noteChange(ctx: Ctx, scripts: readonly string[]): Promise<void> {
  if (scripts.length > 0) await sql.markUsed(ctx.db, { scripts });
}

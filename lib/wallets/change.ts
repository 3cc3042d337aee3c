import type { Ctx } from "#lib/kernel/context.ts";
import { insertChange, markUsed, ownAmong, walletsToExtend } from "./change-store.ts";
import { deriveAddresses } from "./derive.ts";
import { CHANGE } from "./extended-key.ts";

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
  const wallets = await walletsToExtend(ctx.db, CHANGE_GAP);
  for (const { kind, xpub, from, ...wallet } of wallets) {
    const derived = deriveAddresses(kind, xpub, from, CHANGE_GAP, CHANGE);
    await insertChange(
      ctx.db,
      wallet,
      derived.map(({ script, address }, at) => ({ index: from + at, script, address })),
    );
  }
  return wallets.length;
}

/** Which of these scripts are ours, be they handed out, derived ahead or of change; true for change. */
export const ownScripts = (ctx: Ctx, scripts: readonly string[]): Promise<ReadonlyMap<string, boolean>> =>
  ownAmong(ctx.db, scripts);

/** Change has arrived at these, so that more are derived beyond them. */
export const noteChange = (ctx: Ctx, scripts: readonly string[]): Promise<void> => markUsed(ctx.db, scripts);

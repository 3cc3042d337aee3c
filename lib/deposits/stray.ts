import type { Transfer } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { coveredFor } from "#lib/ledger/balance.ts";
import { custodyUncovered, depositKey, strayConfirmed } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { noteChange } from "#lib/wallets/change.ts";
import { assignedOf } from "./assigned-store.ts";
import { aboutDeposit } from "./book-parts.ts";
import { noteStray, reverseStray } from "./reverse-stray.ts";
import {
  lockStray,
  type Stray,
  setConfirmed,
  setDropped,
  straysInBlock,
  straysToConfirm,
  unplaceStray,
  upsertStray,
} from "./stray-store.ts";
import { type FreeLocked, takeBack } from "./take-back.ts";

/** Writes down money to an address of ours whose bill is not known, or that is of change (rulebook 7.21, 13.23); it is a case of the house at once. */
export async function recordStray(
  ctx: Ctx,
  network: Network,
  transfer: Transfer,
  block: { height: number; hash: string } | undefined,
): Promise<void> {
  const { txHash, script } = transfer;
  ctx.app.log.warn("money to an address whose bill is not known", { network, txHash });
  await upsertStray(ctx.db, {
    id: ctx.id(),
    network,
    transfer,
    confirmationsRequired: Math.max(CONFIRMATIONS[network], transfer.maturity ?? 0),
    block,
  });
  // Change of ours never goes where another person has sent to.
  await noteChange(ctx, [script]);
}

/** Those that have their confirmations now. */
export const findStraysToConfirm = (ctx: Ctx, limit: number): Promise<string[]> => straysToConfirm(ctx.db, limit);

/** Books one as the house's to give back: custody against `house:unassigned`. Answers whether it was done. */
export async function confirmStray(ctx: Ctx, id: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const stray = await setConfirmed(tx.db, id);
    if (!stray) return false;
    await post(tx, strayConfirmed({ ...stray, effectKey: depositKey(stray) }), {});
    await bringBack(tx, id, stray);
    await noteStray(tx, "deposit.unassigned", id, stray);
    return true;
  });
}

/** Takes those of a block that left its chain out of the books, or back among the unconfirmed; what an account has of one goes first. */
export async function takeBackStrays(ctx: Ctx, network: Network, hash: string, freeLocked: FreeLocked): Promise<void> {
  for (const id of await straysInBlock(ctx.db, network, hash)) {
    if ((await unplaceStray(ctx.db, id)) || (await takeBackAssigned(ctx, id, freeLocked))) continue;
    // The transaction that classifies it holds its lock until that is committed; others see the result only then.
    await lockStray(ctx.db, id);
    if (await takeBackAssigned(ctx, id, freeLocked)) continue;
    await takeBackResolutions(ctx, [id]);
    await reverseStray(ctx, id);
  }
}

/** False where no deposit that stands was made of it. */
async function takeBackAssigned(ctx: Ctx, id: string, freeLocked: FreeLocked): Promise<boolean> {
  const deposit = await assignedOf(ctx.db, id);
  if (!deposit || deposit.status === "DROPPED") return false;
  await takeBack(ctx, deposit, freeLocked);
  return true;
}

/** One that will not confirm any more. */
export async function dropStray(ctx: Ctx, id: string): Promise<void> {
  await setDropped(ctx.db, id);
}

/** It was an account's before, and custody was filled up for it when its block went: what came again is there twice else. */
async function bringBack(tx: Ctx, id: string, stray: Stray): Promise<void> {
  const deposit = await assignedOf(tx.db, id);
  const units = deposit ? await coveredFor(tx, deposit) : 0n;
  if (!deposit || units === 0n) return;
  const back = { accountId: deposit.accountId, asset: stray.asset, units, venue: tx.app.venue.name };
  await post(tx, custodyUncovered({ ...back, effectKey: depositKey(stray, "uncovered") }), aboutDeposit(deposit));
}

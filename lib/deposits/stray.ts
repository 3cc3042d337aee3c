import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { depositKey, strayConfirmed, strayReversed } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { noteChange } from "#lib/wallets/change.ts";
import {
  type Stray,
  setConfirmed,
  setDropped,
  straysInBlock,
  straysToConfirm,
  unplaceStray,
  upsertStray,
} from "./stray-store.ts";

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
    confirmationsRequired: CONFIRMATIONS[network],
    block,
  });
  // Change of ours never goes where somebody else has sent to.
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
    await note(tx, "deposit.unassigned", id, stray);
    return true;
  });
}

/** Takes those of a block that left its chain out of the books, or back among the unconfirmed. */
export async function takeBackStrays(ctx: Ctx, network: Network, hash: string): Promise<void> {
  for (const id of await straysInBlock(ctx.db, network, hash)) {
    if (await unplaceStray(ctx.db, id)) continue;
    const stray = await setDropped(ctx.db, id);
    must(stray, "what came is never deleted");
    await takeBackResolutions(ctx, [id]);
    await post(ctx, strayReversed({ ...stray, effectKey: depositKey(stray, "reversed") }), {});
    await note(ctx, "deposit.unassigned-reversed", id, stray);
  }
}

/** One that will not confirm any more. */
export async function dropStray(ctx: Ctx, id: string): Promise<void> {
  await setDropped(ctx.db, id);
}

async function note(ctx: Ctx, action: string, objectId: string, { asset, units, txHash }: Stray): Promise<void> {
  const { id: accountId } = await houseOf(ctx.app);
  const detail = { asset, quantity: amountOf(asset, units).toString(), txHash };
  await recordAudit(ctx, { action, accountId, objectKind: "stray_deposit", objectId, detail });
}

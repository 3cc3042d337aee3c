import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { depositKey, strayReversed } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { type Stray, setDropped } from "./stray-store.ts";

/** Takes one that was confirmed, and is nobody's any more, out of the books: its block is gone. */
export async function reverseStray(ctx: Ctx, id: string): Promise<void> {
  const stray = await setDropped(ctx.db, id);
  must(stray, "what came is never deleted");
  await post(ctx, strayReversed({ ...stray, effectKey: depositKey(stray, "reversed") }), {});
  await noteStray(ctx, "deposit.unassigned-reversed", id, stray);
}

export async function noteStray(
  ctx: Ctx,
  action: "deposit.unassigned" | "deposit.unassigned-reversed",
  objectId: string,
  { asset, units, txHash }: Stray,
): Promise<void> {
  const { id: accountId } = await houseOf(ctx.app);
  const detail = { asset, quantity: amountOf(asset, units).toString(), txHash };
  await recordAudit(ctx, { action, accountId, objectKind: "stray_deposit", objectId, detail });
}

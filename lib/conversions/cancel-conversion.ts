import type { InputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBills } from "#lib/bills/lock-bill.ts";
import { unlockUnconvertedBalances } from "#lib/deposits/unconverted-balance.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { invoiceKey, invoiceUnlocked } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { emitConversionEvent } from "#lib/events/emit.ts";
import type { cancelConversionEndpoint, ConversionRecord } from "./contract.ts";
import { needRecord, unknownInvoice } from "./get-conversions.ts";
import { advance } from "./invoice.ts";
import {
  type ConversionRow,
  conversionHolding,
  conversionsToTimeOut,
  type ItemRow,
  itemsOf,
  lockConversion,
  readConversion,
  releaseItems,
  setCancelled,
} from "./store.ts";

export type CancelConversion = InputOf<typeof cancelConversionEndpoint>;

/**
 * Cancel a conversion (rulebook 6.10): frees its crypto; the items stay on the record, and so does `note`. A cancelled
 * one answers its record unchanged. Refuses with NOT_FOUND, and INVALID_STATE once it is being executed.
 */
export async function cancelConversion(
  ctx: Ctx,
  { invoiceId, note }: CancelConversion,
): Promise<Raw<ConversionRecord>> {
  return ctx.transaction(async (tx) => {
    const known = isId(invoiceId) ? await readConversion(tx.db, invoiceId) : undefined;
    if (known?.accountId !== accountOf(tx).id) throw unknownInvoice();
    const held = await hold(tx, invoiceId);
    if (held.conversion.status !== "CANCELLED") await cancel(tx, held, { note });
    return answerWith(tx, await needRecord(tx, invoiceId));
  });
}

/** Conversions that have not been touched for 24 hours. */
export function findConversionsToTimeOut(ctx: Ctx, limit: number): Promise<string[]> {
  return conversionsToTimeOut(ctx.db, limit);
}

/** Cancels a conversion whose time has passed; false when it was touched or ended meanwhile. */
export async function timeOutConversion(ctx: Ctx, conversionId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await hold(tx, conversionId);
    if (!held.conversion.timedOut || !isCancellable(held.conversion)) return false;
    await cancel(tx, held, { reason: "TIMEOUT" });
    return true;
  });
}

/**
 * Frees a deposit that is about to be reversed from the invoice that holds it, by cancelling that invoice (rulebook
 * 8.6). False while it is being executed: its outcome decides what there is to reverse.
 */
export async function freeLocked(ctx: Ctx, depositId: string): Promise<boolean> {
  const conversionId = await conversionHolding(ctx.db, depositId);
  if (conversionId === undefined) return true;
  const held = await hold(ctx, conversionId);
  if (isCancellable(held.conversion)) await cancel(ctx, held, { reason: "DEPOSIT_REVERSED" });
  return held.conversion.status !== "EXECUTING";
}

type Held = { conversion: ConversionRow; items: ItemRow[] };

/** The conversion under its lock; its bills are locked before it, as everywhere. */
async function hold(ctx: Ctx, conversionId: string): Promise<Held> {
  const items = await itemsOf(ctx.db, conversionId);
  await lockBills(
    ctx,
    items.map((item) => item.billId),
  );
  const conversion = await lockConversion(ctx.db, conversionId);
  must(conversion, "a conversion stays");
  return { conversion, items };
}

function isCancellable({ status }: ConversionRow): boolean {
  return status === "CREATED" || status === "QUOTED";
}

/** Why it ends: the program's reason, or what the person who cancels has written. */
type Why = { reason?: "TIMEOUT" | "DEPOSIT_REVERSED"; note?: string | undefined };

async function cancel(ctx: Ctx, { conversion, items }: Held, { reason, note }: Why): Promise<void> {
  const { id, accountId } = conversion;
  advance(conversion.status, "CANCELLED");
  must(items.length > 0, "a conversion has items");
  await unlockUnconvertedBalances(
    ctx,
    items.map((item) => item.depositId),
  );
  await post(ctx, invoiceUnlocked({ effectKey: invoiceKey(id, "unlocked"), accountId, items }), {
    accountId,
    conversionId: id,
  });
  await releaseItems(ctx.db, id);
  await setCancelled(ctx.db, conversion, reason, note);
  await recordAudit(ctx, {
    action: "conversion.cancel",
    accountId,
    objectKind: "conversion",
    objectId: id,
    detail: { ...(reason && { reason }), ...(note && { note }) },
  });
  await emitConversionEvent(ctx, id, "conversion.cancelled");
}

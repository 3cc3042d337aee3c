import type { Ctx } from "#lib/kernel/context.ts";
import type { EVENT_TYPES } from "./event-types.ts";

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * Writes events about one payment into the outbox, in the transaction that causes them. `data` is the record as the API
 * shows it at this moment; `sequence` counts per object without gaps, since whoever calls holds the bill's row lock.
 */
export async function tellPayment(ctx: Ctx, billId: string, types: readonly EventType[]): Promise<void> {
  for (const type of types) {
    await ctx.db.$executeRaw`
      insert into event (id, account_id, type, object_id, sequence, data, at)
      select ${ctx.id()}::uuid, b.account_id, ${type}, b.id,
        (select coalesce(max(sequence), 0) + 1 from event where object_id = b.id), payment_json(b, business_now()), business_now()
      from bill b where b.id = ${billId}::uuid`;
  }
}

/** The same for a conversion invoice, under its row lock. */
export async function tellConversion(ctx: Ctx, conversionId: string, type: EventType): Promise<void> {
  await ctx.db.$executeRaw`
    insert into event (id, account_id, type, object_id, sequence, data, at)
    select ${ctx.id()}::uuid, v.account_id, ${type}, v.id,
      (select coalesce(max(sequence), 0) + 1 from event where object_id = v.id), conversion_json(v, business_now()), business_now()
    from conversion v where v.id = ${conversionId}::uuid`;
}

import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { writesInSets } from "#lib/kernel/together.ts";
import type { EVENT_TYPES } from "./event-types.ts";

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * Writes events about one payment into the outbox, in the transaction that causes them. `data` is the record as the API
 * shows it at this moment; `sequence` counts per object without gaps, since whoever calls holds the bill's row lock.
 */
export async function tellPayment(ctx: Ctx, billId: string, types: readonly EventType[]): Promise<void> {
  await insertPaymentEvents(
    ctx.db,
    types.map((type) => ({ id: ctx.id(), billId, type })),
  );
}

/** Of one payment's events the first comes first; its record is written once for all of them. */
const insertPaymentEvents = writesInSets(
  async (db: Db, sets: readonly (readonly { id: string; billId: string; type: EventType }[])[]) => {
    const events = sets.flat();
    await db.$executeRaw`
    with told as materialized (
      select b.id, b.account_id, m.now, (select coalesce(max(sequence), 0) from event where object_id = b.id) as last, r.record
      from bill b cross join (select business_now() as now) m cross join lateral payment_record(b, m.now) r
      where b.id = any(${[...new Set(events.map(({ billId }) => billId))]}::uuid[])
    )
    insert into event (id, account_id, type, object_id, sequence, data, at)
    select e.id, t.account_id, e.type, t.id, t.last + row_number() over (partition by t.id order by e.nth), t.record, t.now
    from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ billId }) => billId)}::uuid[], ${events.map(({ type }) => type)}::text[])
      with ordinality e(id, bill_id, type, nth) join told t on t.id = e.bill_id order by e.nth`;
  },
);

/** The same for a conversion invoice, under its row lock. */
export async function tellConversion(ctx: Ctx, conversionId: string, type: EventType): Promise<void> {
  await ctx.db.$executeRaw`
    insert into event (id, account_id, type, object_id, sequence, data, at)
    select ${ctx.id()}::uuid, v.account_id, ${type}, v.id,
      (select coalesce(max(sequence), 0) + 1 from event where object_id = v.id), conversion_json(v, business_now()), business_now()
    from conversion v where v.id = ${conversionId}::uuid`;
}

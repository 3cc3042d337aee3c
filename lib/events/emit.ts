import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import { batchedWrites } from "#lib/kernel/batch.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { EventType } from "./event-types.ts";

export type { EventType } from "./event-types.ts";
import * as sql from "./emit.sql.ts";

/**
 * Writes events about one payment into the outbox, in the transaction that causes them. `data` is the record as the API
 * shows it at this moment; `sequence` counts per object without gaps, since the caller holds the bill's row lock.
 */
export async function emitPaymentEvents(ctx: Ctx, billId: string, types: readonly EventType[]): Promise<void> {
  await insertPaymentEvents(
    ctx.db,
    types.map((type) => ({ id: ctx.id(), billId, type })),
  );
}

/** Of one payment's events the first comes first; its record is written once for all of them. */
const insertPaymentEvents = batchedWrites(
  async (db: Db, sets: readonly (readonly { id: string; billId: string; type: EventType }[])[]) => {
    const events = sets.flat();
    await sql.insertPaymentEvents(db, {
      billIds: [...new Set(events.map(({ billId }) => billId))],
      ids: events.map(({ id }) => id),
      eventBillIds: events.map(({ billId }) => billId),
      types: events.map(({ type }) => type),
    });
  },
);

/** That a payment has expired after all, unless that was emitted before: money may come and go again after its end. */
export async function emitExpired(ctx: Ctx, billId: string): Promise<void> {
  const type = "payment.expired" satisfies EventType;
  const known = await ctx.db.event.findFirst({ where: { objectId: billId, type }, select: { id: true } });
  if (!known) await emitPaymentEvents(ctx, billId, [type]);
}

/** The same for a conversion invoice, under its row lock. Answers its record as the event tells it, which is written once. */
export async function emitConversionEvent(ctx: Ctx, conversionId: string, type: EventType): Promise<string> {
  const [emitted] = await sql.emitConversionEvent(ctx.db, { id: ctx.id(), type, conversionId });
  must(emitted, "an event is of a conversion that exists");
  return emitted.data;
}

/** The same for a payout, under its row lock. */
export const emitPayoutEvent = (ctx: Ctx, payoutId: string, type: EventType): Promise<void> =>
  insertPayoutEvents(ctx.db, { id: ctx.id(), payoutId, type });

/** Each of another payout: an event is counted after those that stand. */
const insertPayoutEvents = batchedWrites(
  async (db: Db, events: readonly { id: string; payoutId: string; type: EventType }[]) => {
    await sql.emitPayoutEvent(db, { rows: JSON.stringify(events) });
  },
);

/** The same for a refund link, under its bill's row lock. */
export async function emitRefundEvent(ctx: Ctx, refundLinkId: string, type: EventType): Promise<void> {
  await sql.emitRefundEvent(ctx.db, { id: ctx.id(), type, refundLinkId });
}

/** The same for a settlement, under its row lock or its payout's. */
export async function emitSettlementEvent(
  ctx: Ctx,
  of: { settlementId: string } | { payoutId: string },
  type: EventType,
): Promise<void> {
  await sql.emitSettlementEvent(ctx.db, { id: ctx.id(), type, settlementId: undefined, payoutId: undefined, ...of });
}

/** The same for fiat that was assigned to an account, under its resolution's row lock. */
export async function emitAssignmentEvent(ctx: Ctx, resolutionId: string, type: EventType): Promise<void> {
  await sql.emitAssignmentEvent(ctx.db, { id: ctx.id(), type, resolutionId });
}

export type TestEvent = { eventId: string; accountId: string; endpointId: string; type: string };

/** The test event of a webhook endpoint, under its row lock; answers where it stands in the outbox. */
export async function emitTest(ctx: Ctx, event: TestEvent): Promise<RowOf<typeof sql.emitTest>> {
  const [row] = await sql.emitTest(ctx.db, { ...event, data: JSON.stringify({ endpointId: event.endpointId }) });
  must(row, "an insert answers its row");
  return row;
}

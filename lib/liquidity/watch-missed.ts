import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { partsOf } from "./hedge.ts";
import { positionsToHedge } from "./open-position.ts";
import { attemptOf, executionOf, journalFor } from "./place-order.ts";
import { postFill } from "./post-fill.ts";
import { lookLate } from "./protocol.ts";
import { venueNamed } from "./route.ts";
import { shareFill } from "./share-fill.ts";
import { findOrder, missedToWatch, type OrderRow, updateLate, updateWatched } from "./store.ts";
import type { VenueFill } from "./venue.ts";

/** Waits between the looks for an order that counted as never placed; after the last no further look is made. */
const WATCH_MS = [30_000, 5 * 60_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000] as const;
/** So many looks are made for an order that counted as never placed. */
export const POLLS_FOR_MISSED = WATCH_MS.length;
/** A look without a whole answer does not count and is made again. */
const DOUBT_MS = 60_000;

/** Orders that counted as never placed, to be looked up once more now. */
export function findMissedOrders(ctx: Ctx, limit: number): Promise<string[]> {
  return missedToWatch(ctx.db, POLLS_FOR_MISSED, limit);
}

/**
 * Looks an order up that counted as never placed. Should the venue have had it after all, its trades go to the house's
 * own book and an alarm is raised, with a case: nothing of it is credited to any account. Answers whether that was so.
 */
export async function watchMissed(ctx: Ctx, orderId: string): Promise<boolean> {
  const order = await findOrder(ctx.db, orderId);
  if (order?.status !== "REFUSED") return false;
  const venue = venueNamed(ctx, order.venue);
  if (!venue) {
    // It lets the orders behind it pass, and is looked up again once its venue is named.
    ctx.app.log.error("order without its venue", { order: order.id, venue: order.venue });
    await updateWatched(ctx.db, orderId, { counted: false, afterMs: DOUBT_MS });
    return false;
  }
  const seen = await lookLate(
    attemptOf(order),
    venue,
    journalFor(ctx, order, async () => undefined),
  );
  if (typeof seen === "object") return bookLate(ctx, order, seen);
  const counted = seen === "NOTHING";
  await updateWatched(ctx.db, orderId, { counted, afterMs: (counted && WATCH_MS[order.tries + 1]) || DOUBT_MS });
  return false;
}

async function bookLate(ctx: Ctx, order: OrderRow, fill: VenueFill): Promise<boolean> {
  const booked = await ctx.transaction(async (tx) => {
    const execution = await executionOf(tx, order, fill);
    if (!(await updateLate(tx.db, order.id, execution))) return false;
    await postFill(tx, order, fill, {
      shares: shareFill(execution.filledUnits, partsOf(await positionsToHedge(tx), order)),
      about: {},
    });
    await recordAudit(tx, {
      action: "order.late",
      objectKind: "venue_order",
      objectId: order.id,
      detail: { venue: order.venue, purpose: order.purpose, quantity: fill.quantity.toString() },
    });
    return true;
  });
  if (booked)
    ctx.app.log.error("an order that counted as never placed was filled: its trades are in the operator's book", {
      order: order.id,
      venue: order.venue,
      quantity: fill.quantity.toString(),
    });
  return booked;
}

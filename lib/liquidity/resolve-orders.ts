import type { Ctx } from "#lib/kernel/context.ts";
import { attemptOf, notebookFor, type Recorder } from "./place-order.ts";
import { LOOK_EVERY_MS, lookUp, MARGIN_MS } from "./protocol.ts";
import { venueNamed } from "./route.ts";
import { countComing, findOrder, type OrderPurpose, ordersToLookUp, updateUnknown } from "./store.ts";

/** A venue that is named no more is asked for again this seldom. */
const NO_VENUE_MS = 60 * LOOK_EVERY_MS;

/** Open orders to look up now: their answer was lost, or nobody has come back with it. */
export function findOrdersToResolve(ctx: Ctx, limit: number): Promise<string[]> {
  return ordersToLookUp(ctx.db, limit);
}

/** Orders on their way to the venue, or whose fate the next looks will tell: worth waiting for. */
export function countOrdersComing(ctx: Ctx): Promise<number> {
  return countComing(ctx.db, MARGIN_MS);
}

/**
 * Asks the venue what became of an open order and has it recorded, by the rules of the protocol: until its fate is
 * certain it stays as it is, looked up each second. Answers whether anything came of it.
 */
export async function resolveOrder(
  ctx: Ctx,
  orderId: string,
  recorders: Readonly<Record<OrderPurpose, Recorder>>,
): Promise<boolean> {
  const order = await findOrder(ctx.db, orderId);
  if (order?.status !== "OPEN") return false;
  const venue = venueNamed(ctx, order.venue);
  if (venue) return lookUp(attemptOf(order), venue, notebookFor(ctx, order, recorders[order.purpose]));
  const reason = `The venue ${order.venue} is not named in VENUES any more.`;
  ctx.house.log.error("order without its venue", { order: order.id, venue: order.venue });
  await updateUnknown(ctx.db, orderId, { reason, afterMs: NO_VENUE_MS, misses: order.tries });
  return false;
}

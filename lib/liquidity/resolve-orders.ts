import type { Ctx } from "#lib/kernel/context.ts";
import { DEADLINE_MS, fateOf, type OrderRow, type Recorder } from "./place-order.ts";
import { countComing, findOrder, type OrderPurpose, ordersToLookUp, updateUnknown } from "./store.ts";
import type { Outcome } from "./venue.ts";

/** How long after its deadline an order may still turn up at the venue, in business time. */
const MARGIN_MS = DEADLINE_MS;
const RETRY_MS = 1_000;
/** Looks after deadline and margin that must all miss an order before it counts as never placed. */
const MISSES = 2;

/** Open orders to look up now: their answer was lost, or nobody has come back with it. */
export function findOrdersToResolve(ctx: Ctx, limit: number): Promise<string[]> {
  return ordersToLookUp(ctx.db, limit);
}

/** Orders on their way to the venue, or whose fate the next looks will tell: worth waiting for. */
export function countOrdersComing(ctx: Ctx): Promise<number> {
  return countComing(ctx.db, MARGIN_MS);
}

/**
 * Asks the venue, by our reference, what became of an open order and has it recorded. An order that the venue does not
 * know is looked up each second; two misses in a row after its deadline and a margin count as a refusal, before that
 * it may still be on its way. Answers whether anything came of it.
 */
export async function resolveOrder(
  ctx: Ctx,
  orderId: string,
  recorders: Readonly<Record<OrderPurpose, Recorder>>,
): Promise<boolean> {
  const order = await findOrder(ctx.db, orderId);
  if (order?.status !== "OPEN") return false;
  const outcome = await lookUp(ctx, order);
  const record = recorders[order.purpose];
  if (outcome && outcome.state !== "UNKNOWN") {
    await record(ctx, order, fateOf(outcome));
    return true;
  }
  const gone = outcome === undefined && isPast(order, await ctx.now());
  if (gone && order.tries + 1 >= MISSES) {
    await record(ctx, order, { state: "REFUSED", reason: order.lastError ?? "The order never reached the venue." });
    return true;
  }
  const reason = order.lastError ?? outcome?.reason ?? "The venue does not know the order yet.";
  await updateUnknown(ctx.db, orderId, { reason, afterMs: RETRY_MS, counted: gone });
  return false;
}

/** A venue that does not answer leaves the order as it is. */
async function lookUp(ctx: Ctx, order: OrderRow): Promise<Outcome | undefined> {
  try {
    return await ctx.house.venue.find(order.clientRef);
  } catch (error) {
    ctx.house.log.warn("venue failed", { order: order.id, error });
    return { state: "UNKNOWN", reason: "The venue could not be reached." };
  }
}

function isPast(order: OrderRow, now: Date): boolean {
  return now.getTime() >= order.deadline.getTime() + MARGIN_MS;
}

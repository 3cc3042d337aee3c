import { slot } from "#lib/kernel/slots.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { within } from "#lib/kernel/within.ts";
import { attemptOf, journalFor, type OrderRow, recordAdopted, type Recorder } from "./place-order.ts";
import { POLL_EVERY_MS, lookUp, MARGIN_MS } from "./protocol.ts";
import { venueNamed } from "./route.ts";
import { countComing, findOrder, ordersToLookUp, updateUnknown } from "./store.ts";
import type { OrderPurpose } from "./venue.ts";

/** The pause between two looks for an order whose venue is no longer named. */
const NO_VENUE_MS = 60 * POLL_EVERY_MS;

/** Open orders to look up now: their answer was lost, or the process that waited for it has not recorded it. */
export function findOrdersToResolve(ctx: Ctx, limit: number): Promise<string[]> {
  return ordersToLookUp(ctx.db, limit);
}

/** Orders on their way to the venue, or whose outcome the next looks will show: worth waiting for. */
export function countOrdersComing(ctx: Ctx): Promise<number> {
  return countComing(ctx.db, MARGIN_MS);
}

/** How long the worker waits for a look; one that takes longer goes on beside its other work. */
const POLL_WAIT_MS = 1_000;
/** The looks of this process that are out. */
const POLLS_OUT = slot<Set<string>>("looks for orders");

/**
 * Queries the venue for the outcome of an open order and has it recorded, by the rules of the protocol: until the
 * outcome is certain the order stays as it is. A slow venue holds up nothing else. Answers whether anything came of it
 * while this call waited.
 */
export async function resolveOrder(
  ctx: Ctx,
  orderId: string,
  recorders: Readonly<Record<OrderPurpose, Recorder>>,
): Promise<boolean> {
  const out = pollsOut(ctx);
  if (out.has(orderId)) return false;
  const order = await findOrder(ctx.db, orderId);
  if (order?.status !== "OPEN") return false;
  if (await recordAdopted(ctx, order, recorders[order.purpose])) return true;
  const venue = venueNamed(ctx, order.venue);
  if (!venue) return noVenue(ctx, order);
  const look = lookUp(attemptOf(order), venue, journalFor(ctx, order, recorders[order.purpose])).finally(() =>
    out.delete(orderId),
  );
  out.add(orderId);
  const failed = (error: unknown) => ctx.app.log.error("look without a record", { order: order.id, error });
  return (await within(POLL_WAIT_MS, look, failed)) ?? false;
}

const pollsOut = ({ app }: Ctx): Set<string> => app.slots.of(POLLS_OUT, () => new Set());

async function noVenue(ctx: Ctx, { id, venue, tries }: OrderRow): Promise<boolean> {
  const reason = `The venue ${venue} is not named in VENUES any more.`;
  ctx.app.log.error("order without its venue", { order: id, venue });
  await updateUnknown(ctx.db, id, { reason, code: "NOT_CONFIGURED", afterMs: NO_VENUE_MS, missedPolls: tries });
  return false;
}

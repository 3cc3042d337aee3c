import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { neverPlacedEndpoint, SettledOrder } from "./contract.ts";
import { attemptOf, journalFor, type OrderRow, type Recorder } from "./place-order.ts";
import { lookLate, MARGIN_MS } from "./protocol.ts";
import { venueNamed } from "./route.ts";
import { findOrder } from "./store.ts";
import type { OrderPurpose } from "./venue.ts";

/**
 * What a person says of an order of which nothing else will ever tell: that it never reached its venue (rulebook 7.10). It
 * counts as refused from then on, and is watched like any that counted as never placed, so that what the venue has traded
 * after all is the house's own. Nobody overrules a venue that has it or does not answer. Refuses with NOT_FOUND; with
 * INVALID_STATE one whose outcome is known, or may still come about; with VENUE_UNAVAILABLE.
 */
export async function stateNeverPlaced(
  ctx: Ctx,
  { orderId, note }: InputOf<typeof neverPlacedEndpoint>,
  recorders: Readonly<Record<OrderPurpose, Recorder>>,
): Promise<SettledOrder> {
  const order = isId(orderId) ? await findOrder(ctx.db, orderId) : undefined;
  if (!order) throw new Refusal("NOT_FOUND", "There is no order with this orderId.");
  if (order.status !== "OPEN") throw outcomeKnown();
  await refuseAtVenue(ctx, order);
  return ctx.transaction(async (tx) => {
    const reason = "The order never reached the venue, as the operator has found there.";
    await recorders[order.purpose](tx, order, { state: "REFUSED", reason, code: "NEVER_PLACED", missed: true });
    const ended = await findOrder(tx.db, order.id);
    if (ended?.status !== "REFUSED") throw outcomeKnown();
    const { id, venue, purpose, side, base: asset, fiat } = ended;
    const quantity = Decimal.of(ended.units, scaleOf(asset));
    await recordAudit(tx, {
      action: "order.never-placed",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "venue_order",
      objectId: id,
      detail: { venue, purpose, quantity: quantity.toString(), note },
    });
    return answerWith(tx, { orderId: id, venue, purpose, side, asset, fiat, quantity, status: "REFUSED" as const });
  });
}

const outcomeKnown = (): Refusal =>
  new Refusal("INVALID_STATE", "What became of this order is known: there is nothing to state.");

/** By its venue's word of this moment, where that is still named. */
async function refuseAtVenue(ctx: Ctx, order: OrderRow): Promise<void> {
  const venue = venueNamed(ctx, order.venue);
  const marginMs = Math.max(MARGIN_MS, venue?.capabilities().marginMs ?? 0);
  if ((await ctx.now()).getTime() <= order.deadline.getTime() + marginMs)
    throw new Refusal("INVALID_STATE", "This order may still reach the venue: wait a minute, then look there again.");
  if (!venue) return;
  const seen = await lookLate(
    attemptOf(order),
    venue,
    journalFor(ctx, order, async () => undefined),
  );
  if (seen === "NOTHING") return;
  if (seen !== "DOUBT")
    throw new Refusal("INVALID_STATE", "The venue has carried this order out: it is booked with the next look.");
  throw new Refusal(
    "VENUE_UNAVAILABLE",
    `${order.venue} does not say whether it has this order: try again once it answers, or has closed it.`,
    { retryAfterSeconds: 60 },
  );
}

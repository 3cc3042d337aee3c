import { scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { WHOLE_BPS } from "#lib/pricing/price.ts";
import { findReference, midOf, type Reference } from "#lib/pricing/reference.ts";
import type { FinalOutcome } from "./final-outcome.ts";
import { type Attempt, type Journal, sendAttempt } from "./protocol.ts";
import { findAdopted } from "./adopted-store.ts";
import { referenceFor } from "./order-reference.ts";
import { routeFor, venueNamed } from "./route.ts";
import { MAX_OFF_PERCENT } from "./steady.ts";
import {
  claimSend,
  type Execution,
  insertOrder,
  isUnsendable,
  lockOpenOrder,
  type NewOrder,
  type OrderRow,
  ordersForDeposit,
  updateConcluded,
  updateReference,
  updateUnknown,
  venuesRefusing,
} from "./store.ts";
import type { VenueFill } from "./venue.ts";

export type { FinalOutcome } from "./final-outcome.ts";
export type { NewOrder, OrderRow } from "./store.ts";

/** How long an order is good for, in business time; after it no process sends it any more. */
export const DEADLINE_MS = 10_000;
/**
 * How long a caller waits for the venue's answer (rulebook 6.7), and after how long the worker looks the order up
 * itself.
 */
export const WAIT_MS = 5_000;

/** A venue that refused a pair so shortly ago is passed over where another one takes it. */
export const REFUSAL_MS = 30_000;

/** Books the outcome of an order of one purpose; recording the same outcome twice changes nothing. */
export type Recorder = (ctx: Ctx, order: OrderRow, finalOutcome: FinalOutcome) => Promise<void>;

/**
 * Reserves an order in the caller's transaction: it is written down, with venue, reference, limit and deadline of its
 * own, before a byte leaves. The limit is as far below the reference, for a purchase above it, as the two may lie apart, or
 * as the order's own depth allows; an invoice is sold at its quote's bid so far below where there is no fresh reference any
 * more. Nothing is traded without a limit. Refuses with VENUE_UNAVAILABLE when no venue takes it now, and with
 * PRICE_UNAVAILABLE what has no price to limit it by.
 */
export async function placeOrder(ctx: Ctx, order: NewOrder): Promise<OrderRow> {
  must(order.units > 0n, "an order is above zero");
  const { base, fiat } = order;
  const refusedBy = await venuesRefusing(ctx.db, base, fiat, REFUSAL_MS);
  const venue = routeFor(ctx, { base, fiat, quantity: Decimal.of(order.units, scaleOf(base)), refusedBy });
  const reference = await findReference(ctx.app, order.base, order.fiat, await ctx.now());
  return insertOrder(ctx.db, {
    ...order,
    id: ctx.id(),
    clientRef: await referenceFor(ctx, order),
    venue: venue.name,
    limitPrice: limitOf(order, reference),
    mid: reference && midOf(reference),
    deadlineMs: DEADLINE_MS,
    lookMs: WAIT_MS,
  });
}

function limitOf(order: NewOrder, reference: Reference | undefined): Decimal | undefined {
  if (order.side === "BUY" && reference) return limitAbove(reference.ask);
  const bid = order.side === "BUY" ? undefined : (reference?.bid ?? order.quotedBid);
  if (bid) return limitBelow(bid, order.depthBps ?? MAX_OFF_BPS);
  const sentence = `There is no fresh price for ${order.base}/${order.fiat} to trade at; try again shortly.`;
  throw new Refusal("PRICE_UNAVAILABLE", sentence, { retryAfterSeconds: 5 });
}

const PRICE_DECIMALS = 8;
const MAX_OFF_BPS = Number(MAX_OFF_PERCENT) * 100;

function limitAbove(ask: Decimal): Decimal {
  const limit = ask.times(Decimal.of(BigInt(WHOLE_BPS + MAX_OFF_BPS), 4)).ceilUnits(PRICE_DECIMALS);
  return Decimal.of(limit, PRICE_DECIMALS);
}

function limitBelow(bid: Decimal, bps: number): Decimal | undefined {
  const limit = bid.times(Decimal.of(BigInt(WHOLE_BPS - bps), 4)).floorUnits(PRICE_DECIMALS);
  return limit > 0n ? Decimal.of(limit, PRICE_DECIMALS) : undefined;
}

/**
 * Sends a placed order, outside of any transaction, and has its outcome recorded. Waits 5 s of wall time at most; the
 * call goes on and records itself when it ends. Whatever is lost on the way stays OPEN for the worker to look up.
 */
export async function sendOrder(ctx: Ctx, order: OrderRow, record: Recorder): Promise<void> {
  const sent = send(ctx, order, record).catch((error: unknown) => {
    ctx.app.log.error("venue order without a record", { order: order.id, error });
  });
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((wake) => {
    timer = setTimeout(wake, WAIT_MS);
  });
  await Promise.race([sent, waited]);
  clearTimeout(timer);
}

/**
 * Records what a venue has done for an order already, as it was told after a restore: nothing is sent then. Answers
 * whether that was so.
 */
export async function recordAdopted(ctx: Ctx, order: OrderRow, record: Recorder): Promise<boolean> {
  const fill = await findAdopted(ctx.db, order.clientRef);
  if (fill) await record(ctx, order, { state: "FILLED", fill });
  return fill !== undefined;
}

async function send(ctx: Ctx, order: OrderRow, record: Recorder): Promise<void> {
  if (await recordAdopted(ctx, order, record)) return;
  const venue = venueNamed(ctx, order.venue);
  must(venue, "an order is sent by the process that has placed it");
  await sendAttempt(attemptOf(order), venue, journalFor(ctx, order, record), () => ctx.now());
}

/** An order as the protocol knows it. */
export function attemptOf(order: OrderRow): Attempt {
  return {
    id: order.id,
    clientRef: order.clientRef,
    side: order.side,
    venueRef: order.venueRef,
    base: order.base,
    fiat: order.fiat,
    quantity: Decimal.of(order.units, scaleOf(order.base)),
    limitPrice: order.limitPrice,
    deadline: order.deadline,
    placedAt: order.createdAt,
    missedPolls: order.tries,
    lastError: order.lastError,
  };
}

/** What the protocol keeps of an order: its row, and the books of its purpose. */
export function journalFor(ctx: Ctx, order: OrderRow, record: Recorder): Journal {
  return {
    claimSend: () => claimSend(ctx.db, order.id),
    isUnsendable: () => isUnsendable(ctx.db, order.id),
    keepReference: (venueRef, goodUntil) => updateReference(ctx.db, order.id, venueRef, goodUntil),
    keepUnknown: (look) => updateUnknown(ctx.db, order.id, look),
    record: (finalOutcome) => record(ctx, order, finalOutcome),
    warn: (error) => ctx.app.log.warn("venue failed", { venue: order.venue, order: order.id, error }),
  };
}

/** The order as it ended; `filledUnits` is never above what was ordered. */
export type ConcludedOrder = OrderRow & { filledUnits: bigint };

/** Writes down an order's outcome under its row lock, once: undefined when it was written before. */
export async function concludeOrder(
  ctx: Ctx,
  orderId: string,
  finalOutcome: FinalOutcome,
): Promise<ConcludedOrder | undefined> {
  const order = await lockOpenOrder(ctx.db, orderId);
  if (!order) return undefined;
  const concluded = await conclusionOf(ctx, order, finalOutcome);
  await updateConcluded(ctx.db, orderId, concluded);
  return {
    ...order,
    status: concluded.status,
    filledUnits: concluded.filledUnits,
    proceeds: concluded.proceeds,
    lastError: concluded.reason,
  };
}

async function conclusionOf(
  ctx: Ctx,
  order: OrderRow,
  finalOutcome: FinalOutcome,
): Promise<Parameters<typeof updateConcluded>[2]> {
  if (finalOutcome.state === "REFUSED") {
    const { reason, code = "REFUSED", detail, missed = false } = finalOutcome;
    const nothing = { filledUnits: 0n, proceeds: Decimal.ZERO, fee: Decimal.ZERO, mid: undefined };
    return { status: "REFUSED", ...nothing, reason, failure: { code, detail }, missed };
  }
  const filled = await executionOf(ctx, order, finalOutcome.fill);
  return { status: "FILLED", ...filled, reason: undefined, failure: undefined, missed: false };
}

/** What a fill comes to in whole units, and the mid at this moment, when there is one. */
export async function executionOf(ctx: Ctx, order: OrderRow, fill: VenueFill): Promise<Execution> {
  const filledUnits = fill.quantity.floorUnits(scaleOf(order.base));
  must(filledUnits <= order.units, "a venue fills no more than was ordered");
  const reference = await findReference(ctx.app, order.base, order.fiat, await ctx.now());
  return { filledUnits, proceeds: fill.proceeds, fee: fill.fee, mid: reference && midOf(reference) };
}

/** The orders placed for a deposit since it was treated, oldest first. */
export function ordersOfDeposit(ctx: Ctx, depositId: string, since: Date): Promise<OrderRow[]> {
  return ordersForDeposit(ctx.db, depositId, since);
}

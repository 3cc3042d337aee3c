import { type CryptoAsset, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { type JournalEntry, together, tradeKey, venueFee, venueFill } from "#lib/ledger/journal.ts";
import { type PostedFor, post } from "#lib/ledger/post.ts";
import {
  insertOrder,
  lockOpenOrder,
  maySend,
  type NewOrder,
  type OrderRow,
  ordersForDeposit,
  updateConcluded,
  updateUnknown,
} from "./store.ts";
import type { Outcome, VenueFill } from "./venue.ts";

export type { NewOrder, OrderRow } from "./store.ts";

/** How long an order is good for, in business time; after it no process sends it any more. */
export const DEADLINE_MS = 10_000;
/** How long somebody waits for the venue's answer (contract §6), and after how long the worker looks the order up itself. */
export const WAIT_MS = 5_000;

/** What surely became of an order. */
export type Fate = { state: "FILLED"; fill: VenueFill } | { state: "REFUSED"; reason: string };

/** Books the fate of an order of one purpose; recording the same fate twice changes nothing. */
export type Recorder = (ctx: Ctx, order: OrderRow, fate: Fate) => Promise<void>;

/** Reserves an order in the caller's transaction: it is written down, with a reference of its own, before a byte leaves. */
export function placeOrder(ctx: Ctx, order: NewOrder): Promise<OrderRow> {
  must(order.units > 0n, "an order is above zero");
  const { venue } = ctx.house;
  return insertOrder(ctx.db, {
    ...order,
    id: ctx.id(),
    clientRef: ctx.id(),
    venue: venue.name,
    deadlineMs: DEADLINE_MS,
    lookMs: WAIT_MS,
  });
}

/**
 * Sends a placed order, outside of any transaction, and has its fate recorded. Waits 5 s of wall time at most; the call
 * goes on and records itself when it ends. Whatever is lost on the way stays OPEN for the worker to look up.
 */
export async function sendOrder(ctx: Ctx, order: OrderRow, record: Recorder): Promise<void> {
  const sent = send(ctx, order, record).catch((error: unknown) => {
    ctx.house.log.error("venue order without a record", { order: order.id, error });
  });
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((wake) => {
    timer = setTimeout(wake, WAIT_MS);
  });
  await Promise.race([sent, waited]);
  clearTimeout(timer);
}

async function send(ctx: Ctx, order: OrderRow, record: Recorder): Promise<void> {
  if (!(await maySend(ctx.db, order.id))) return;
  const outcome = await outcomeOf(ctx, order);
  if (outcome.state === "UNKNOWN")
    await updateUnknown(ctx.db, order.id, { reason: outcome.reason, afterMs: 0, counted: false });
  else await record(ctx, order, fateOf(outcome));
}

/** What a venue throws leaves its order in doubt: it may have been accepted. */
async function outcomeOf(ctx: Ctx, order: OrderRow): Promise<Outcome> {
  const { clientRef, base, fiat, deadline } = order;
  const quantity = Decimal.of(order.units, scaleOf(base));
  try {
    return await ctx.house.venue.marketOrder({ clientRef, base, fiat, quantity, deadline }, await ctx.now());
  } catch (error) {
    ctx.house.log.warn("venue failed", { order: order.id, error });
    return { state: "UNKNOWN", reason: "The venue could not be reached." };
  }
}

/** An order of which nothing was filled is as good as refused. */
export function fateOf(outcome: Exclude<Outcome, { state: "UNKNOWN" }>): Fate {
  if (outcome.state === "REFUSED") return outcome;
  return outcome.fill.quantity.isZero() ? { state: "REFUSED", reason: "The venue filled nothing." } : outcome;
}

/** The order as it ended; `filledUnits` is never above what was ordered. */
export type ConcludedOrder = OrderRow & { filledUnits: bigint };

/** Writes down an order's fate under its row lock, once: undefined when it was written before. */
export async function concludeOrder(ctx: Ctx, orderId: string, fate: Fate): Promise<ConcludedOrder | undefined> {
  const order = await lockOpenOrder(ctx.db, orderId);
  if (!order) return undefined;
  const concluded =
    fate.state === "REFUSED"
      ? { status: "REFUSED" as const, filledUnits: 0n, proceeds: Decimal.ZERO, reason: fate.reason }
      : {
          status: "FILLED" as const,
          filledUnits: filledOf(order, fate.fill),
          proceeds: fate.fill.proceeds,
          reason: undefined,
        };
  await updateConcluded(ctx.db, orderId, concluded);
  return {
    ...order,
    status: concluded.status,
    filledUnits: concluded.filledUnits,
    proceeds: concluded.proceeds,
    lastError: concluded.reason,
  };
}

function filledOf(order: OrderRow, fill: VenueFill): bigint {
  const units = fill.quantity.toUnits(scaleOf(order.base));
  must(units !== undefined && units <= order.units, "a venue fills no more than was ordered, in whole units");
  return units;
}

/** What the venue bought, by ledger asset: a venue knows no networks, the house's books do. */
export type AssetShare = { asset: CryptoAsset; units: bigint };

/** Posts a fill at the venue and the venue's own fee, the house's cost. `fiatUnits` is its proceeds, rounded by the caller. */
export async function postFill(
  ctx: Ctx,
  order: OrderRow,
  fill: VenueFill,
  booked: { shares: readonly AssetShare[]; fiatUnits: bigint; about: PostedFor },
): Promise<void> {
  const { venue, fiat } = order;
  const effectKey = tradeKey(venue, fill.tradeId);
  const entries: JournalEntry[] = booked.shares.map(({ asset, units }, at) =>
    venueFill({ effectKey, venue, asset, units, fiat, fiatUnits: at === 0 ? booked.fiatUnits : 0n }),
  );
  await post(ctx, together(entries), booked.about);
  const feeUnits = fill.fee.floorUnits(scaleOf(fiat));
  if (feeUnits > 0n)
    await post(
      ctx,
      venueFee({ effectKey: tradeKey(venue, fill.tradeId, "fee"), venue, fiat, fiatUnits: feeUnits }),
      booked.about,
    );
}

/** The orders placed for a deposit since it was treated, oldest first. */
export function ordersOfDeposit(ctx: Ctx, depositId: string, since: Date): Promise<OrderRow[]> {
  return ordersForDeposit(ctx.db, depositId, since);
}

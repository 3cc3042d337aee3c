import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { OrderFailure } from "#lib/contract/order-failure.ts";
import { type Db, decimalFrom, unitsFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./liquidity.sql.ts";
import type { UnknownPoll } from "./protocol.ts";
import type { Side, VenueFill } from "./venue.ts";

export type OrderRow = ReturnType<typeof orderOf>;

const orderOf = (row: RowOf<typeof sql.findOrder>) => ({
  id: row.id,
  side: row.side,
  clientRef: row.client_ref,
  venue: row.venue,
  purpose: row.purpose,
  base: row.asset,
  fiat: row.fiat,
  units: unitsFrom(row.quantity_units),
  limitPrice: row.limit_price ? decimalFrom(row.limit_price) : undefined,
  /** The venue's own reference, where it does not keep ours. */
  venueRef: row.venue_ref ?? undefined,
  depositId: row.deposit_id ?? undefined,
  conversionId: row.conversion_id ?? undefined,
  /** LATE: it counted as never placed, and the venue had it after all. FOREIGN: another person has placed it. */
  status: row.status,
  deadline: row.deadline,
  tries: row.tries,
  filledUnits: unitsFrom(row.filled_units),
  proceeds: decimalFrom(row.proceeds),
  lastError: row.last_error ?? undefined,
  createdAt: row.created_at,
});

/** Sold, unless a hedge is bought back. */
export type NewOrder = Pick<OrderRow, "purpose" | "base" | "fiat" | "units"> & {
  side?: Side;
  depositId?: string;
  conversionId?: string;
  /** How far below the reference the order may sell, where that has a rule of its own. */
  depthBps?: number;
  /** The bid of the quote that an invoice is sold at. */
  quotedBid?: Decimal;
};
type InsertedOrder = NewOrder & {
  id: string;
  clientRef: string;
  venue: string;
  limitPrice: Decimal | undefined;
  mid: Decimal | undefined;
  deadlineMs: number;
  lookMs: number;
};

/** Venues that have refused an order of a pair within the last moments. */
export async function venuesRefusing(db: Db, base: Crypto, fiat: Fiat, withinMs: number): Promise<string[]> {
  const rows = await sql.venuesRefusing(db, { base, fiat, withinMs });
  return rows.map(({ venue }) => venue);
}

/** Writes an OPEN order; deadline and first look count from the database's business time. */
export async function insertOrder(db: Db, order: InsertedOrder): Promise<OrderRow> {
  const [row] = await sql.insertOrder(db, {
    id: order.id,
    clientRef: order.clientRef,
    venue: order.venue,
    purpose: order.purpose,
    side: order.side ?? "SELL",
    base: order.base,
    fiat: order.fiat,
    units: order.units,
    depositId: order.depositId,
    conversionId: order.conversionId,
    limitPrice: order.limitPrice?.toString(),
    mid: order.mid?.toString(),
    deadlineMs: order.deadlineMs,
    lookMs: order.lookMs,
  });
  if (!row) throw new Error("an order that is written is there");
  return orderOf(row);
}

type ExecutedOrder = Pick<OrderRow, "id" | "clientRef" | "venue" | "base" | "fiat" | "units" | "status" | "side"> & {
  fill: VenueFill;
};

/** An order as it is over, of the house's own; undefined when its reference was known. */
export async function insertExecuted(db: Db, { fill, ...order }: ExecutedOrder): Promise<OrderRow | undefined> {
  const [proceeds, fee] = [fill.proceeds.toString(), fill.fee.toString()];
  const [row] = await sql.insertExecuted(db, { ...order, proceeds, fee });
  return row && orderOf(row);
}

/** Claims the only permission to send an order: it is open and not sent yet, and its deadline has not come. */
export async function claimSend(db: Db, id: string): Promise<boolean> {
  const claimed = await sql.claimSend(db, { id });
  return claimed === 1;
}

/** Whether nobody has claimed to send an order, nor can any more: its deadline has passed by the clock of {@link claimSend}. */
export async function isUnsendable(db: Db, id: string): Promise<boolean> {
  const [row] = await sql.isUnsendable(db, { id });
  return row?.unsendable ?? false;
}

/** Keeps the venue's own reference of an order that has not come to its deadline, which moves on with it. */
export async function updateReference(db: Db, id: string, venueRef: string, goodUntil: Date): Promise<boolean> {
  const written = await sql.updateReference(db, { venueRef, goodUntil, id });
  return written === 1;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await sql.findOrder(db, { id });
  return row && orderOf(row);
}

/** The order under its row lock, while its outcome is open. */
export async function lockOpenOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await sql.lockOpenOrder(db, { id });
  return row && orderOf(row);
}

type Conclusion = {
  status: "FILLED" | "REFUSED";
  filledUnits: bigint;
  proceeds: Decimal;
  fee: Decimal;
  mid: Decimal | undefined;
  reason: string | undefined;
  failure: OrderFailure | undefined;
  missed: boolean;
};

/** How long after it counted as never placed an order is looked up for the first time. */
const FIRST_WATCH_MS = 30_000;

export async function updateConcluded(db: Db, id: string, concluded: Conclusion): Promise<void> {
  await sql.updateConcluded(db, {
    status: concluded.status,
    filledUnits: concluded.filledUnits,
    proceeds: concluded.proceeds.toString(),
    fee: concluded.fee.toString(),
    mid: concluded.mid?.toString(),
    reason: concluded.reason,
    missed: concluded.missed,
    firstWatchMs: FIRST_WATCH_MS,
    failure: stored(concluded.failure),
    id,
  });
}

/** An order without an outcome is looked up again after `afterMs`; `missedPolls` are the looks in a row that missed it. */
export async function updateUnknown(db: Db, id: string, look: UnknownPoll): Promise<void> {
  const { reason, code = "UNCLEAR", detail, afterMs, missedPolls } = look;
  await sql.updateUnknown(db, { reason, afterMs, missedPolls, id, failure: stored({ code, detail }) });
}

const stored = (failure: OrderFailure | undefined): string | undefined => failure && JSON.stringify(failure);

/** One trade as it is booked, in units as posted; the rest as the venue reported it. */
export type NewTrade = {
  tradeId: string;
  quantity: Decimal;
  units: bigint;
  proceeds: Decimal;
  fee: Decimal;
  fiatUnits: bigint;
  feeUnits: bigint;
  cryptoFee: Decimal;
  cryptoFeeUnits: bigint;
};

export async function insertTrades(
  db: Db,
  { id, venue }: Pick<OrderRow, "id" | "venue">,
  trades: readonly NewTrade[],
): Promise<void> {
  const texts = (of: (trade: NewTrade) => { toString(): string }) => trades.map((trade) => of(trade).toString());
  await sql.insertTrades(db, {
    venue,
    id,
    tradeIds: texts(({ tradeId }) => tradeId),
    units: texts(({ units }) => units),
    proceeds: texts(({ proceeds }) => proceeds),
    fees: texts(({ fee }) => fee),
    fiatUnits: texts(({ fiatUnits }) => fiatUnits),
    feeUnits: texts(({ feeUnits }) => feeUnits),
    quantities: texts(({ quantity }) => quantity),
    cryptoFees: texts(({ cryptoFee }) => cryptoFee),
    cryptoFeeUnits: texts(({ cryptoFeeUnits }) => cryptoFeeUnits),
  });
}

/**
 * Orders that counted as never placed and are to be looked up once more; after `looks` of them no further look is made.
 */
export async function missedToWatch(db: Db, looks: number, limit: number): Promise<string[]> {
  const rows = await sql.missedToWatch(db, { looks, limit });
  return rows.map((row) => row.id);
}

export async function updateWatched(db: Db, id: string, look: { counted: boolean; afterMs: number }): Promise<void> {
  await sql.updateWatched(db, { counted: look.counted ? 1 : 0, afterMs: look.afterMs, id });
}

/** What a fill comes to in whole units, and the mid at its moment, when there was one. */
export type Execution = { filledUnits: bigint; proceeds: Decimal; fee: Decimal; mid: Decimal | undefined };

/** Marks an order that counted as never placed as LATE, once. */
export async function updateLate(db: Db, id: string, late: Execution): Promise<boolean> {
  const marked = await sql.updateLate(db, {
    filledUnits: late.filledUnits,
    proceeds: late.proceeds.toString(),
    fee: late.fee.toString(),
    mid: late.mid?.toString(),
    id,
  });
  return marked === 1;
}

export async function ordersToLookUp(db: Db, limit: number): Promise<string[]> {
  const rows = await sql.ordersToLookUp(db, { limit });
  return rows.map((row) => row.id);
}

/** Open orders that are on their way to the venue, or whose outcome can be known by now. */
export async function countComing(db: Db, marginMs: number): Promise<number> {
  const [row] = await sql.countComing(db, { marginMs });
  return Number(row?.count ?? 0);
}

/** A deposit's orders since a moment, oldest first. One that came late sold for the house, not for the deposit. */
export async function ordersForDeposit(db: Db, depositId: string, since: Date): Promise<OrderRow[]> {
  const rows = await sql.ordersForDeposit(db, { depositId, since });
  return rows.map(orderOf).map((order) => (order.status === "LATE" ? refusedOf(order) : order));
}

const refusedOf = (order: OrderRow): OrderRow => ({
  ...order,
  status: "REFUSED",
  filledUnits: 0n,
  proceeds: decimalFrom("0"),
});

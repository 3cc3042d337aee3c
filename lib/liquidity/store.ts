import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, Prisma, unitsFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

export type OrderPurpose = "INVOICE" | "MARKET" | "HEDGE";

export type OrderRow = {
  id: string;
  clientRef: string;
  venue: string;
  purpose: OrderPurpose;
  base: Crypto;
  fiat: Fiat;
  units: bigint;
  limitPrice: Decimal | undefined;
  /** The venue's own reference, where it does not keep ours. */
  venueRef: string | undefined;
  depositId: string | undefined;
  conversionId: string | undefined;
  /** LATE: it counted as never placed, and the venue had it after all. */
  status: "OPEN" | "FILLED" | "REFUSED" | "LATE";
  deadline: Date;
  tries: number;
  filledUnits: bigint;
  proceeds: Decimal;
  lastError: string | undefined;
  createdAt: Date;
};

type Numeric = { toFixed(): string };
type RawOrder = {
  id: string;
  client_ref: string;
  venue: string;
  purpose: OrderPurpose;
  asset: Crypto;
  fiat: Fiat;
  quantity_units: Numeric;
  limit_price: Numeric | null;
  venue_ref: string | null;
  deposit_id: string | null;
  conversion_id: string | null;
  status: OrderRow["status"];
  deadline: Date;
  tries: number;
  filled_units: Numeric;
  proceeds: Numeric;
  last_error: string | null;
  created_at: Date;
};

const orderOf = (row: RawOrder): OrderRow => ({
  id: row.id,
  clientRef: row.client_ref,
  venue: row.venue,
  purpose: row.purpose,
  base: row.asset,
  fiat: row.fiat,
  units: unitsFrom(row.quantity_units),
  limitPrice: row.limit_price ? decimalFrom(row.limit_price) : undefined,
  venueRef: row.venue_ref ?? undefined,
  depositId: row.deposit_id ?? undefined,
  conversionId: row.conversion_id ?? undefined,
  status: row.status,
  deadline: row.deadline,
  tries: row.tries,
  filledUnits: unitsFrom(row.filled_units),
  proceeds: decimalFrom(row.proceeds),
  lastError: row.last_error ?? undefined,
  createdAt: row.created_at,
});

export type NewOrder = Pick<OrderRow, "purpose" | "base" | "fiat" | "units"> & {
  depositId?: string;
  conversionId?: string;
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

const after = (ms: number): Prisma.Sql =>
  Prisma.sql`business_now() + ${ms}::double precision * interval '1 millisecond'`;

/** Writes an OPEN order; deadline and first look count from the database's business time. */
export async function insertOrder(db: Db, order: InsertedOrder): Promise<OrderRow> {
  const [row] = await db.$queryRaw<RawOrder[]>`
    insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, deposit_id, conversion_id, status,
      limit_price, mid_placed, deadline, next_at, created_at, updated_at)
    values (${order.id}::uuid, ${order.clientRef}, ${order.venue}, ${order.purpose}, ${order.base}, ${order.fiat},
      ${order.units.toString()}::numeric, ${order.depositId ?? null}::uuid, ${order.conversionId ?? null}::uuid, 'OPEN',
      ${order.limitPrice?.toString() ?? null}::numeric, ${order.mid?.toString() ?? null}::numeric, ${after(order.deadlineMs)}, ${after(order.lookMs)}, business_now(), business_now())
    returning *`;
  if (!row) throw new Error("an order that is written is there");
  return orderOf(row);
}

/** Takes the one right to send an order: open, not sent by anybody, and its deadline has not come. */
export async function claimSend(db: Db, id: string): Promise<boolean> {
  const claimed = await db.$executeRaw`
    update venue_order set sent_at = business_now()
    where id = ${id}::uuid and status = 'OPEN' and sent_at is null and deadline > business_now()`;
  return claimed === 1;
}

/** Keeps the venue's own reference of an order that has not come to its deadline, which moves on with it. */
export async function updateReference(db: Db, id: string, venueRef: string, goodUntil: Date): Promise<boolean> {
  const kept = await db.$executeRaw`
    update venue_order set venue_ref = ${venueRef}, deadline = greatest(deadline, ${goodUntil}), updated_at = business_now()
    where id = ${id}::uuid and status = 'OPEN' and venue_ref is null and deadline > business_now()`;
  return kept === 1;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.$queryRaw<RawOrder[]>`select * from venue_order where id = ${id}::uuid`;
  return row && orderOf(row);
}

/** The order under its row lock, while its outcome is open. */
export async function lockOpenOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.$queryRaw<RawOrder[]>`
    select * from venue_order where id = ${id}::uuid and status = 'OPEN' for update`;
  return row && orderOf(row);
}

type Conclusion = {
  status: "FILLED" | "REFUSED";
  filledUnits: bigint;
  proceeds: Decimal;
  fee: Decimal;
  mid: Decimal | undefined;
  reason: string | undefined;
  missed: boolean;
};

/** How long after it counted as never placed an order is looked up for the first time. */
const FIRST_WATCH_MS = 30_000;

export async function updateConcluded(db: Db, id: string, concluded: Conclusion): Promise<void> {
  await db.$executeRaw`
    update venue_order set status = ${concluded.status}, filled_units = ${concluded.filledUnits.toString()}::numeric,
      proceeds = ${concluded.proceeds.toString()}::numeric, fee = ${concluded.fee.toString()}::numeric,
      mid_filled = ${concluded.mid?.toString() ?? null}::numeric, last_error = ${concluded.reason ?? null},
      missed = ${concluded.missed}, tries = 0, next_at = ${after(FIRST_WATCH_MS)}, updated_at = business_now()
    where id = ${id}::uuid and status = 'OPEN'`;
}

/** An order without an outcome is looked up again after `afterMs`; `misses` are the looks in a row that missed it. */
export async function updateUnknown(
  db: Db,
  id: string,
  look: { reason: string; afterMs: number; misses: number },
): Promise<void> {
  await db.$executeRaw`
    update venue_order set last_error = ${look.reason}, next_at = ${after(look.afterMs)},
      tries = ${look.misses}::integer, updated_at = business_now()
    where id = ${id}::uuid and status = 'OPEN'`;
}

/** One trade as it is booked: `units` of crypto, `fiatUnits` and `feeUnits` as posted, the rest as the venue told it. */
export type TradeRow = {
  tradeId: string;
  units: bigint;
  proceeds: Decimal;
  fee: Decimal;
  fiatUnits: bigint;
  feeUnits: bigint;
};

export async function insertTrades(
  db: Db,
  { id, venue }: Pick<OrderRow, "id" | "venue">,
  trades: readonly TradeRow[],
): Promise<void> {
  const texts = (of: (trade: TradeRow) => { toString(): string }) => trades.map((trade) => of(trade).toString());
  await db.$executeRaw`
    insert into venue_trade (venue, trade_id, order_id, quantity_units, proceeds, fee, fiat_units, fee_units, at)
    select ${venue}, t.trade_id, ${id}::uuid, t.units, t.proceeds, t.fee, t.fiat_units, t.fee_units, business_now()
    from unnest(${texts(({ tradeId }) => tradeId)}::text[], ${texts(({ units }) => units)}::numeric[],
      ${texts(({ proceeds }) => proceeds)}::numeric[], ${texts(({ fee }) => fee)}::numeric[],
      ${texts(({ fiatUnits }) => fiatUnits)}::numeric[], ${texts(({ feeUnits }) => feeUnits)}::numeric[])
      t(trade_id, units, proceeds, fee, fiat_units, fee_units)`;
}

/** Orders that counted as never placed and are to be looked up once more; after `looks` of them nobody asks any more. */
export async function missedToWatch(db: Db, looks: number, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from venue_order where status = 'REFUSED' and missed and tries < ${looks}::integer and next_at <= business_now()
    order by next_at limit ${limit}`;
  return rows.map((row) => row.id);
}

export async function updateWatched(db: Db, id: string, look: { counted: boolean; afterMs: number }): Promise<void> {
  await db.$executeRaw`
    update venue_order set tries = tries + ${look.counted ? 1 : 0}::integer, next_at = ${after(look.afterMs)} where id = ${id}::uuid and status = 'REFUSED'`;
}

/** Marks an order that counted as never placed as LATE, once. */
export async function updateLate(
  db: Db,
  id: string,
  late: { filledUnits: bigint; proceeds: Decimal; fee: Decimal; mid: Decimal | undefined },
): Promise<boolean> {
  const marked = await db.$executeRaw`
    update venue_order set status = 'LATE', filled_units = ${late.filledUnits.toString()}::numeric,
      proceeds = ${late.proceeds.toString()}::numeric, fee = ${late.fee.toString()}::numeric,
      mid_filled = ${late.mid?.toString() ?? null}::numeric, updated_at = business_now()
    where id = ${id}::uuid and status = 'REFUSED' and missed`;
  return marked === 1;
}

export async function ordersToLookUp(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from venue_order where status = 'OPEN' and next_at <= business_now() order by next_at limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Open orders that are on their way to the venue, or whose fate can be known by now. */
export async function countComing(db: Db, marginMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) as count from venue_order where status = 'OPEN'
      and (last_error is null or deadline + ${marginMs}::double precision * interval '1 millisecond' <= business_now())`;
  return Number(row?.count ?? 0);
}

/** A deposit's orders since a moment, oldest first. One that came late sold for the house, not for the deposit. */
export async function ordersForDeposit(db: Db, depositId: string, since: Date): Promise<OrderRow[]> {
  const rows = await db.$queryRaw<RawOrder[]>`
    select * from venue_order where deposit_id = ${depositId}::uuid and created_at >= ${since} order by created_at, id`;
  return rows.map(orderOf).map((order) => (order.status === "LATE" ? refusedOf(order) : order));
}

const refusedOf = (order: OrderRow): OrderRow => ({
  ...order,
  status: "REFUSED",
  filledUnits: 0n,
  proceeds: decimalFrom("0"),
});

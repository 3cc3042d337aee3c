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
  depositId: string | undefined;
  conversionId: string | undefined;
  status: "OPEN" | "FILLED" | "REFUSED";
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
type InsertedOrder = NewOrder & { id: string; clientRef: string; venue: string; deadlineMs: number; lookMs: number };

const after = (ms: number): Prisma.Sql =>
  Prisma.sql`business_now() + ${ms}::double precision * interval '1 millisecond'`;

/** Writes an OPEN order; deadline and first look count from the database's business time. */
export async function insertOrder(db: Db, order: InsertedOrder): Promise<OrderRow> {
  const [row] = await db.$queryRaw<RawOrder[]>`
    insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, deposit_id, conversion_id, status,
      deadline, next_at, created_at, updated_at)
    values (${order.id}::uuid, ${order.clientRef}, ${order.venue}, ${order.purpose}, ${order.base}, ${order.fiat},
      ${order.units.toString()}::numeric, ${order.depositId ?? null}::uuid, ${order.conversionId ?? null}::uuid, 'OPEN',
      ${after(order.deadlineMs)}, ${after(order.lookMs)}, business_now(), business_now())
    returning *`;
  if (!row) throw new Error("an order that is written is there");
  return orderOf(row);
}

/** Whether an order may still be sent: open, and its deadline has not come. */
export async function maySend(db: Db, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from venue_order where id = ${id}::uuid and status = 'OPEN' and deadline > business_now()`;
  return rows.length === 1;
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

type Conclusion = { status: "FILLED" | "REFUSED"; filledUnits: bigint; proceeds: Decimal; reason: string | undefined };

export async function updateConcluded(
  db: Db,
  id: string,
  { status, filledUnits, proceeds, reason }: Conclusion,
): Promise<void> {
  await db.$executeRaw`
    update venue_order set status = ${status}, filled_units = ${filledUnits.toString()}::numeric,
      proceeds = ${proceeds.toString()}::numeric, last_error = ${reason ?? null}, updated_at = business_now()
    where id = ${id}::uuid and status = 'OPEN'`;
}

/** An order without an outcome is looked up again after `afterMs`; `counted` adds to its misses. */
export async function updateUnknown(
  db: Db,
  id: string,
  look: { reason: string; afterMs: number; counted: boolean },
): Promise<void> {
  await db.$executeRaw`
    update venue_order set last_error = ${look.reason}, next_at = ${after(look.afterMs)},
      tries = tries + ${look.counted ? 1 : 0}::integer, updated_at = business_now()
    where id = ${id}::uuid and status = 'OPEN'`;
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

/** A deposit's orders since a moment, oldest first. */
export async function ordersForDeposit(db: Db, depositId: string, since: Date): Promise<OrderRow[]> {
  const rows = await db.$queryRaw<RawOrder[]>`
    select * from venue_order where deposit_id = ${depositId}::uuid and created_at >= ${since} order by created_at, id`;
  return rows.map(orderOf);
}

import type { RowOf } from "#lib/kernel/statement.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import { isOneOf } from "#lib/kernel/conditions.ts";
import * as sql from "./outbox.sql.ts";

/** Where a reader of the outbox stands: transaction id, then number; both as text, for they outgrow doubles. */
export type OutboxCursor = RowOf<typeof sql.readHorizon>;

export type OutboxEvent = OutboxCursor & {
  id: string;
  accountId: string;
  type: string;
  objectId: string;
  sequence: number;
  /** The record as the API showed it, JSON text. */
  data: string;
  at: Date;
};

type EventRow = {
  tx: string;
  seq: string;
  id: string;
  account_id: string;
  type: string;
  object_id: string;
  sequence: number;
  data: string;
  at: Date;
};

/** Of one account, or of some types, when they are named. */
export type OutboxFilter = { accountId?: string | undefined; type?: string | readonly string[] | undefined };

export async function readEvents(
  db: Db,
  after: OutboxCursor,
  limit: number,
  { accountId, type }: OutboxFilter,
): Promise<OutboxEvent[]> {
  const own = accountId === undefined ? Prisma.empty : Prisma.sql`and account_id = ${accountId}::uuid`;
  const typed = type === undefined ? Prisma.empty : Prisma.sql`and ${isOneOf(Prisma.sql`type`, type)}`;
  const rows = await db.$queryRaw<EventRow[]>`
    select tx::text, seq::text, id, account_id, type, object_id, sequence, data, at from event
    where (tx, seq) > (${after.tx}::text::xid8, ${after.seq}::text::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot()) ${own} ${typed}
    order by event.tx, event.seq limit ${limit}`;
  return rows.map((row) => ({
    tx: row.tx,
    seq: row.seq,
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    objectId: row.object_id,
    sequence: row.sequence,
    data: row.data,
    at: row.at,
  }));
}

export async function readHorizon(db: Db): Promise<OutboxCursor> {
  const [row] = await sql.readHorizon(db);
  return row ?? { tx: "0", seq: "0" };
}

import { type Db, Prisma } from "#lib/kernel/database.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import type { Noted } from "./request-log.ts";
import * as sql from "./request-log.sql.ts";

/** A call as it is kept. */
export type Logged = Omit<Noted, "body" | "answer"> & {
  body: string | undefined;
  answer: string | undefined;
  code: string | undefined;
  message: string | undefined;
  objectId: string | undefined;
};

/**
 * Writes calls in one statement that does not wait for the disk. One without a proven account belongs to the account of
 * the key it names; one that names none is nobody's.
 */
export async function insertRequests(db: Db, logged: readonly Logged[]): Promise<void> {
  await sql.insertRequests(db, { logged: JSON.stringify(logged) });
}

/** Deletes calls from before a time, only so many at once. Ids carry their time, so the key finds them. */
export function deleteRequests(db: Db, before: Date, most: number): Promise<number> {
  const end = `${uuidv7(before.getTime()).slice(0, 14)}0000-0000-000000000000`;
  return sql.deleteRequests(db, { end, most });
}

export type RequestQuery = {
  accountId: string;
  from: Date | undefined;
  to: Date | undefined;
  failed: boolean | undefined;
  byKey: boolean | undefined;
  method: string | undefined;
  route: string | undefined;
  code: string | undefined;
  keyId: string | undefined;
  before: string | undefined;
  limit: number;
};

export type RequestRow = {
  id: string;
  at: Date;
  method: string;
  target: string;
  route: string;
  status: number;
  ms: number;
  caller: string;
  code: string | null;
  message: string | null;
  idempotency_key: string | null;
  replayed: boolean;
  object_id: string | null;
  client_address: string | null;
};

export function findRequests(db: Db, query: RequestQuery): Promise<RequestRow[]> {
  const wanted = [
    Prisma.sql`account_id = ${query.accountId}::uuid`,
    ...(query.before ? [Prisma.sql`id < ${query.before}::uuid`] : []),
    ...(query.from ? [Prisma.sql`at >= ${query.from}`] : []),
    ...(query.to ? [Prisma.sql`at <= ${query.to}`] : []),
    ...(query.failed === undefined ? [] : [query.failed ? Prisma.sql`status >= 400` : Prisma.sql`status < 400`]),
    ...(query.byKey === undefined ? [] : [query.byKey ? Prisma.sql`key_id is not null` : Prisma.sql`key_id is null`]),
    ...(query.method === undefined ? [] : [Prisma.sql`method = ${query.method}`]),
    ...(query.route === undefined ? [] : [Prisma.sql`route = ${query.route}`]),
    ...(query.code === undefined ? [] : [Prisma.sql`code = ${query.code}`]),
    ...(query.keyId === undefined ? [] : [Prisma.sql`key_id = ${query.keyId}`]),
  ];
  return db.$queryRaw<RequestRow[]>`
    select id, at, method, target, route, status, ms, caller, code, message, idempotency_key, replayed, object_id, client_address from request_log where ${Prisma.join(wanted, " and ")} order by id desc limit ${query.limit}`;
}

export type WholeRow = RequestRow & { body: string | null; answer: string | null };

export async function findRequest(db: Db, accountId: string, requestId: string): Promise<WholeRow | undefined> {
  const [row] = await sql.findRequest(db, { accountId, requestId });
  return row;
}

export type FailureRow = {
  method: string;
  route: string;
  status: number;
  code: string;
  message: string;
  count: number;
  last_at: Date;
  last_id: string;
};

/** Failures of an account since a time, those that say the same counted together, the most frequent first. */
export function findFailures(db: Db, accountId: string, since: Date, limit: number): Promise<FailureRow[]> {
  return sql.findFailures(db, { accountId, since, limit });
}

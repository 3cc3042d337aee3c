import { valuesOf } from "#lib/contract/filters.ts";
import { type Conditions, conditionsOf } from "#lib/kernel/conditions.ts";
import type { Db, Prisma } from "#lib/kernel/database.ts";
import { isId, uuidv7 } from "#lib/kernel/ids.ts";
import type { RequestFilter } from "./request-filters.ts";
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

/** Writes calls in one statement that does not wait for the disk. */
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
  /** Only lines whose operation asks for one of these. */
  scopes: readonly string[];
  filter: RequestFilter;
  before: string | undefined;
  limit: number;
};

/** No request has this id. */
const NONE = "00000000-0000-0000-0000-000000000000";

const CONDITIONS: Conditions<RequestFilter, Prisma.RequestLogWhereInput> = {
  startTime: (gte) => ({ at: { gte } }),
  endTime: (lte) => ({ at: { lte } }),
  outcome: (outcome) => ({ status: outcome === "failed" ? { gte: 400 } : { lt: 400 } }),
  by: (by) => (by === "all" ? {} : { keyId: by === "programs" ? { not: null } : null }),
  method: (method) => ({ method: { in: [...valuesOf(method)] } }),
  route: (route) => ({ route }),
  code: (code) => ({ code }),
  keyId: (keyId) => ({ keyId }),
  requestId: (requestId) => ({ id: isId(requestId) ? requestId : NONE }),
  status: (status) => ({ status: /^[1-5]\d\d$/.test(status) ? Number(status) : 0 }),
};

const SHOWN = {
  id: true,
  at: true,
  method: true,
  target: true,
  route: true,
  status: true,
  ms: true,
  caller: true,
  code: true,
  message: true,
  idempotencyKey: true,
  replayed: true,
  objectId: true,
  clientAddress: true,
} as const;
export type RequestRow = Prisma.RequestLogGetPayload<{ select: typeof SHOWN }>;

export function findRequests(
  db: Db,
  { accountId, scopes, filter, before, limit }: RequestQuery,
): Promise<RequestRow[]> {
  return db.requestLog.findMany({
    select: SHOWN,
    where: {
      accountId,
      scope: { in: [...scopes] },
      AND: conditionsOf(CONDITIONS, filter),
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** A call with what was sent and answered. */
export async function findRequest(db: Db, accountId: string, scopes: readonly string[], id: string) {
  const found = await db.requestLog.findUnique({
    select: { ...SHOWN, body: true, answer: true },
    where: { accountId_id: { accountId, id }, scope: { in: [...scopes] } },
  });
  return found ?? undefined;
}

/** Failures of an account since a time, those that say the same counted together, the most frequent first. */
export function findFailures(db: Db, accountId: string, scopes: readonly string[], since: Date, limit: number) {
  return sql.findFailures(db, { accountId, scopes, since, limit });
}

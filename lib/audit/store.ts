import { type Db, Prisma } from "#lib/kernel/database.ts";
import { type Conditions, conditionsOf } from "#lib/kernel/conditions.ts";
import type { AuditFilter } from "./filters.ts";
import * as sql from "./values.sql.ts";

export type AuditQuery = {
  accountId: string;
  filter: AuditFilter;
  before: bigint | undefined;
  limit: number;
};

const CONDITIONS: Conditions<AuditFilter, Prisma.Sql> = {
  startTime: (from) => Prisma.sql`a.at >= ${from}`,
  endTime: (to) => Prisma.sql`a.at <= ${to}`,
  actor: (actor) => Prisma.sql`a.actor = ${actor}`,
  action: (action) => Prisma.sql`a.action = ${action}`,
  objectKind: (kind) => Prisma.sql`a.object_kind = ${kind}`,
  objectId: (id) => Prisma.sql`a.object_id = ${id}`,
  requestId: (id) => Prisma.sql`a.request_id = ${id}`,
};

const wanted = (accountId: string, filter: AuditFilter): Prisma.Sql =>
  Prisma.join([Prisma.sql`a.account_id = ${accountId}::uuid`, ...conditionsOf(CONDITIONS, filter)], " and ");

export type AuditRow = {
  seq: bigint;
  at: Date;
  actor: string;
  action: string;
  objectKind: string;
  objectId: string;
  detail: unknown;
  requestId: string;
  clientAddress: string | null;
};

/**
 * Lines newest first. By time before their number, which goes with it: a page is read from the account's own lines in that
 * order, from wherever its range ends. Where the page before ended is a comparison of two columns, which Prisma has none of.
 */
export function listAuditRows(db: Db, { accountId, filter, before, limit }: AuditQuery): Promise<AuditRow[]> {
  const comes =
    before === undefined
      ? Prisma.empty
      : Prisma.sql`and (a.at, a.seq) < (select l.at, l.seq from audit l where l.seq = ${before} and l.account_id = ${accountId}::uuid)`;
  return db.$queryRaw<AuditRow[]>`
    select a.seq, a.at, a.actor, a.action, a.object_kind as "objectKind", a.object_id as "objectId", a.detail, a.request_id as "requestId",
      a.client_address as "clientAddress"
    from audit a where ${wanted(accountId, filter)} ${comes} order by a.at desc, a.seq desc limit ${limit}`;
}

export async function countAuditRows(db: Db, accountId: string, filter: AuditFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) as count from audit a where ${wanted(accountId, filter)}`;
  return Number(row?.count ?? 0n);
}

/** Each way in which a person did something to an object of a kind, once: found by steps of the index, however many the lines are. */
export const auditKinds = (db: Db, accountId: string): Promise<AuditKind[]> => sql.auditKinds(db, { accountId });
export type AuditKind = Pick<AuditRow, "actor" | "action" | "objectKind">;

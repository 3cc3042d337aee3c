import { type Db, Prisma } from "#lib/kernel/database.ts";

export type AuditQuery = {
  accountId: string;
  from: Date | undefined;
  to: Date | undefined;
  actor: string | undefined;
  action: string | undefined;
  objectId: string | undefined;
  requestId: string | undefined;
  before: bigint | undefined;
  limit: number;
};

export type AuditRow = {
  seq: bigint;
  at: Date;
  actor: string;
  action: string;
  object_kind: string;
  object_id: string;
  detail: Record<string, unknown>;
  request_id: string;
  client_address: string | null;
};

export function listAuditRows(db: Db, query: AuditQuery): Promise<AuditRow[]> {
  const wanted = [
    Prisma.sql`account_id = ${query.accountId}::uuid`,
    ...(query.from ? [Prisma.sql`at >= ${query.from}`] : []),
    ...(query.to ? [Prisma.sql`at <= ${query.to}`] : []),
    ...(query.actor === undefined ? [] : [Prisma.sql`actor = ${query.actor}`]),
    ...(query.action === undefined ? [] : [Prisma.sql`action = ${query.action}`]),
    ...(query.objectId === undefined ? [] : [Prisma.sql`object_id = ${query.objectId}`]),
    ...(query.requestId === undefined ? [] : [Prisma.sql`request_id = ${query.requestId}`]),
    ...(query.before === undefined ? [] : [Prisma.sql`seq < ${query.before}`]),
  ];
  return db.$queryRaw<AuditRow[]>`
    select seq, at, actor, action, object_kind, object_id, detail, request_id, client_address from audit
    where ${Prisma.join(wanted, " and ")} order by seq desc limit ${query.limit}`;
}

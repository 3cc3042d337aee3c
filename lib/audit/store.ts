import type { Db, Prisma } from "#lib/kernel/database.ts";
import { type Conditions, conditionsOf } from "#lib/kernel/conditions.ts";
import type { AuditFilter } from "./filters.ts";
import * as sql from "./values.sql.ts";

export type AuditQuery = {
  accountId: string;
  filter: AuditFilter;
  before: bigint | undefined;
  limit: number;
};

const CONDITIONS: Conditions<AuditFilter, Prisma.AuditWhereInput> = {
  startTime: (gte) => ({ at: { gte } }),
  endTime: (lte) => ({ at: { lte } }),
  actor: (actor) => ({ actor }),
  action: (action) => ({ action }),
  objectKind: (objectKind) => ({ objectKind }),
  objectId: (objectId) => ({ objectId }),
  requestId: (requestId) => ({ requestId }),
};

const SHOWN = {
  seq: true,
  at: true,
  actor: true,
  action: true,
  objectKind: true,
  objectId: true,
  detail: true,
  requestId: true,
  clientAddress: true,
} as const;
export type AuditRow = Prisma.AuditGetPayload<{ select: typeof SHOWN }>;

export function listAuditRows(db: Db, { accountId, filter, before, limit }: AuditQuery): Promise<AuditRow[]> {
  return db.audit.findMany({
    select: SHOWN,
    where: {
      accountId,
      AND: conditionsOf(CONDITIONS, filter),
      ...(before === undefined ? {} : { seq: { lt: before } }),
    },
    orderBy: { seq: "desc" },
    take: limit,
  });
}

export const countAuditRows = (db: Db, accountId: string, filter: AuditFilter): Promise<number> =>
  db.audit.count({ where: { accountId, AND: conditionsOf(CONDITIONS, filter) } });

/** Each way in which a person did something to an object of a kind, once: found by steps of the index, however many the lines are. */
export const auditKinds = (db: Db, accountId: string): Promise<AuditKind[]> => sql.auditKinds(db, { accountId });
export type AuditKind = Pick<AuditRow, "actor" | "action" | "objectKind">;

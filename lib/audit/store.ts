import { type Db, given, type Prisma } from "#lib/kernel/database.ts";

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

export function listAuditRows(db: Db, { from, to, before, limit, ...same }: AuditQuery): Promise<AuditRow[]> {
  return db.audit.findMany({
    select: SHOWN,
    where: {
      ...given({ ...same, seq: before === undefined ? undefined : { lt: before } }),
      at: given({ gte: from, lte: to }),
    },
    orderBy: { seq: "desc" },
    take: limit,
  });
}

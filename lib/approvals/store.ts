import { type Db, Prisma, wordFrom } from "#lib/kernel/database.ts";
import type { Settings } from "#lib/settings/setting.ts";
import { type ApprovalKind, type ApprovalState, APPROVAL_STATES } from "#lib/contract/approval-states.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./approvals.sql.ts";

/** A requested action in its plainest form: field or setting to text. */
export type PlainRequest = Readonly<Record<string, string>>;

export type ApprovalRow = {
  id: string;
  what: ApprovalKind;
  request: PlainRequest;
  reason: string | null;
  askedBy: string;
  askedUserId: string | null;
  askedAt: Date;
  expiresAt: Date;
  /** By the business clock: a pending row whose time is over reads as expired. */
  status: ApprovalState;
  before: Settings | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
  payoutId: string | null;
};

const approvalOf = (row: RowOf<typeof sql.findApproval>): ApprovalRow => ({
  ...row,
  request: row.request as PlainRequest,
  status: wordFrom(APPROVAL_STATES, row.status),
  before: row.before as Settings | null,
});

export type NewApproval = Pick<ApprovalRow, "id" | "what" | "request" | "askedBy"> & {
  accountId: string;
  reason: string | undefined;
  askedUserId: string | undefined;
  lifeMs: number;
};

export async function insertApproval(db: Db, made: NewApproval): Promise<void> {
  await sql.insertApproval(db, {
    id: made.id,
    accountId: made.accountId,
    what: made.what,
    request: JSON.stringify(made.request),
    reason: made.reason,
    askedBy: made.askedBy,
    askedUserId: made.askedUserId,
    lifeMs: made.lifeMs,
  });
}

export async function findApproval(db: Db, accountId: string, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql.findApproval(db, { accountId, id });
  return row && approvalOf(row);
}

/** Holds a request until the transaction ends: who decides it at once with another finds it decided. */
export async function lockApproval(db: Db, accountId: string, id: string): Promise<void> {
  await sql.lockApproval(db, { accountId, id });
}

export async function listApprovalRows(
  db: Db,
  query: { accountId: string; status: ApprovalState | undefined; before: string | undefined; limit: number },
): Promise<ApprovalRow[]> {
  const wanted = [
    Prisma.sql`account_id = ${query.accountId}::uuid`,
    ...(query.status === undefined ? [] : [inState(query.status)]),
    ...(query.before === undefined ? [] : [Prisma.sql`id < ${query.before}::uuid`]),
  ];
  const rows = await db.$queryRaw<RowOf<typeof sql.findApproval>[]>`
    select id, what, request, reason, asked_by as "askedBy", asked_user_id as "askedUserId", asked_at as "askedAt",
  expires_at as "expiresAt", case when status = 'PENDING' and expires_at <= business_now() then 'EXPIRED' else status end as "status", before, decided_by as "decidedBy", decided_at as "decidedAt", note,
  payout_id as "payoutId" from approval where ${Prisma.join(wanted, " and ")} order by id desc limit ${query.limit}`;
  return rows.map(approvalOf);
}

/** Written so that what waits is found by its own small index. */
function inState(status: ApprovalState): Prisma.Sql {
  if (status === "PENDING") return Prisma.sql`status = 'PENDING' and expires_at > business_now()`;
  if (status === "EXPIRED") return Prisma.sql`status = 'PENDING' and expires_at <= business_now()`;
  return Prisma.sql`status = ${status}`;
}

export type Decision = {
  id: string;
  status: "APPROVED" | "DECLINED" | "WITHDRAWN";
  /** Of settings alone. */
  before: Settings | undefined;
  decidedBy: string;
  decidedUserId: string | undefined;
  note: string | undefined;
  payoutId: string | undefined;
};

export async function writeDecision(db: Db, made: Decision): Promise<void> {
  await sql.writeDecision(db, {
    status: made.status,
    before: made.before ? JSON.stringify(made.before) : null,
    decidedBy: made.decidedBy,
    decidedUserId: made.decidedUserId,
    note: made.note,
    payoutId: made.payoutId,
    id: made.id,
  });
}

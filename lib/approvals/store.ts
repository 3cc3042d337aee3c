import { type Db, Prisma } from "#lib/kernel/database.ts";
import type { Settings } from "#lib/settings/setting.ts";
import type { ApprovalKind, ApprovalState } from "#lib/contract/approval-states.ts";

/** A deed in its plainest form: field or setting to text. */
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

const STATUS = Prisma.sql`case when status = 'PENDING' and expires_at <= business_now() then 'EXPIRED' else status end`;
const ROW = Prisma.sql`id, what, request, reason, asked_by as "askedBy", asked_user_id as "askedUserId", asked_at as "askedAt",
  expires_at as "expiresAt", ${STATUS} as status, before, decided_by as "decidedBy", decided_at as "decidedAt", note,
  payout_id as "payoutId"`;

export type NewApproval = Pick<ApprovalRow, "id" | "what" | "request" | "askedBy"> & {
  accountId: string;
  reason: string | undefined;
  askedUserId: string | undefined;
  lifeMs: number;
};

export async function insertApproval(db: Db, made: NewApproval): Promise<void> {
  await db.$executeRaw`
    insert into approval (id, account_id, what, request, reason, asked_by, asked_user_id, asked_at, expires_at)
    values (${made.id}::uuid, ${made.accountId}::uuid, ${made.what}, ${JSON.stringify(made.request)}::jsonb, ${made.reason ?? null},
      ${made.askedBy}, ${made.askedUserId ?? null}::uuid, business_now(), business_now() + ${made.lifeMs} * interval '1 millisecond')`;
}

export async function findApproval(db: Db, accountId: string, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.$queryRaw<ApprovalRow[]>`
    select ${ROW} from approval where account_id = ${accountId}::uuid and id = ${id}::uuid`;
  return row;
}

/** Holds a request until the transaction ends: who decides it at once with another finds it decided. */
export async function lockApproval(db: Db, accountId: string, id: string): Promise<void> {
  await db.$queryRaw`select id from approval where account_id = ${accountId}::uuid and id = ${id}::uuid for update`;
}

export function listApprovalRows(
  db: Db,
  query: { accountId: string; status: ApprovalState | undefined; before: string | undefined; limit: number },
): Promise<ApprovalRow[]> {
  const wanted = [
    Prisma.sql`account_id = ${query.accountId}::uuid`,
    ...(query.status === undefined ? [] : [inState(query.status)]),
    ...(query.before === undefined ? [] : [Prisma.sql`id < ${query.before}::uuid`]),
  ];
  return db.$queryRaw<ApprovalRow[]>`
    select ${ROW} from approval where ${Prisma.join(wanted, " and ")} order by id desc limit ${query.limit}`;
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
  await db.$executeRaw`
    update approval set status = ${made.status}, before = ${made.before ? JSON.stringify(made.before) : null}::jsonb, decided_by = ${made.decidedBy},
      decided_user_id = ${made.decidedUserId ?? null}::uuid, decided_at = business_now(), note = ${made.note ?? null},
      payout_id = ${made.payoutId ?? null}::uuid
    where id = ${made.id}::uuid`;
}

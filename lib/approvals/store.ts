import { type Db, Prisma, wordFrom } from "#lib/kernel/database.ts";
import type { AboveLimit } from "#lib/conversions/execute-conversion.ts";
import type { Settings } from "#lib/settings/setting.ts";
import { valuesOf } from "#lib/contract/filters.ts";
import { type Conditions, conditionsOf, isOneOf } from "#lib/kernel/conditions.ts";
import type { ApprovalFilter } from "./filters.ts";
import { type ApprovalState, APPROVAL_STATES } from "#lib/contract/approval-states.ts";
import { DECIDING_ROLES } from "#lib/contract/deciding-roles.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./approvals.sql.ts";

/** A requested action in its plainest form: field or setting to text. */
export type PlainRequest = Readonly<Record<string, string>>;

/** What ruled until a decision, as it is kept: of settings with every place that they are set at. */
type Ruled = Settings | PlainRequest;

/** `accountId`: the tenant that asks. `askedMakerIds`: who made the key that asks. `firstBy`: who agreed first, where two have to. */
export type ApprovalRow = ReturnType<typeof approvalOf>;

const approvalOf = (row: RowOf<typeof sql.findApproval>) => ({
  ...row,
  request: row.request as PlainRequest,
  /** By the business clock: a pending row whose time is over reads as expired. */
  status: wordFrom(APPROVAL_STATES, row.status),
  /** What its decision changed, as it ruled until then. */
  before: row.before as Ruled | null,
});

export type NewApproval = Pick<ApprovalRow, "id" | "accountId" | "what" | "decides" | "request" | "askedBy"> & {
  reason: string | undefined;
  askedUserId: string | undefined;
  lifeMs: number;
};

export async function insertApproval(db: Db, made: NewApproval): Promise<void> {
  await sql.insertApproval(db, { ...made, request: JSON.stringify(made.request) });
}

export async function findApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql.findApproval(db, { id });
  return row && approvalOf(row);
}

/** Holds a request until the transaction ends: who decides it at once with another finds it decided. */
export async function lockApproval(db: Db, id: string): Promise<void> {
  await sql.lockApproval(db, { id });
}

/** Whether a quote is above what one person may execute for the account; the database asks the same of every execution. */
export async function isAboveLimit(db: Db, { conversion, quote }: AboveLimit): Promise<boolean> {
  const { accountId, base, fiat } = conversion;
  const [row] = await sql.isAboveLimit(db, { accountId, base, fiat, units: quote.fiatUnits });
  return row?.above === true;
}

/** An envelope of a conversion that holds a quote, a signed one first; `signed` when another has agreed to it. */
export async function findEnvelope(
  db: Db,
  { conversion, quote }: AboveLimit,
): Promise<RowOf<typeof sql.findEnvelope> | undefined> {
  const { id: invoiceId, accountId } = conversion;
  const [row] = await sql.findEnvelope(db, { accountId, invoiceId, price: quote.price.toString() });
  return row;
}

const FAULTS = ["ASKED", "NO_ROLE", "TOO_NEW", "TOO_YOUNG", "MADE_BY_ASKER", "NO_FACTOR"] as const;
export type ApproverFault = (typeof FAULTS)[number];

/** Why a person may not agree to a request; the database asks the same of every decision. */
export async function approverFault(db: Db, id: string, userId: string): Promise<ApproverFault | undefined> {
  const [row] = await sql.approverFault(db, { id, userId });
  return row?.fault ? wordFrom(FAULTS, row.fault) : undefined;
}

/** Whether the requester still may request it, in a role held then, or one of these; the database checks the same. */
export async function askerHolds(db: Db, id: string, roles: readonly string[]): Promise<boolean> {
  const [row] = await sql.askerHolds(db, { id, roles });
  return row?.holds === true;
}

/** Whether a person of the asking account, in one of these roles, may agree to a request. */
export async function hasApprover(db: Db, id: string, roles: readonly string[]): Promise<boolean> {
  const [row] = await sql.hasApprover(db, { id, roles });
  return row?.found === true;
}

/** Of one tenant so many requests that wait at once are told by mail; of the rest the desk tells. */
const MOST_RECIPIENTS = 20;

/** Addresses of those of a tenant, in one of these roles, who may agree to a request; none where too many wait already. */
export async function deciderAddresses(
  db: Db,
  recipients: { id: string; tenantId: string; roles: readonly string[] },
): Promise<string[]> {
  return (await sql.deciders(db, { ...recipients, mostWaiting: MOST_RECIPIENTS })).map(({ email }) => email);
}

/** Until the first live bill, and while the house has no administrator, the operator's command line acts alone. */
export async function inSetUp(db: Db): Promise<boolean> {
  const [row] = await sql.isSetUp(db);
  return row?.found === true;
}

/** What an account has asked for; or all that the house decides, also for an account that has nobody who may. */
export type ApprovalsOf = { accountId: string } | "house";

export async function listApprovalRows(
  db: Db,
  query: { of: ApprovalsOf; filter: ApprovalFilter; before: string | undefined; limit: number },
): Promise<ApprovalRow[]> {
  const { of } = query;
  const wanted = [
    of === "house"
      ? Prisma.sql`(a.decides = 'house' or (a.status = 'PENDING' and needs_house(a.id, ${DECIDING_ROLES}::jsonb)))`
      : Prisma.sql`a.account_id = ${of.accountId}::uuid`,
    ...(query.before === undefined ? [] : [Prisma.sql`a.id < ${query.before}::uuid`]),
    ...conditionsOf(CONDITIONS, query.filter),
  ];
  const rows = await db.$queryRaw<RowOf<typeof sql.findApproval>[]>`
    select a.id, a.account_id as "accountId", t.name as "accountName", t.is_house as "ofHouse", a.what, a.decides, a.request,
  a.reason, a.asked_by as "askedBy", a.asked_user_id as "askedUserId", a.asked_maker_ids as "askedMakerIds", a.asked_at as "askedAt", a.expires_at as "expiresAt",
  case when a.status = 'PENDING' and a.expires_at <= business_now() then 'EXPIRED' else a.status end as "status", a.before,
  a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.note, a.payout_id as "payoutId",
  a.first_by as "firstBy", a.first_user_id as "firstUserId", a.first_at as "firstAt"
    from approval a join account t on t.id = a.account_id
    where ${Prisma.join(wanted, " and ")} order by a.id desc limit ${query.limit}`;
  return rows.map(approvalOf);
}

const CONDITIONS: Conditions<ApprovalFilter, Prisma.Sql> = {
  startTime: (from) => Prisma.sql`a.asked_at >= ${from}`,
  endTime: (to) => Prisma.sql`a.asked_at <= ${to}`,
  status: (states) => Prisma.sql`(${Prisma.join(valuesOf(states).map(inState), " or ")})`,
  what: (kinds) => isOneOf(Prisma.sql`a.what`, kinds),
};

/** Written so that what waits is found by its own small index. */
function inState(status: ApprovalState): Prisma.Sql {
  if (status === "PENDING") return Prisma.sql`a.status = 'PENDING' and a.expires_at > business_now()`;
  if (status === "EXPIRED") return Prisma.sql`a.status = 'PENDING' and a.expires_at <= business_now()`;
  return Prisma.sql`a.status = ${status}`;
}

export type Decision = {
  id: string;
  status: "APPROVED" | "DECLINED" | "WITHDRAWN";
  before: Ruled | undefined;
  decidedBy: string;
  decidedUserId: string | undefined;
  note: string | undefined;
  payoutId: string | undefined;
};

/** Notes the first of two who agree; the request goes on waiting for the other. */
export async function writeFirst(db: Db, made: { id: string; by: string; userId: string }): Promise<void> {
  await sql.writeFirst(db, made);
}

export async function writeDecision(db: Db, made: Decision): Promise<void> {
  await sql.writeDecision(db, { ...made, before: made.before ? JSON.stringify(made.before) : null });
}

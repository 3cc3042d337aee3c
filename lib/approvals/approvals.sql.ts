// Written from approvals.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type InsertApprovalValues = {
  id: string;
  accountId: string;
  what: string;
  decides: string;
  request: string;
  reason?: string | null | undefined;
  askedBy: string;
  askedUserId?: string | null | undefined;
  lifeMs: number;
};
export const insertApproval = command<InsertApprovalValues>({
  text: () => `insert into approval (id, account_id, what, decides, request, reason, asked_by, asked_user_id, asked_at, expires_at)
values ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6,
  $7, $8::uuid, business_now(), business_now() + $9 * interval '1 millisecond')`,
  values: ["id", "accountId", "what", "decides", "request", "reason", "askedBy", "askedUserId", "lifeMs"],
});

type LockApprovalValues = {
  id: string;
};
type LockApprovalRow = {
  id: string;
};
export const lockApproval = query<LockApprovalValues, LockApprovalRow>({
  text: () => `select id from approval where id = $1::uuid for update`,
  values: ["id"],
});

type WriteDecisionValues = {
  status: string;
  before?: string | null | undefined;
  decidedBy: string;
  decidedUserId?: string | null | undefined;
  note?: string | null | undefined;
  payoutId?: string | null | undefined;
  id: string;
};
export const writeDecision = command<WriteDecisionValues>({
  text: () => `update approval set status = $1, before = $2::jsonb, decided_by = $3,
  decided_user_id = $4::uuid, decided_at = business_now(), note = $5,
  payout_id = $6::uuid
where id = $7::uuid`,
  values: ["status", "before", "decidedBy", "decidedUserId", "note", "payoutId", "id"],
});

type WriteFirstValues = {
  by: string;
  userId: string;
  id: string;
};
export const writeFirst = command<WriteFirstValues>({
  text: () =>
    `update approval set first_by = $1, first_user_id = $2::uuid, first_at = business_now() where id = $3::uuid`,
  values: ["by", "userId", "id"],
});

type ApproverFaultValues = {
  id: string;
  userId: string;
};
type ApproverFaultRow = {
  fault: string | null;
};
export const approverFault = query<ApproverFaultValues, ApproverFaultRow>({
  text: () => `select approver_fault($1::uuid, $2::uuid) as "fault"`,
  values: ["id", "userId"],
});

type AskerHoldsValues = {
  roles: readonly (string | null)[];
  id: string;
};
type AskerHoldsRow = {
  holds: boolean;
};
export const askerHolds = query<AskerHoldsValues, AskerHoldsRow>({
  text: () => `select asker_holds(a, $1::text[]) as "holds" from approval a where a.id = $2::uuid`,
  values: ["roles", "id"],
});

type HasApproverValues = {
  id: string;
  roles: readonly (string | null)[];
};
type HasApproverRow = {
  found: boolean;
};
export const hasApprover = query<HasApproverValues, HasApproverRow>({
  text: () => `select exists (select 1 from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
  where m.account_id = (select account_id from approval where id = $1::uuid)
    and m.role = any($2::text[]) and approver_fault($1::uuid, m.user_id) is null) as "found"`,
  values: ["id", "roles"],
});

type DecidersValues = {
  tenantId: string;
  roles: readonly (string | null)[];
  id: string;
  mostWaiting: bigint | number;
};
type DecidersRow = {
  email: string;
};
export const deciders = query<DecidersValues, DecidersRow>({
  text: () => `select u.email from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
where m.account_id = $1::uuid and m.disabled_at is null and m.role = any($2::text[])
  and approver_fault($3::uuid, m.user_id) is null
  and (select count(*) from approval other where other.status = 'PENDING' and other.expires_at > business_now()
    and other.account_id = (select account_id from approval where id = $3::uuid)) <= $4
order by u.email`,
  values: ["tenantId", "roles", "id", "mostWaiting"],
});

export const isSetUp = query<NoValues, HasApproverRow>({
  text: () => `select in_setup() as "found"`,
  values: [],
});

type FindApprovalValues = {
  id: string;
};
type FindApprovalRow = {
  id: string;
  accountId: string;
  accountName: string;
  ofHouse: boolean;
  what:
    | "payout"
    | "setting"
    | "wallet"
    | "key"
    | "person"
    | "hold"
    | "execution"
    | "beneficiary"
    | "move"
    | "destination"
    | "settlement-terms"
    | "bank-mapping"
    | "bank-statement"
    | "resolution"
    | "lost-hours";
  decides: "account" | "house";
  request: JsonValue;
  reason: string | null;
  askedBy: string;
  askedUserId: string | null;
  askedMakerIds: string[];
  askedAt: Date;
  expiresAt: Date;
  status: string;
  before: JsonValue | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
  payoutId: string | null;
  firstBy: string | null;
  firstUserId: string | null;
  firstAt: Date | null;
};
export const findApproval = query<FindApprovalValues, FindApprovalRow>({
  text: () => `select a.id, a.account_id as "accountId", t.name as "accountName", t.is_house as "ofHouse", a.what, a.decides, a.request, a.reason,
  a.asked_by as "askedBy", a.asked_user_id as "askedUserId", a.asked_maker_ids as "askedMakerIds", a.asked_at as "askedAt",
  a.expires_at as "expiresAt", case when a.status = 'PENDING' and a.expires_at <= business_now() then 'EXPIRED' else a.status end as "status",
  a.before, a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.note, a.payout_id as "payoutId",
  a.first_by as "firstBy", a.first_user_id as "firstUserId", a.first_at as "firstAt"
from approval a join account t on t.id = a.account_id where a.id = $1::uuid`,
  values: ["id"],
});

type IsAboveLimitValues = {
  units: bigint | string;
  accountId: string;
  base: string;
  fiat: string;
};
type IsAboveLimitRow = {
  above: boolean;
};
export const isAboveLimit = query<IsAboveLimitValues, IsAboveLimitRow>({
  text: () => `select coalesce($1::numeric > execution_limit_units($2::uuid, $3, $4), false) as "above"`,
  values: ["units", "accountId", "base", "fiat"],
});

type FindEnvelopeValues = {
  accountId: string;
  invoiceId: string;
  price: bigint | string;
};
type FindEnvelopeRow = {
  id: string;
  signed: boolean;
};
export const findEnvelope = query<FindEnvelopeValues, FindEnvelopeRow>({
  text: () => `select id, status = 'APPROVED' as "signed" from approval
where account_id = $1::uuid and what = 'execution' and request ->> 'invoiceId' = $2
  and (status = 'APPROVED' or (status = 'PENDING' and expires_at > business_now()))
  and (request ->> 'lowestPrice')::numeric <= $3::numeric
  and (request ->> 'until')::numeric > extract(epoch from business_now()) * 1000
order by status limit 1`,
  values: ["accountId", "invoiceId", "price"],
});

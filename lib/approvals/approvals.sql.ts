// Written from approvals.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type InsertApprovalValues = {
  id: string;
  accountId: string;
  what: string;
  request: string;
  reason?: string | null | undefined;
  askedBy: string;
  askedUserId?: string | null | undefined;
  lifeMs: number;
};
export const insertApproval = command<InsertApprovalValues>({
  text: () => `insert into approval (id, account_id, what, request, reason, asked_by, asked_user_id, asked_at, expires_at)
values ($1::uuid, $2::uuid, $3, $4::jsonb, $5,
  $6, $7::uuid, business_now(), business_now() + $8 * interval '1 millisecond')`,
  values: ["id", "accountId", "what", "request", "reason", "askedBy", "askedUserId", "lifeMs"],
});

type LockApprovalValues = {
  accountId: string;
  id: string;
};
type LockApprovalRow = {
  id: string;
};
export const lockApproval = query<LockApprovalValues, LockApprovalRow>({
  text: () => `select id from approval where account_id = $1::uuid and id = $2::uuid for update`,
  values: ["accountId", "id"],
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

type FindApprovalValues = {
  accountId: string;
  id: string;
};
type FindApprovalRow = {
  id: string;
  what: "payout" | "setting";
  request: JsonValue;
  reason: string | null;
  askedBy: string;
  askedUserId: string | null;
  askedAt: Date;
  expiresAt: Date;
  status: string;
  before: JsonValue | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
  payoutId: string | null;
};
export const findApproval = query<FindApprovalValues, FindApprovalRow>({
  text: () => `select id, what, request, reason, asked_by as "askedBy", asked_user_id as "askedUserId", asked_at as "askedAt",
  expires_at as "expiresAt", case when status = 'PENDING' and expires_at <= business_now() then 'EXPIRED' else status end as "status",
  before, decided_by as "decidedBy", decided_at as "decidedAt", note, payout_id as "payoutId"
from approval where account_id = $1::uuid and id = $2::uuid`,
  values: ["accountId", "id"],
});

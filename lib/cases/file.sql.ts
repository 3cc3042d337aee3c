// Written from file.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type EnsureFileValues = {
  accountId: string;
  caseId: string;
};
export const ensureFile = command<EnsureFileValues>({
  text: () =>
    `insert into case_file (account_id, case_id, updated_at) values ($1::uuid, $2, business_now()) on conflict do nothing`,
  values: ["accountId", "caseId"],
});

type LockFileValues = {
  accountId: string;
  caseId: string;
};
type LockFileRow = {
  assignee_id: string | null;
  muted_until: Date | null;
  closed_at: Date | null;
};
export const lockFile = query<LockFileValues, LockFileRow>({
  text: () =>
    `select assignee_id, muted_until, closed_at from case_file where account_id = $1::uuid and case_id = $2 for update`,
  values: ["accountId", "caseId"],
});

type AssignFileValues = {
  userId?: string | null | undefined;
  accountId: string;
  caseId: string;
};
export const assignFile = command<AssignFileValues>({
  text: () => `update case_file set assignee_id = $1::uuid, updated_at = business_now()
where account_id = $2::uuid and case_id = $3`,
  values: ["userId", "accountId", "caseId"],
});

type MuteFileValues = {
  until?: Date | null | undefined;
  accountId: string;
  caseId: string;
};
export const muteFile = command<MuteFileValues>({
  text: () => `update case_file set muted_until = $1::timestamptz, updated_at = business_now()
where account_id = $2::uuid and case_id = $3`,
  values: ["until", "accountId", "caseId"],
});

type CloseFileValues = {
  closing: boolean;
  by?: string | null | undefined;
  reason?: string | null | undefined;
  mark?: string | null | undefined;
  accountId: string;
  caseId: string;
};
export const closeFile = command<CloseFileValues>({
  text: () => `update case_file set closed_at = case when $1 then business_now() end, closed_by = $2,
  closed_reason = $3, closed_mark = $4, updated_at = business_now()
where account_id = $5::uuid and case_id = $6`,
  values: ["closing", "by", "reason", "mark", "accountId", "caseId"],
});

type MarkLookedValues = {
  userId: string;
  accountId: string;
};
export const markLooked = command<MarkLookedValues>({
  text: () => `insert into case_look (user_id, account_id, looked_at) values ($1::uuid, $2::uuid, business_now())
on conflict (user_id, account_id) do update set looked_at = excluded.looked_at`,
  values: ["userId", "accountId"],
});

// Written from personal.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type ReviewRowsValues = {
  accountId?: string | null | undefined;
};
type ReviewRowsRow = {
  account: string;
  userId: string;
  name: string;
  email: string;
  role: "viewer" | "operator" | "compliance" | "treasurer" | "developer" | "auditor" | "admin";
  disabled: boolean;
  secondFactor: boolean;
  hasPassword: boolean;
  roleSince: Date;
  inviter: string | null;
  lastSignIn: Date | null;
};
export const reviewRows = query<ReviewRowsValues, ReviewRowsRow>({
  text: () => `select a.name as account, u.id::text as "userId", u.name, u.email, m.role, coalesce(m.disabled_at, u.disabled_at) is not null as "disabled",
  has_second_factor(u.id) as "secondFactor", u.password_hash is not null as "hasPassword", m.role_since as "roleSince",
  i.name as inviter, (select max(s.created_at) from staff_session s where s.user_id = u.id) as "lastSignIn"
from membership m
join account a on a.id = m.account_id
join staff_user u on u.id = m.user_id
left join staff_user i on i.id = m.invited_by
where m.account_id = coalesce($1::uuid, m.account_id)
order by a.name, u.name, u.id`,
  values: ["accountId"],
});

type AuditOfValues = {
  userId: string;
};
type AuditOfRow = {
  action: string;
  at: Date;
  accountId: string | null;
  clientAddress: string | null;
  detail: JsonValue;
};
export const auditOf = query<AuditOfValues, AuditOfRow>({
  text: () => `select action, at, account_id::text as "accountId", client_address as "clientAddress", detail
from audit where object_kind = 'user' and object_id = $1 order by seq`,
  values: ["userId"],
});

type DeleteVisitsValues = {
  days: number;
};
export const deleteVisits = command<DeleteVisitsValues>({
  text: () => `update staff_session set client_address = null, agent = null, device_digest = null where id in (
  select id from staff_session
  where created_at < clock_timestamp() - make_interval(days => $1)
    and (client_address is not null or agent is not null or device_digest is not null)
  order by created_at limit 5000)`,
  values: ["days"],
});

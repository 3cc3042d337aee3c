// Written from staff.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type OpenSessionValues = {
  id: string;
  userId: string;
  seconds: number;
  clientAddress?: string | null | undefined;
  agent?: string | null | undefined;
  deviceDigest?: Uint8Array | null | undefined;
  proven: boolean;
  way: string;
  requestId: string;
};
type OpenSessionRow = {
  opened: string | null;
};
export const openSession = query<OpenSessionValues, OpenSessionRow>({
  text: () => `select open_session($1::uuid, $2::uuid, $3::double precision, $4::text, $5::text, $6::bytea,
  $7::boolean, $8::text, $9::text)::text as "opened"`,
  values: ["id", "userId", "seconds", "clientAddress", "agent", "deviceDigest", "proven", "way", "requestId"],
});

type TouchSessionValues = {
  sessionId: string;
};
export const touchSession = command<TouchSessionValues>({
  text: () => `update staff_session set seen_at = clock_timestamp() where id = $1`,
  values: ["sessionId"],
});

type RevokeSessionValues = {
  sessionId: string;
};
type RevokeSessionRow = {
  user_id: string;
};
export const revokeSession = query<RevokeSessionValues, RevokeSessionRow>({
  text: () => `update staff_session set revoked_at = clock_timestamp() where id = $1 and revoked_at is null and prove_session($1::uuid)
returning user_id`,
  values: ["sessionId"],
});

type StaffOfSessionValues = {
  sessionId: string;
  idleSeconds: number;
};
type StaffOfSessionRow = {
  user_id: string;
  name: string;
  email: string;
  account_id: string | null;
  account_name: string | null;
  is_house: boolean | null;
  role: "viewer" | "operator" | "compliance" | "treasurer" | "developer" | "auditor" | "admin" | null;
  enrolled: boolean;
  proven_at: Date | null;
  seen: boolean;
  factor_rule: string | null;
  step_up_ms: string | null;
};
export const staffOfSession = query<StaffOfSessionValues, StaffOfSessionRow>({
  text: () => `select u.id as user_id, u.name, u.email, a.id as account_id, a.name as account_name, a.is_house, m.role,
  has_second_factor(u.id) as "enrolled", s.proven_at,
  coalesce(s.seen_at > clock_timestamp() - interval '1 minute', false) as "seen",
  rules.set -> 'house' ->> 'secondFactor' as factor_rule, rules.set -> 'house' ->> 'stepUpMs' as step_up_ms
from staff_session s
join staff_user u on u.id = s.user_id and u.disabled_at is null
left join membership m on m.user_id = u.id and m.disabled_at is null
left join account a on a.id = m.account_id
left join lateral (select settings_of(a.id) as set) rules on true
where s.id = $1 and s.revoked_at is null and s.expires_at > clock_timestamp()
  and coalesce(s.seen_at, s.created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, $2))
order by a.name`,
  values: ["sessionId", "idleSeconds"],
});

type OpenedBeforeValues = {
  device?: Uint8Array | null | undefined;
  userId: string;
  days: number;
};
type OpenedBeforeRow = {
  ever: boolean;
  here: boolean;
};
export const openedBefore = query<OpenedBeforeValues, OpenedBeforeRow>({
  text: () => `select count(*) > 0 as "ever", coalesce(bool_or(device_digest = $1::bytea), false) as "here"
from staff_session
where user_id = $2::uuid and created_at > clock_timestamp() - make_interval(days => $3)`,
  values: ["device", "userId", "days"],
});

type ProveIdentityValues = {
  issuer: string;
  subject: string;
  joined?: string | null | undefined;
};
type ProveIdentityRow = {
  proven: boolean;
};
export const proveIdentity = query<ProveIdentityValues, ProveIdentityRow>({
  text: () => `select prove_identity($1::text, $2::text, $3::uuid) as "proven"`,
  values: ["issuer", "subject", "joined"],
});

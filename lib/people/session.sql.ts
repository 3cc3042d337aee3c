// Written from session.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type OpenSessionRowValues = {
  id: string;
};
type OpenSessionRowRow = {
  email: string;
  name: string;
  provenAt: Date | null;
  createdAt: Date;
  hasPassword: boolean;
};
export const openSessionRow = query<OpenSessionRowValues, OpenSessionRowRow>({
  text: () => `select u.email, u.name, s.proven_at as "provenAt", s.created_at as "createdAt",
  u.password_hash is not null as "hasPassword"
from staff_session s join staff_user u on u.id = s.user_id
where s.id = $1::uuid and s.revoked_at is null and s.expires_at > clock_timestamp()`,
  values: ["id"],
});

type SessionsOfValues = {
  userId: string;
  idleSeconds: number;
  mostShown: bigint | number;
};
type SessionsOfRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  seenAt: Date | null;
  clientAddress: string | null;
  agent: string | null;
};
export const sessionsOf = query<SessionsOfValues, SessionsOfRow>({
  text: () => `select id::text as "id", created_at as "createdAt", expires_at as "expiresAt", seen_at as "seenAt",
  client_address as "clientAddress", agent
from staff_session
where user_id = $1::uuid and revoked_at is null and expires_at > clock_timestamp()
  and coalesce(seen_at, created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, $2))
order by created_at desc, id desc limit $3`,
  values: ["userId", "idleSeconds", "mostShown"],
});

type SessionsOfMembersValues = {
  accountId: string;
  idleSeconds: number;
  mostShown: bigint | number;
};
type SessionsOfMembersRow = {
  id: string;
  userId: string;
  name: string;
  createdAt: Date;
  expiresAt: Date;
  seenAt: Date | null;
  clientAddress: string | null;
  agent: string | null;
};
export const sessionsOfMembers = query<SessionsOfMembersValues, SessionsOfMembersRow>({
  text: () => `select s.id::text as "id", s.user_id::text as "userId", u.name, s.created_at as "createdAt",
  s.expires_at as "expiresAt", s.seen_at as "seenAt", s.client_address as "clientAddress", s.agent
from membership m join staff_user u on u.id = m.user_id join staff_session s on s.user_id = u.id
where m.account_id = $1::uuid and m.disabled_at is null and s.revoked_at is null
  and s.expires_at > clock_timestamp()
  and coalesce(s.seen_at, s.created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, $2))
order by s.created_at desc, s.id desc limit $3`,
  values: ["accountId", "idleSeconds", "mostShown"],
});

type EndSessionRowValues = {
  id: string;
  userId: string;
};
export const endSessionRow = command<EndSessionRowValues>({
  text: () => `update staff_session set revoked_at = clock_timestamp()
where id = $1::uuid and user_id = $2::uuid and revoked_at is null and expires_at > clock_timestamp()`,
  values: ["id", "userId"],
});

type EndOtherRowsValues = {
  userId: string;
  kept: string;
};
export const endOtherRows = command<EndOtherRowsValues>({
  text: () => `update staff_session set revoked_at = clock_timestamp()
where user_id = $1::uuid and id <> $2::uuid and revoked_at is null and expires_at > clock_timestamp()`,
  values: ["userId", "kept"],
});

type NoteProofValues = {
  sessionId: string;
};
export const noteProof = command<NoteProofValues>({
  text: () => `update staff_session set proven_at = clock_timestamp() where id = $1::uuid`,
  values: ["sessionId"],
});

// Written from session.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type OpenSessionRowValues = {
  id: string;
};
type OpenSessionRowRow = {
  email: string;
  name: string;
  provenAt: Date | null;
};
export const openSessionRow = query<OpenSessionRowValues, OpenSessionRowRow>({
  text: () => `select u.email, u.name, s.proven_at as "provenAt"
from staff_session s join staff_user u on u.id = s.user_id
where s.id = $1::uuid and s.revoked_at is null and s.expires_at > clock_timestamp()`,
  values: ["id"],
});

type SessionsOfValues = {
  userId: string;
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
order by created_at desc, id desc limit $2`,
  values: ["userId", "mostShown"],
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

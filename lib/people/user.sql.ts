// Written from user.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type MembersOfValues = {
  accountId: string;
};
type MembersOfRow = {
  id: string;
  email: string;
  name: string;
  role: "viewer" | "operator" | "compliance" | "treasurer" | "developer" | "auditor" | "admin";
  source: "LOCAL" | "SSO";
  created_at: Date;
  disabled_at: Date | null;
  second_factor: boolean;
  last_sign_in: Date | null;
};
export const membersOf = query<MembersOfValues, MembersOfRow>({
  text: () => `select u.id, u.email, u.name, m.role, m.source, u.created_at, coalesce(m.disabled_at, u.disabled_at) as disabled_at, has_second_factor(u.id) as "second_factor",
  (select max(s.created_at) from staff_session s where s.user_id = u.id) as last_sign_in
from membership m join staff_user u on u.id = m.user_id
where m.account_id = $1::uuid order by u.name, u.id`,
  values: ["accountId"],
});

type LockMembersValues = {
  accountId: string;
};
type LockMembersRow = {
  one: number | null;
};
export const lockMembers = query<LockMembersValues, LockMembersRow>({
  text: () => `select 1 as one from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type DigestOfSignInValues = {
  userId: string;
};
type DigestOfSignInRow = {
  digest: string;
};
export const digestOfSignIn = query<DigestOfSignInValues, DigestOfSignInRow>({
  text: () => `select digest_of_sign_in($1::uuid) as "digest"`,
  values: ["userId"],
});

import type { House } from "#lib/kernel/house.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { factorRules } from "./factor-rules.ts";
import type { Staff } from "./session.ts";

/** Where a session was opened, and whether a second factor was shown for it. */
export type Opening = { clientAddress?: string | undefined; agent?: string | undefined; proven?: boolean };

const MOST_AGENT = 300;

export async function insertSession(
  house: House,
  userId: string,
  lifetimeMs: number,
  { clientAddress, agent, proven = false }: Opening,
): Promise<string> {
  const id = uuidv7();
  await house.database.pool.query(
    `insert into staff_session (id, user_id, expires_at, seen_at, client_address, agent, proven_at)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3), clock_timestamp(), $4, $5,
       case when $6 then clock_timestamp() end)`,
    [id, userId, lifetimeMs / 1000, clientAddress ?? null, agent?.slice(0, MOST_AGENT) ?? null, proven],
  );
  return id;
}

/** Notes that a session is in use. */
export async function touchSession(house: House, sessionId: string): Promise<void> {
  await house.database.pool.query("update staff_session set seen_at = clock_timestamp() where id = $1", [sessionId]);
}

export async function revokeSession(house: House, sessionId: string): Promise<void> {
  await house.database.pool.query(
    "update staff_session set revoked_at = clock_timestamp() where id = $1 and revoked_at is null",
    [sessionId],
  );
}

type StaffRow = {
  user_id: string;
  name: string;
  email: string;
  account_id: string | null;
  account_name: string | null;
  role: string | null;
  enrolled: boolean;
  proven_at: Date | null;
  seen: boolean;
  factor_rule: string | null;
  step_up_ms: string | null;
};

/** The user of a session that is neither over nor revoked, with the accounts in order of their names. */
export async function staffOfSession(
  house: House,
  sessionId: string,
): Promise<{ staff: Staff; seenLately: boolean } | undefined> {
  const { rows } = await house.database.pool.query<StaffRow>({
    name: "staff-of-session",
    text: `
      select u.id as user_id, u.name, u.email, a.id as account_id, a.name as account_name, m.role,
        has_second_factor(u.id) as enrolled, s.proven_at,
        coalesce(s.seen_at > clock_timestamp() - interval '5 minutes', false) as seen,
        rules.set ->> 'secondFactor' as factor_rule, rules.set ->> 'stepUpMs' as step_up_ms
      from staff_session s
      join staff_user u on u.id = s.user_id and u.disabled_at is null
      left join membership m on m.user_id = u.id
      left join account a on a.id = m.account_id
      left join lateral (select settings_of(a.id) as set) rules on true
      where s.id = $1 and s.revoked_at is null and s.expires_at > clock_timestamp()
      order by a.name`,
    values: [sessionId],
  });
  const [first] = rows;
  if (!first) return undefined;
  const staff: Staff = {
    sessionId,
    userId: first.user_id,
    name: first.name,
    email: first.email,
    enrolled: first.enrolled,
    provenAt: first.proven_at?.getTime(),
    accounts: rows.flatMap((row) =>
      row.account_id && row.account_name && row.role
        ? [{ id: row.account_id, name: row.account_name, role: row.role, ...rulesOf(row) }]
        : [],
    ),
  };
  return { staff, seenLately: first.seen };
}

function rulesOf({ factor_rule: secondFactor, step_up_ms: stepUpMs }: StaffRow) {
  const { required, stepUpMs: lasts } = factorRules({ secondFactor, stepUpMs });
  return { factorRequired: required, stepUpMs: lasts };
}

export type UserRow = { id: string; email: string; name: string; passwordHash: string };

/** The active user with this e-mail address, given in lower case. */
export async function userByEmail(house: House, email: string): Promise<UserRow | undefined> {
  const { rows } = await house.database.pool.query<{ id: string; email: string; name: string; password_hash: string }>(
    "select id, email, name, password_hash from staff_user where email = $1 and disabled_at is null",
    [email],
  );
  const [row] = rows;
  return row && { id: row.id, email: row.email, name: row.name, passwordHash: row.password_hash };
}

export async function insertUser(ctx: Ctx, user: UserRow): Promise<void> {
  await ctx.db.staffUser.create({ data: user, select: { id: true } });
}

/** Gives a user a role in an account, or changes it. */
export async function putMembership(ctx: Ctx, userId: string, accountId: string, role: string): Promise<void> {
  await ctx.db.membership.upsert({
    where: { userId_accountId: { userId, accountId } },
    create: { userId, accountId, role },
    update: { role },
  });
}

export async function insertAccount(ctx: Ctx, id: string, name: string): Promise<void> {
  await ctx.db.account.create({ data: { id, name }, select: { id: true } });
}

export async function accountByName(ctx: Ctx, name: string): Promise<{ id: string; name: string } | undefined> {
  return (await ctx.db.account.findUnique({ where: { name }, select: { id: true, name: true } })) ?? undefined;
}

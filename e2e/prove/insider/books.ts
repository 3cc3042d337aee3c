import type pg from "pg";

/** What one person alone may never change, as rows of text; what waits for another person is not among it. */
const WATCHED: Readonly<Record<string, string>> = {
  payouts:
    "select p::text as line from payout p union all select x::text from payout_exit x union all select f::text from payout_file f",
  beneficiaries: "select b::text as line from beneficiary b where status = 'ACTIVE'",
  moves:
    "select m::text as line from move m where status not in ('DRAFT', 'REQUESTED') union all select d::text from destination d union all select f::text from move_fact f",
  prepared: "select p::text as line from prepared_transaction p union all select o::text from prepared_output o",
  settings: "select s::text as line from setting s",
  wallets: "select w::text as line from wallet w where active",
  addresses: "select a::text as line from deposit_address a where bill_id is not null",
  bills: "select row(id, account_id, address, price, quantity_units, fiat_units)::text as line from bill",
  keys: "select row(id, account_id, scopes)::text as line from api_key where not waiting",
  roles: "select m::text as line from membership m",
  people: "select row(id, email, name, password_hash, disabled_at, erased_at)::text as line from staff_user",
  factors: `select row('totp', user_id, confirmed_at, ended_at)::text as line from staff_totp
    union all select row('passkey', user_id, public_key, ended_at)::text from staff_passkey
    union all select row('code', user_id, digest, used_at, ended_at)::text from staff_recovery_code`,
  invitations: "select i::text as line from invitation i",
  links: "select l::text as line from one_time_link l",
  sessions: "select row(id, user_id, revoked_at, expires_at, proven_at)::text as line from staff_session",
  identities: "select i::text as line from staff_identity i",
  agreed: "select a::text as line from approval a where status = 'APPROVED'",
  holds: "select row(id, status)::text as line from deposit",
  ledger: "select p::text as line from posting p union all select row(code, asset, balance)::text from ledger_account",
  evidence:
    "select row(seq, actor, action, object_id)::text as line from audit where actor = 'staff:Ada' or actor = 'staff:Hanna'",
  guards: `select row(tgname, tgenabled, tgrelid)::text as line from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
};

export type Books = ReadonlyMap<string, string>;

/** All of it as it stands, one digest for each kind. */
export async function readBooks(owner: pg.Client): Promise<Books> {
  const parts = Object.entries(WATCHED).map(
    ([name, sql]) =>
      `select '${name}' as name, md5(coalesce(string_agg(line, E'\\n' order by line), '')) as digest from (${sql}) rows`,
  );
  const { rows } = await owner.query<{ name: string; digest: string }>(parts.join(" union all "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The kinds of which something is not as it was. */
export const changed = (before: Books, after: Books): string[] =>
  [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);

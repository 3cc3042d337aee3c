import type pg from "pg";

/** Tables the program only adds to: their past is evidence. */
const INSERT_ONLY = [
  "setting",
  "authority",
  "ledger_account",
  "ledger_transaction",
  "posting",
  "event",
  "audit",
  "audit_seal",
  "payout",
  "payout_part",
  "webhook_attempt",
  "venue_trade",
  "case_entry",
  "sanctions_list",
  "sanctioned_address",
  "screening_hit",
];
/** Tables the program only reads. */
const READ_ONLY = [
  "_prisma_migrations",
  "setting_rule",
  "state_transition",
  "deployment",
  "book_position",
  "promise_delta",
  "promise_fold",
  "promise_sum",
  "promise_total",
];
/** Tables whose rows lose their meaning with time. */
const SWEPT = [
  "nonce",
  "idempotency",
  "price_sample",
  "request_log",
  "export_part",
  "spent_challenge",
  "sign_in_try",
  "membership",
];

/**
 * Gives the application's role what it needs and no more, so that not even a faulty or stolen process can rewrite the
 * ledger, the events or the audit record. Says it anew at each start: a new table is covered by the next one.
 */
export async function grantTo(owner: pg.Client, role: string, mode: string): Promise<void> {
  const name = owner.escapeIdentifier(role);
  const { rows } = await owner.query<{ table: string }>(
    `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by relname`,
  );
  const statements = rows.map(
    ({ table }) => `grant ${rightsOn(table, mode)} on public.${owner.escapeIdentifier(table)} to ${name}`,
  );
  await owner.query(
    [
      "begin",
      `revoke all on all tables in schema public from ${name}`,
      `grant usage on schema public to ${name}`,
      ...statements,
      "commit",
    ].join(";\n"),
  );
}

/** What the application may do with a table. */
export function rightsOn(table: string, mode: string): string {
  if (table === "fill") return "select, insert, update (reversed_at)";
  if (table === "deployment" && mode === "sandbox") return "select, update (clock_offset_ms)";
  if (READ_ONLY.includes(table)) return "select";
  if (INSERT_ONLY.includes(table)) return "select, insert";
  return SWEPT.includes(table) ? "select, insert, update, delete" : "select, insert, update";
}

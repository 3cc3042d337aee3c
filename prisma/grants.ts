import type pg from "pg";

/** Tables the program only adds to: their past is evidence. */
const INSERT_ONLY = [
  "setting",
  "authority",
  "ledger_account",
  "ledger_transaction",
  "event",
  "audit",
  "audit_seal",
  "payout_part",
  "payout_file",
  "webhook_attempt",
  "venue_trade",
  "adopted_order",
  "venue_sweep",
  "venue_stock",
  "case_entry",
  "sanctions_list",
  "sanctioned_address",
  "screening_hit",
  "deposit_sender",
  "outgoing_input",
  "custody_proof",
  "lost_hours",
  "outgoing_output",
  "outgoing_amount",
  "bank_statement",
  "bank_mapping",
  "bank_upload",
  "bank_refusal",
  "settlement_terms",
  "price_history",
  "fee_history",
];
/** Of these the program changes some columns alone: what a row is stays as it was made. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  bill: [
    ..."received_units pending_units converted_units unconverted_units locked_units reserved_units fee_units paid_out_units".split(
      " ",
    ),
    ..."fiat_received_units amount_units standing_deposits deposits_processing deposits_unconfirmed labels".split(" "),
    ..."promised_units promised_fiat_units promise_due_at last_treated_at expiry_bid expiry_told completion_told updated_at".split(
      " ",
    ),
  ],
  deposit_address: ["bill_id", "set_aside_at"],
  payout: ["status", "tx_hash", "file_id", "is_out", "reason", "approved_at", "ended_at"],
  payout_exit: ["back_at", "back_by"],
  refund_link: ["ended_at", "ended_by", "ended_why"],
  prepared_transaction: [
    ..."status signed tx_hash signed_by signed_at sent_by sent_at next_try_at fault fault_at reason ended_by ended_at unused_to used_up_at".split(
      " ",
    ),
  ],
  prepared_input: ["held", "lost_by", "lost_height", "lost_block", "traced", "ancestors"],
  prepared_output: ["held"],
  beneficiary: ["status", "active_at", "ended_at", "ended_by"],
  change_address: ["used_at"],
  custody_scan: "status lease leased_until progress scripts height unknown abort_by fault ended_at".split(" "),
  custody_finding: ["ended_at"],
  custody_unproven: ["since"],
  gas_payment: "block_height block_hash fee_wei moved_wei weighed_hash move_id times_posted times_reversed".split(" "),
  outgoing_claim: ["void_at"],
  outgoing: ["status", "block_height", "block_hash", "times_posted", "times_reversed", "spent_at", "updated_at"],
  bank_line: ["belongs_to", "move_id", "payout_id", "was_nobodys", "voided", "linked_by", "linked_at", "note"],
  bank_part: ["move_id", "proof", "voided"],
  venue_transfer: [
    ..."quantity fee units fee_units fraction status tx_hash address label told_at done_at".split(" "),
    ..."belongs_to move_id was_nobodys voided linked_by linked_at note".split(" "),
  ],
  move_arrival: ["block_height", "block_hash", "voided_at"],
  resolution: ["reversed_at"],
  venue_watch: ["read_at", "fault", "answered_at", "traded_to"],
  notification_rule: ["looked_at", "sent_at", "failing_since", "fault", "ended_at"],
  notice: ["next_at", "tries", "sent_at", "error"],
  destination: ["ended_by", "ended_at"],
  move: ["status", "approval_id", "updated_at", "ended_reason"],
  move_fact: ["status", "fee_units", "times_posted", "times_reversed"],
};
/** Rows of these are made by functions that check; the program ends them, and notes their use. */
const MADE_BY_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  one_time_link: ["ended_at", "expires_at"],
  settlement: ["payout_id", "asked_at", "lapsed_at"],
  staff_session: ["revoked_at", "expires_at", "proven_at", "seen_at", "client_address", "agent", "device_digest"],
};
/** Tables the program only reads. */
const READ_ONLY = [
  "bill_amount_day",
  "bill_day",
  "bill_day_reach",
  "delivery_day",
  "_prisma_migrations",
  "setting_rule",
  "ledger_event",
  "ledger_unproven",
  "posting",
  "posting_range",
  "posting_range_house",
  "posting_range_sum",
  "posting_reach",
  "fee_invoice",
  "fee_invoice_count",
  "settlement_due",
  "state_transition",
  "deployment",
  "book_lot",
  "book_position",
  "proof",
  "promise_delta",
  "promise_fold",
  "promise_sum",
  "promise_total",
  "sandbox_traded",
  "venue_day",
  "wallet_block",
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
  "hedge_stop",
  "venue_below",
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
  await owner.query(FIX_PATHS);
  await owner.query(ownersFunctions(owner.escapeLiteral(role)));
}

/**
 * A guard reads the tables it names and no temporary ones of the same name, which whoever is connected could put before
 * them; where the owner also owns the database, nobody else makes any.
 */
const FIX_PATHS = `do $$ declare guard record; begin
  for guard in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
    and prorettype = 'trigger'::regtype and proconfig is null
  loop execute format('alter function %s set search_path = public, pg_temp', guard.name); end loop;
  if pg_has_role(current_user, (select datdba from pg_database where datname = current_database()), 'member') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
end $$`;

/** What a function does with its owner's rights it does for the program alone, and for nobody else who may connect. */
const ownersFunctions = (role: string): string => `do $$ declare own record; begin
  for own in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    and prorettype <> 'trigger'::regtype
    and (has_function_privilege('public', oid, 'execute') or not has_function_privilege(${role}, oid, 'execute'))
  loop
    execute format('revoke execute on function %s from public', own.name);
    execute format('grant execute on function %s to %I', own.name, ${role});
  end loop;
end $$`;

/** What the application may do with a table. */
export function rightsOn(table: string, mode: string): string {
  const own = MADE_BY_FUNCTIONS[table];
  if (own) return `select, ${updates(own)}`;
  const changed = CHANGED[table];
  if (changed) return `select, insert, ${updates(changed)}`;
  if (table === "fill") return "select, insert, update (reversed_at)";
  if (table === "deployment" && mode === "sandbox") return "select, update (clock_offset_ms)";
  if (READ_ONLY.includes(table)) return "select";
  if (INSERT_ONLY.includes(table)) return "select, insert";
  return SWEPT.includes(table) ? "select, insert, update, delete" : "select, insert, update";
}

const updates = (columns: readonly string[]): string => columns.map((column) => `update (${column})`).join(", ");

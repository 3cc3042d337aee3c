/** The one folder that writes a table; all others call its verbs. */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  "lib/approvals": ["approval"],
  "lib/audit": ["audit", "audit_seal"],
  "lib/beneficiaries": ["beneficiary"],
  "lib/bank": ["bank_line", "bank_mapping", "bank_part", "bank_refusal", "bank_statement", "bank_upload"],
  "lib/bills": [
    "bill",
    "bill_amount_day",
    "bill_day",
    "bill_day_reach",
    "delivery_day",
    "promise_delta",
    "promise_fold",
    "promise_sum",
    "promise_total",
  ],
  "lib/cases": ["case_entry", "case_file", "case_look"],
  "lib/chains": ["chain_block", "chain_cursor", "chain_range", "chain_state"],
  "lib/conversions": ["conversion", "conversion_item", "quote"],
  "lib/deposits": ["deposit_sender", "deposit", "fill", "stray_deposit"],
  "lib/events": ["event"],
  "lib/exports": ["export_job", "export_part"],
  "lib/health": ["worker_heartbeat"],
  "lib/http": ["rate_budget"],
  "lib/idempotency": ["idempotency"],
  "lib/inventory": ["venue_stock"],
  "lib/resolutions": ["resolution"],
  "lib/keys": ["api_key", "nonce"],
  "lib/ledger": [
    "book_lot",
    "book_position",
    "ledger_account",
    "ledger_transaction",
    "ledger_unproven",
    "posting",
    "posting_range",
    "posting_range_house",
    "posting_range_sum",
    "posting_reach",
  ],
  "lib/liquidity": [
    "adopted_order",
    "hedge_stop",
    "sandbox_order",
    "sandbox_traded",
    "sandbox_venue",
    "venue_order",
    "venue_sweep",
    "venue_day",
    "venue_trade",
  ],
  "lib/log": ["request_log"],
  "lib/mail": ["mail"],
  "lib/moves": ["destination", "move", "move_arrival", "move_fact"],
  "lib/notices": ["notice", "notification_rule"],
  "lib/outgoing": [
    "custody_finding",
    "custody_proof",
    "custody_scan",
    "custody_unproven",
    "gas_payment",
    "lost_hours",
    "outgoing",
    "outgoing_amount",
    "outgoing_claim",
    "outgoing_input",
    "outgoing_output",
  ],
  "lib/payouts": ["payout", "payout_exit", "payout_file", "payout_part", "refund_link"],
  "lib/people": [
    "account",
    "authority",
    "invitation",
    "membership",
    "one_time_link",
    "proof",
    "sign_in_try",
    "spent_challenge",
    "staff_identity",
    "staff_passkey",
    "staff_recovery_code",
    "staff_session",
    "staff_totp",
    "staff_user",
  ],
  "lib/pricing": ["price_book", "price_feed", "price_history", "price_reference", "price_sample"],
  "lib/sandbox": [
    "deployment",
    "sandbox_block",
    "sandbox_chain",
    "sandbox_price",
    "sandbox_transfer",
    "sandbox_venue_transfer",
  ],
  "lib/screening": ["sanctioned_address", "sanctions_list", "screening_hit"],
  "lib/settings": ["setting"],
  "lib/transfers": ["venue_below", "venue_transfer", "venue_watch"],
  "lib/signing": ["fee_history", "prepared_input", "prepared_output", "prepared_transaction"],
  "lib/settlements": ["fee_invoice", "fee_invoice_count", "settlement", "settlement_due", "settlement_terms"],
  "lib/views": ["saved_view"],
  "lib/wallets": ["change_address", "deposit_address", "wallet", "wallet_block", "wallet_history", "wallet_used"],
  "lib/webhooks": ["webhook_attempt", "webhook_cursor", "webhook_delivery", "webhook_endpoint"],
};

/** Functions of the database that write, triggers among them, by the folder whose tables they write. */
export const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  "lib/audit": ["append_audit"],
  "lib/bills": [
    "close_bill_days",
    "count_deliveries",
    "enter_bill_amounts",
    "enter_bill_days",
    "enter_promise",
    "fold_promises",
    "refresh_bill_facts",
    "sum_bill_amounts",
    "sum_bill_days",
  ],
  "lib/moves": ["fail_move"],
  "lib/ledger": [
    "await_proof",
    "await_proof_again",
    "check_zero_sum",
    "enter_positions",
    "enter_posting",
    "enter_postings",
    "extend_posting_ranges",
    "lock_available",
    "move_balances",
    "sum_posting_range",
  ],
  "lib/liquidity": ["order_is_traded", "venue_trade_in_day"],
  "lib/payouts": ["take_refund_link"],
  "lib/people": [
    "invitation_accepted",
    "make_link",
    "open_session",
    "proof_ends",
    "prove_identity",
    "prove_session",
    "take_link",
  ],
  "lib/sandbox": ["begin_epoch"],
  "lib/settlements": ["make_settlement", "settlement_due_anew"],
  "lib/wallets": ["count_blocks", "count_derived"],
};

const TYPED = "the statement's words are typed by the column's check; Prisma Client reads plain text";
const EACH_TICK =
  "asked of every chain, or venue, in every round of the worker: prepared on the pool, at a tenth of the work";
const EACH_BILL = "asked for every bill: prepared on the pool";
const OUTSIDE =
  "the outside world has a pool without Prisma Client, whose picture of the schema is held once a process";

/** Statements that Prisma Client could send, and why it does not. Those that pass a list send it as one value. */
export const PLAIN: Readonly<Record<string, string>> = {
  "lib/audit/seal.sql: insertSeal": "Prisma Client knows no ranges",
  "lib/chains/range.sql: rangesOf": EACH_TICK,
  "lib/chains/simulated.sql: feeEstimateOf": EACH_TICK,
  "lib/chains/simulated.sql: feeOf": OUTSIDE,
  "lib/chains/simulated.sql: inputsOf": OUTSIDE,
  "lib/chains/simulated.sql: outcomeOf": OUTSIDE,
  "lib/chains/simulated.sql: tipOf": EACH_TICK,
  "lib/conversions/conversions.sql: insertQuote": "in the measured way of a quote, with the statements around it",
  "lib/deposits/watch.sql: depositsInBlock": TYPED,
  "lib/keys/key.sql: storedProofOf": "asked for every signed request: prepared on the pool",
  "lib/liquidity/hedge.sql: readPositions": TYPED,
  "lib/liquidity/liquidity.sql: findOrder": "answers the row of lockOpenOrder",
  "lib/liquidity/liquidity.sql: ordersForDeposit": "answers the row of lockOpenOrder",
  "lib/liquidity/venues/simulated.sql: tradesSince": TYPED,
  "lib/liquidity/venues/simulated.sql: transfersSince": OUTSIDE,
  "lib/outgoing/outgoing.sql: amountsOf": TYPED,
  "lib/pricing/pricing.sql: lastGood": EACH_BILL,
  "lib/pricing/pricing.sql: sandboxPrices": EACH_BILL,
};

/**
 * Statements put together as they are sent: filters, sorts and pages in many forms, each of which the planner has to see
 * as it is. Their row types are compared with the catalogue by prisma/statements/composed.store.test.ts.
 */
export const COMPOSED: readonly string[] = [
  "lib/approvals/store.ts: listApprovalRows",
  "lib/cases/store.ts: caseRowsToNotify",
  "lib/cases/store.ts: casesNamed",
  "lib/cases/store.ts: countCases",
  "lib/cases/store.ts: firstCaseRows",
  "lib/cases/store.ts: listCaseRows",
  "lib/conversions/store.ts: listConversions",
  "lib/conversions/store.ts: countConversionRows",
  "lib/customers/store.ts: readCustomers",
  "lib/audit/store.ts: countAuditRows",
  "lib/audit/store.ts: listAuditRows",
  "lib/check/store.ts: violationsOf",
  "lib/ledger/statement-store.ts: movementsOf",
  "lib/ledger/statement-store.ts: countMovements",
  "lib/cases/store.ts: casesAbout",
  "lib/payouts/store.ts: listPayoutRows",
  "lib/settlements/store.ts: listSettlementRows",
  "lib/payments/store.ts: listPayments",
  "lib/payments/store.ts: summarise",
  "lib/payments/store.ts: countEach",
  "lib/conversions/store.ts: countEach",
  "lib/events/outbox-store.ts: readEvents",
];

const OWN_STATEMENT = "JSON that the statement itself puts together from typed columns";
const READ_GOING_IN = "JSON that one verb alone writes, read by its contract on the way in";

/** Columns of JSON, which the database knows no types of, and whose word the store takes for them. */
export const CASTS: Readonly<Record<string, string>> = {
  "lib/approvals/store.ts: PlainRequest": READ_GOING_IN,
  "lib/approvals/store.ts: Ruled": READ_GOING_IN,
  "lib/bank/mapping-store.ts: PlainMapping": READ_GOING_IN,
  'lib/bills/store.ts: BillSnapshot["settings"]': OWN_STATEMENT,
  'lib/bills/store.ts: BillSnapshot["heights"]': OWN_STATEMENT,
  'lib/bills/store.ts: BillSnapshot["wallets"]': OWN_STATEMENT,
  'lib/bills/store.ts: BillSnapshot["bids"]': OWN_STATEMENT,
  "lib/chains/state-store.ts: [number, number][]": OWN_STATEMENT,
  "lib/conversions/store.ts: { bid: string; explicitFeeBps: number }": READ_GOING_IN,
  "lib/pricing/store.ts: Partial<Record<Crypto, string>>": OWN_STATEMENT,
  "lib/pricing/store.ts: Pair[]": "the pairs that it was given, those that are due",
  "lib/settings/store.ts: Settings": READ_GOING_IN,
};

const ONE_ROW = "the store of its room under another name: it writes the room's row in the caller's transaction";
const ADAPTER = "an adapter: to the program the rows are a world outside, behind the interface that real ones have";
const KERNEL = "the kernel's own: what every transaction begins with, and what ends a statement nobody waits for";
const DEMO = "a scene of the demo that looks up what it has made itself";

/** Files that ask the database and are no `*store.ts`, and why. */
export const OUTSIDE_STORES: Readonly<Record<string, string>> = {
  "lib/audit/record-audit.ts": ONE_ROW,
  "lib/chains/simulated.ts": ADAPTER,
  "lib/cli/payout-scenes.ts": DEMO,
  "lib/cli/play-money.ts": DEMO,
  "lib/events/emit.ts": ONE_ROW,
  "lib/idempotency/claims.ts": ONE_ROW,
  "lib/kernel/app.ts": KERNEL,
  "lib/kernel/end-when-gone.ts": KERNEL,
  "lib/liquidity/venues/simulated-account.ts": ADAPTER,
  "lib/liquidity/venues/simulated.ts": ADAPTER,
  "lib/pricing/simulated.ts": ADAPTER,
  "lib/pricing/stored-prices.ts": ADAPTER,
};

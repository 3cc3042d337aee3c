/** The one folder that writes a table; all others call its verbs. */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  "lib/approvals": ["approval"],
  "lib/audit": ["audit", "audit_seal"],
  "lib/beneficiaries": ["beneficiary"],
  "lib/bank": ["bank_line", "bank_mapping", "bank_part", "bank_refusal", "bank_statement", "bank_upload"],
  "lib/bills": ["bill"],
  "lib/cases": ["case_entry", "case_file", "case_look"],
  "lib/chains": ["chain_block", "chain_cursor", "chain_range", "chain_state"],
  "lib/conversions": ["conversion", "conversion_item", "quote"],
  "lib/deposits": ["deposit_sender", "deposit", "fill", "stray_deposit"],
  "lib/events": ["event"],
  "lib/exports": ["export_job", "export_part"],
  "lib/health": ["worker_heartbeat"],
  "lib/http": ["idempotency", "rate_budget"],
  "lib/inventory": ["venue_stock"],
  "lib/keys": ["api_key", "nonce"],
  "lib/ledger": ["ledger_account", "ledger_transaction", "posting"],
  "lib/liquidity": [
    "adopted_order",
    "hedge_stop",
    "sandbox_order",
    "sandbox_venue",
    "venue_order",
    "venue_sweep",
    "venue_trade",
  ],
  "lib/log": ["request_log"],
  "lib/mail": ["mail"],
  "lib/moves": ["destination", "move", "move_arrival", "move_fact"],
  "lib/outgoing": [
    "custody_proof",
    "gas_payment",
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
    "sign_in_try",
    "spent_challenge",
    "staff_identity",
    "staff_passkey",
    "staff_recovery_code",
    "staff_session",
    "staff_totp",
    "staff_user",
  ],
  "lib/pricing": ["price_book", "price_feed", "price_reference", "price_sample"],
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
  "lib/transfers": ["venue_transfer", "venue_watch"],
  "lib/signing": ["prepared_input", "prepared_output", "prepared_transaction"],
  "lib/settlements": ["settlement", "settlement_terms"],
  "lib/views": ["saved_view"],
  "lib/wallets": ["change_address", "deposit_address", "wallet", "wallet_history", "wallet_used"],
  "lib/webhooks": ["webhook_attempt", "webhook_cursor", "webhook_delivery", "webhook_endpoint"],
};

/** Who else writes a table, and what it would cost to leave that to the writer. */
export const ALSO_WRITES: Readonly<Record<string, string>> = {
  "lib/bills audit": "a create writes all its rows in one statement; four statements would halve what a second holds",
  "lib/bills event": "as the audit line, in the statement of the create",
  "lib/bills deposit_address":
    "the address is taken in the statement of the create, so that none is held when it fails",
  "lib/bills idempotency":
    "the answer is kept in the statement of the create, which saves a transaction of four steps around it",
};

const TYPED = "the statement's words are typed by the column's check; Prisma Client reads plain text";
const EACH_BILL = "asked for every bill: prepared on the pool";

/** Statements that Prisma Client could send, and why it does not. Those that pass a list send it as one value. */
export const PLAIN: Readonly<Record<string, string>> = {
  "lib/audit/seal.sql: insertSeal": "Prisma Client knows no ranges",
  "lib/conversions/conversions.sql: insertQuote": "in the measured way of a quote, with the statements around it",
  "lib/deposits/deposits.sql: depositsInBlock": TYPED,
  "lib/deposits/deposits.sql: unplacedDeposits": TYPED,
  "lib/keys/key.sql: storedProofOf": "asked for every signed request: prepared on the pool",
  "lib/liquidity/hedge.sql: readPositions": TYPED,
  "lib/liquidity/liquidity.sql: findOrder": "answers the row of lockOpenOrder",
  "lib/liquidity/liquidity.sql: ordersForDeposit": "answers the row of lockOpenOrder",
  "lib/liquidity/venues/simulated.sql: tradesSince": TYPED,
  "lib/outgoing/outgoing.sql: amountsOf": TYPED,
  "lib/outgoing/outgoing.sql: claimsOf": TYPED,
  "lib/pricing/pricing.sql: lastGood": EACH_BILL,
  "lib/pricing/pricing.sql: sandboxPrice": EACH_BILL,
};

/**
 * Statements put together as they are sent: filters, sorts and pages in many forms, each of which the planner has to see
 * as it is. Their row types are compared with the catalogue by prisma/statements/composed.store.test.ts.
 */
export const COMPOSED: readonly string[] = [
  "lib/approvals/store.ts: listApprovalRows",
  "lib/cases/store.ts: countCases",
  "lib/cases/store.ts: listCaseRows",
  "lib/conversions/store.ts: listConversions",
  "lib/conversions/store.ts: countConversionRows",
  "lib/ledger/check-store.ts: violationsOf",
  "lib/ledger/statement-store.ts: movementsOf",
  "lib/ledger/statement-store.ts: countMovements",
  "lib/search/search-store.ts: recordsBeginning",
  "lib/payouts/store.ts: listPayoutRows",
  "lib/settlements/store.ts: listSettlementRows",
  "lib/payments/store.ts: listPayments",
  "lib/payments/store.ts: summarise",
  "lib/events/outbox-store.ts: readEvents",
];

const BILLS = "(select id from bill where account_id = $1)";
const DEPOSITS = "(select id from deposit where account_id = $1)";
const CONVERSIONS = "(select id from conversion where account_id = $1)";
const PEOPLE = "(select user_id from membership where account_id = $1)";
const KEYS = "(select id from api_key where account_id = $1)";
const ENDPOINTS = "(select id from webhook_endpoint where account_id = $1)";
const WALLETS = "(select id from wallet where account_id = $1)";
const ORDERS = `(select id from venue_order where deposit_id in ${DEPOSITS} or conversion_id in ${CONVERSIONS})`;

const OWN = "t.account_id = $1";
const OF_PERSON = `t.user_id in ${PEOPLE}`;

/** Which rows of a table `t` touch the account `$1`, in whatever way: its own, and any that another's record ties to it. */
export const TOUCHES: Readonly<Record<string, string>> = {
  account: "t.id = $1",
  api_key: OWN,
  approval: OWN,
  audit: OWN,
  authority: `${OWN} or ${OF_PERSON}`,
  bill: OWN,
  case_entry: `${OWN} or ${OF_PERSON}`,
  case_file: `${OWN} or t.assignee_id in ${PEOPLE}`,
  case_look: `${OWN} or ${OF_PERSON}`,
  conversion: OWN,
  conversion_item: `t.conversion_id in ${CONVERSIONS} or t.bill_id in ${BILLS} or t.deposit_id in ${DEPOSITS}`,
  deposit: `${OWN} or t.bill_id in ${BILLS}`,
  deposit_address: `t.wallet_id in ${WALLETS} or t.bill_id in ${BILLS}`,
  event: `${OWN} or t.object_id in ${BILLS} or t.object_id in ${CONVERSIONS} or t.object_id in ${ENDPOINTS}`,
  export_job: OWN,
  export_part: "t.job_id in (select id from export_job where account_id = $1)",
  fill: `t.bill_id in ${BILLS} or t.deposit_id in ${DEPOSITS} or t.conversion_id in ${CONVERSIONS}`,
  idempotency: OWN,
  invitation: OWN,
  ledger_account: OWN,
  ledger_transaction: `${OWN} or t.bill_id in ${BILLS} or t.deposit_id in ${DEPOSITS} or t.conversion_id in ${CONVERSIONS}`,
  mail: `t.recipient in (select email from staff_user where id in ${PEOPLE})`,
  membership: `${OWN} or ${OF_PERSON}`,
  nonce: `t.key_id in ${KEYS}`,
  one_time_link: `${OF_PERSON} or t.invitation_id in (select id from invitation where account_id = $1)`,
  payout: OWN,
  payout_part: `t.payout_id in (select id from payout where account_id = $1) or t.deposit_id in ${DEPOSITS}`,
  promise_delta: OWN,
  promise_sum: OWN,
  posting: `t.ledger_account_id in (select id from ledger_account where account_id = $1)
    or t.transaction_id in (select id from ledger_transaction where account_id = $1)`,
  quote: `t.conversion_id in ${CONVERSIONS}`,
  rate_budget: `t.key_id in ${KEYS}`,
  request_log: `${OWN} or t.key_id in ${KEYS}`,
  sandbox_order: `t.client_ref in (select client_ref from venue_order where id in ${ORDERS})`,
  sandbox_transfer: `t.script in (select script from deposit_address where bill_id in ${BILLS})`,
  saved_view: `${OWN} or ${OF_PERSON}`,
  screening_hit: OWN,
  setting: OWN,
  staff_identity: OF_PERSON,
  staff_passkey: OF_PERSON,
  staff_recovery_code: OF_PERSON,
  staff_session: OF_PERSON,
  staff_totp: OF_PERSON,
  staff_user: `t.id in ${PEOPLE}`,
  stray_deposit: `t.address_id in (select id from deposit_address where wallet_id in ${WALLETS})`,
  venue_order: `t.id in ${ORDERS}`,
  venue_trade: `t.order_id in ${ORDERS}`,
  wallet: OWN,
  wallet_history: `t.wallet_id in ${WALLETS}`,
  wallet_used: `t.wallet_id in ${WALLETS}`,
  webhook_attempt: `t.delivery_id in (select id from webhook_delivery where endpoint_id in ${ENDPOINTS})`,
  webhook_delivery: `t.endpoint_id in ${ENDPOINTS} or t.event_seq in (select seq from event where account_id = $1)`,
  webhook_endpoint: OWN,
};

/** Tables that no account has a part in, each with the reason. */
export const NOBODYS: Readonly<Record<string, string>> = {
  _prisma_migrations: "the database's own past",
  audit_seal: "seals lines of all accounts together",
  book_lot: "the house's book",
  book_position: "the house's book",
  proof: "rows end with their transaction",
  hedge_stop: "pairs of the house",
  promise_fold: "how far the house's promises are summed up",
  promise_total: "what the house promises to all",
  chain_block: "the chains are everybody's",
  chain_cursor: "the chains are everybody's",
  chain_range: "the chains are everybody's",
  chain_state: "the chains are everybody's",
  deployment: "the installation",
  price_book: "the market is everybody's",
  price_feed: "the market is everybody's",
  price_reference: "the market is everybody's",
  price_sample: "the market is everybody's",
  sandbox_block: "the chains are everybody's",
  sandbox_chain: "the chains are everybody's",
  sandbox_price: "the market is everybody's",
  sandbox_venue: "the market is everybody's",
  sanctioned_address: "what is published of others",
  sanctions_list: "the house's list for all accounts",
  setting_rule: "the rules of the settings",
  sign_in_try: "counted by digests of who tried and from where",
  spent_challenge: "digests of challenges, of nobody once spent",
  state_transition: "the rules of the states",
  ledger_event: "the rules of the books: what explains each event",
  webhook_cursor: "how far the events of all accounts are spread",
  worker_heartbeat: "the worker",
};

import { LOCKS_OF_LEAVING } from "./locks-of-leaving.ts";
import { LOCKS_OF_RECEIVING } from "./locks-of-receiving.ts";
import { LOCKS_OF_SELLING } from "./locks-of-selling.ts";
import { LOCKS_OF_SUMS } from "./locks-of-sums.ts";

/** One statement reads and writes one row: PostgreSQL reads it anew under the row's lock, so there is nothing to race. */
const ROW = "one statement on one row, which PostgreSQL reads anew under its lock";
/** Two who write the same row write the same into it. */
const SAME = "whoever comes second would write the same";
const UNWAITED = "e2e/api/accounts-at-once.test.ts holds the row while other accounts go on";

export type Lock = { at: string; text: string; race: string } | { at: string; text: string; because: string };

/** Every lock and every conflict that a statement minds: the race that fails without it, or why there is none. */
export const LOCKS: readonly Lock[] = [
  { at: "lib/people/factor.sql", text: "insert into spent_challenge", race: "access: a challenge is answered once" },
  { at: "lib/people/throttle.sql", text: "on conflict (name)", because: ROW },
  {
    at: "lib/keys/key.sql",
    text: "on conflict do nothing returning key_id, nonce",
    race: "access: a nonce is used once",
  },
  { at: "lib/keys/key.sql", text: "for no key update of k skip locked", because: UNWAITED },
  {
    at: "lib/keys/key.sql",
    text: "select 1 as one from account",
    race: "keys: who changes an account's keys locks the account first",
  },
  {
    at: "lib/keys/key.sql",
    text: "and (expires_at is null",
    because: "stands behind the lock of the account, which whoever changes a key takes first",
  },
  {
    at: "lib/people/user.sql",
    text: "select 1 as one from account",
    race: "users: an account keeps an administrator",
  },
  {
    at: "lib/idempotency/idempotency.sql",
    text: "on conflict do nothing returning owner",
    race: "idempotency: a key is claimed once",
  },
  {
    at: "lib/idempotency/idempotency.sql",
    text: "for update of i skip locked",
    because: "stands in the statement of the line before: e2e/api/idempotency.test.ts has many renew one key",
  },
  { at: "lib/http/rate-limit.sql", text: "on conflict (key_id)", because: ROW },
  { at: "lib/log/request-log.sql", text: "on conflict do nothing", because: SAME },
  {
    at: "lib/settings/settings.sql",
    text: "pg_advisory_xact_lock",
    because: "setting_guard takes the same; lib/approvals/second-person.store.test.ts has two change one at once",
  },
  { at: "lib/approvals/approvals.sql", text: "select id from approval", race: "approvals: a request is decided once" },
  {
    at: "lib/bank/bank.sql",
    text: "pg_advisory_xact_lock",
    race: "bank: a line and the agreement to the payout that it pays follow one another",
  },
  { at: "lib/bank/bank.sql", text: "on conflict do nothing returning id", because: SAME },
  {
    at: "lib/bank/bank.sql",
    text: "select id from bank_line",
    because: "whoever comes second finds the line linked: its update asks for one that belongs to nobody",
  },
  {
    at: "lib/transfers/transfers.sql",
    text: "pg_advisory_xact_lock",
    because:
      "a transfer that two workers are told is refused by the index of its number; the lock saves the second its refusal",
  },
  {
    at: "lib/transfers/transfers.sql",
    text: "select id from venue_transfer",
    race: "resolutions: what a venue takes back goes with what was said of it",
  },
  { at: "lib/transfers/transfers.sql", text: "on conflict do nothing", because: SAME },
  { at: "lib/transfers/transfers.sql", text: "on conflict (venue, symbol)", because: ROW },
  {
    at: "lib/liquidity/hedge.sql",
    text: "on conflict do nothing returning units",
    because: "a day's fractions are one row by its key, and the ledger refuses a second posting of the same key",
  },
  { at: "lib/sandbox/sandbox.sql", text: "on conflict (ref)", because: ROW },
  { at: "lib/moves/moves.sql", text: "select id from move", race: "moves: one step of a move follows the other" },
  { at: "lib/audit/seal.sql", text: "pg_try_advisory_xact_lock", race: "audit: one process at a time seals" },
  {
    at: "lib/bills/bills.sql",
    text: "order by a.index for update",
    race: "bills: of two processes each takes an address of its own",
  },
  {
    at: "lib/idempotency/idempotency.sql",
    text: "order by i.account_id, i.method, i.path, i.key for update",
    because: "in the order in which claims are inserted, so that the two never wait for each other",
  },
  {
    at: "lib/bills/bills.sql",
    text: "order by promise_due_at limit",
    because: "lib/bills/end-promises.store.test.ts has a payment seen while its bill's promise is taken down",
  },
  { at: "lib/bills/bills.sql", text: "for key share skip locked", because: UNWAITED },
  ...["for turn in 0..turns - 1 loop", "exit when pg_try_advisory_xact_lock", "if turn = turns then"].map((text) => ({
    at: "prisma/migrations/20261122160000_live_promises/migration.sql",
    text,
    because: "of a function that 20261126130517_many_accounts has replaced",
  })),
  {
    at: "prisma/migrations/20261126130517_many_accounts/migration.sql",
    text: "for turn in 0..turns - 1 loop",
    race: "bills: an account's promises are counted one after the other",
  },
  {
    at: "prisma/migrations/20261126130517_many_accounts/migration.sql",
    text: "exit when pg_try_advisory_xact_lock",
    race: "liquidity: the house's promises are counted one after the other",
  },
  {
    at: "prisma/migrations/20261126130517_many_accounts/migration.sql",
    text: "perform pg_advisory_xact_lock(hashtextextended(place, pg_backend_pid() % turns))",
    because: "waits for the place that the line before it takes when it is free",
  },
  {
    at: "prisma/migrations/20261122160000_live_promises/migration.sql",
    text: "from promise_fold for update",
    because: "e2e/api/live-promises.test.ts folds by many at once, and the books' check compares the sums",
  },
  ...["on conflict (account_id, fiat, crypto)", "on conflict (crypto, fiat)"].map((text) => ({
    at: "prisma/migrations/20261122160000_live_promises/migration.sql",
    text,
    because: "stands behind the lock of promise_fold",
  })),
  {
    at: "lib/bills/bills.sql",
    text: "order by id for update of b",
    race: "bills: decisions about one bill follow one another",
  },
  { at: "lib/cases/file.sql", text: "insert into case_file", because: SAME },
  { at: "lib/cases/file.sql", text: "select assignee_id", race: "cases: a case is closed once" },
  { at: "lib/cases/file.sql", text: "on conflict (user_id", because: ROW },
  { at: "lib/wallets/history.sql", text: "u(index, height)", because: SAME },
  { at: "lib/chains/range.sql", text: "where not exists (select from widened)", because: SAME },
  { at: "lib/chains/range.sql", text: "on conflict (network, first)", because: ROW },
  { at: "lib/chains/range.sql", text: "on conflict (first, network)", because: "stands behind the lock of the cursor" },
  { at: "lib/chains/state.sql", text: "on conflict (network)", because: ROW },
  {
    at: "lib/chains/chains.sql",
    text: "network = :network for update",
    race: "chains: who marks blocks as not scanned stands where the cursor stands",
  },
  {
    at: "lib/chains/chains.sql",
    text: "hash = :hash for update",
    race: "chains: a survey of the mempool counts only while the tip stands",
  },
  { at: "lib/chains/chains.sql", text: "business_now()) on conflict do nothing", because: SAME },
  { at: "lib/screening/screening.sql", text: "on conflict (deposit_id) do nothing", because: SAME },
  { at: "lib/chains/chains.sql", text: "on conflict (network, hash)", because: SAME },
  {
    at: "lib/exports/exports.sql",
    text: "order by created_at limit 1",
    race: "exports: a file is written by one worker",
  },
  {
    at: "lib/ledger/ledger.sql",
    text: "on conflict (code, asset)",
    race: "ledger: an account of the books is opened once",
  },
  {
    at: "lib/outgoing/gas.sql",
    text: "on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash",
    because: ROW,
  },
  { at: "lib/outgoing/gas.sql", text: "do update set weighed_hash = excluded.weighed_hash", because: ROW },
  {
    at: "lib/outgoing/gas.sql",
    text: "on conflict (network, tx_hash) do update set block_hash = excluded.block_hash",
    because: ROW,
  },
  {
    at: "lib/outgoing/gas.sql",
    text: "from gas_payment g where g.id = :id::uuid for update",
    because: "the row's own check refuses a second posting, and one of what no block holds",
  },
  {
    at: "lib/outgoing/gas.sql",
    text: "select hash from chain_cursor where network = :network for update",
    because:
      "holds the block as the chains' own lock of the cursor does; what is found stands once for its block and account",
  },
  { at: "lib/wallets/change.sql", text: "on conflict do nothing", because: SAME },
  ...LOCKS_OF_LEAVING,
  ...LOCKS_OF_RECEIVING,
  ...LOCKS_OF_SELLING,
  ...LOCKS_OF_SUMS,
  { at: "lib/deposits/stray.sql", text: "on conflict (network, tx_hash", because: ROW },
  { at: "lib/liquidity/hedge.sql", text: "on conflict (base, fiat)", because: ROW },
  ...["20261207140400_venue_days", "20261207140800_venue_days_last"].map((made) => ({
    at: `prisma/migrations/${made}/migration.sql`,
    text: "on conflict (venue, symbol, day)",
    because: ROW,
  })),
  { at: "lib/liquidity/hedge.sql", text: "'sweep '", race: "liquidity: a day's result is swept once" },
  {
    at: "lib/liquidity/liquidity.sql",
    text: "select * from venue_order",
    race: "liquidity: an order's finalOutcome is booked once",
  },
  {
    at: "lib/liquidity/venues/simulated.sql",
    text: "on conflict (client_ref)",
    race: "sandbox: an order is taken in once for its reference",
  },
  {
    at: "lib/liquidity/venues/simulated.sql",
    text: "with before as",
    race: "sandbox: a counted fault of the venue is used up once",
  },
  { at: "lib/mail/mail.sql", text: "from (select id from mail", race: "mail: a letter is sent by one worker" },
  {
    at: "lib/notices/notices.sql",
    text: "pg_advisory_xact_lock",
    race: "notices: an account has twenty rules at most",
  },
  {
    at: "lib/notices/notices.sql",
    text: "order by id for update skip locked",
    race: "notices: one worker at a time looks through an account's cases",
  },
  {
    at: "lib/notices/notices.sql",
    text: "from (select id from notice",
    race: "notices: a message is sent by one worker",
  },
  {
    at: "lib/notices/notices.sql",
    text: "on conflict (rule_id, key)",
    because: "stands behind the lock of the rule, which whoever looks through the cases for it takes first",
  },
  {
    at: "lib/payouts/payouts.sql",
    text: "order by o.id for update of o",
    race: "payouts: a payout ends once",
  },
  {
    at: "lib/payouts/files.sql",
    text: "order by o.id limit :limit for update of o",
    race: "payouts: a payout stands in one file",
  },
  {
    at: "lib/beneficiaries/beneficiaries.sql",
    text: "for update of b",
    race: "beneficiaries: one is retired once",
  },
  {
    at: "lib/settlements/settlements.sql",
    text: "for no key update of s, a",
    because: "lib/settlements/closed-meanwhile.store.test.ts has one be asked for while the next period is closed",
  },
  {
    at: "lib/settlements/settlements.sql",
    text: "select id from account",
    because: "whoever comes second is refused by settlement_terms_guard: one version follows the other",
  },
  {
    at: "prisma/migrations/20261123210000_settlements/migration.sql",
    text: "perform 1 from account",
    because: "two who make one period are told apart by the index settlement_period; settlements.store.test.ts has ten",
  },
  {
    at: "prisma/migrations/20261123210000_settlements/migration.sql",
    text: "on conflict (code, asset) do nothing",
    because: SAME,
  },
  {
    at: "prisma/migrations/20261123210000_settlements/migration.sql",
    text: "perform 1 from ledger_account",
    because: "inside a function of the database: closed-period.store.test.ts posts while a period is closed",
  },
  { at: "prisma/migrations/20261123210000_settlements/migration.sql", text: "on conflict (year)", because: ROW },
  {
    at: "prisma/migrations/20261126140000_one_writer/migration.sql",
    text: "perform 1 from account",
    because: "two who make one period are told apart by the index settlement_period; settlements.store.test.ts has ten",
  },
  {
    at: "prisma/migrations/20261126140000_one_writer/migration.sql",
    text: "on conflict (code, asset) do nothing",
    because: SAME,
  },
  {
    at: "prisma/migrations/20261126140000_one_writer/migration.sql",
    text: "perform 1 from ledger_account",
    because: "inside a function of the database: closed-period.store.test.ts posts while a period is closed",
  },
  { at: "prisma/migrations/20261126140000_one_writer/migration.sql", text: "on conflict (year)", because: ROW },
  {
    at: "prisma/migrations/20261127093000_sets/migration.sql",
    text: "order by l.code, l.asset for no key update",
    because: "inside a function of the database: invariants.store.test.ts posts on one account from two sides",
  },
  {
    at: "prisma/migrations/20261123210000_settlements/migration.sql",
    text: "on conflict (account_id, currency)",
    because: SAME,
  },
  { at: "lib/payouts/payouts.sql", text: "select id from account", race: "payouts: free fiat is paid out once" },
  { at: "lib/payouts/payouts.sql", text: "order by created_at", race: "payouts: free crypto is paid out once" },
  {
    at: "lib/signing/signing.sql",
    text: "'prepare '",
    because: "a coin that two take is refused by the index of what is held; the lock saves the second the refusal",
  },
  {
    at: "lib/signing/signing.sql",
    text: "select id from prepared_transaction where family_id",
    because: "the table of its states refuses the second step, and what is signed stays; the lock saves the refusal",
  },
  { at: "lib/signing/fees.sql", text: "on conflict do nothing", because: SAME },
  { at: "lib/pricing/pricing.sql", text: "on conflict do nothing", because: SAME },
  { at: "lib/pricing/pricing.sql", text: "on conflict (source)", race: "pricing: a feed is read by one worker" },
  { at: "lib/pricing/pricing.sql", text: "on conflict (base, fiat)", because: ROW },
  { at: "lib/pricing/pricing.sql", text: "on conflict (source, base, fiat)", because: ROW },
  {
    at: "lib/sandbox/sandbox.sql",
    text: "select network from sandbox_chain",
    race: "sandbox: of two who mine at once each has a block of its own",
  },
  { at: "lib/sandbox/sandbox.sql", text: "insert into sandbox_chain", because: SAME },
  { at: "lib/sandbox/sandbox.sql", text: ":genesisHash, 0", because: SAME },
  { at: "lib/sandbox/sandbox.sql", text: "set bid = excluded.bid", because: ROW },
  { at: "lib/sandbox/sandbox.sql", text: "set levels = excluded.levels", because: ROW },
  { at: "lib/sandbox/sandbox.sql", text: "set stale = true", because: ROW },
  { at: "lib/sandbox/sandbox.sql", text: "set levels = excluded.levels", because: ROW },
  { at: "lib/liquidity/venues/simulated.sql", text: "set fault = excluded.fault", because: ROW },
  { at: "lib/views/views.sql", text: "for update of v", race: "views: two changes of one view both count" },
  {
    at: "lib/wallets/wallets.sql",
    text: "on conflict (xpub)",
    because: "said to whoever comes second: the key is a wallet already",
  },
  {
    at: "lib/liquidity/liquidity.sql",
    text: "on conflict (client_ref)",
    because:
      "told again after a recovery that was broken off (adopt-orders.store.test.ts), or read by ten (foreign-trades.store.test.ts)",
  },
  {
    at: "lib/wallets/wallets.sql",
    text: "where id = :walletId::uuid for update",
    race: "wallets: an index is derived once",
  },
  { at: "lib/wallets/wallet.sql", text: "select id from wallet", race: "wallets: a wallet is activated once" },
  {
    at: "lib/webhooks/delivery.sql",
    text: "order by d.next_at",
    race: "webhooks: a delivery is taken by one worker",
  },
  { at: "lib/webhooks/delivery.sql", text: "on conflict (endpoint_id", because: ROW },
  {
    at: "lib/webhooks/endpoint.sql",
    text: "select 1 as one from account",
    race: "webhooks: an account has twenty endpoints at most",
  },
  {
    at: "lib/webhooks/endpoint.sql",
    text: "select 1 as one from webhook_endpoint",
    race: "webhooks: test events of one endpoint count without gaps",
  },
  {
    at: "lib/webhooks/fan-out.sql",
    text: "from webhook_cursor",
    race: "webhooks: one worker at a time spreads events",
  },
  {
    at: "lib/webhooks/fan-out.sql",
    text: "on conflict (endpoint_id",
    race: "webhooks: an event is delivered to an endpoint once",
  },
  { at: "lib/health/health.sql", text: "on conflict (worker)", because: ROW },
  { at: "prisma/migrate.ts", text: "pg_advisory_lock", race: "migrations: one process at a time applies them" },
  { at: "prisma/migrate.ts", text: "insert into deployment", because: SAME },
  {
    at: "prisma/migrations/20261121000000_house/migration.sql",
    text: "perform from account",
    race: "keys: the database counts the active ones alone",
  },
  { at: "prisma/migrations/20261121000400_prices/migration.sql", text: "on conflict (asset, fiat)", because: ROW },
  {
    at: "prisma/migrations/20261123110000_hedge_limits/migration.sql",
    text: "on conflict (asset, fiat)",
    because: ROW,
  },
];

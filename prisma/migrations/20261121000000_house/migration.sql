-- Bounded integers: upper bounds also keep NaN out, which compares greater than everything.
create domain units as numeric(78, 0) check (value >= 0 and value < 9007199254740992);
create domain balance_units as numeric(78, 0) check (value > -1e30 and value < 1e30);
create domain price_decimal as numeric(40, 8) check (value > 0 and value < 1e15);
create domain basis_points as integer check (value >= 0 and value <= 10000);

-- One row: the mode this database was made for, and how far the sandbox has moved the business clock.
create table deployment (
  id boolean primary key default true check (id),
  mode text not null check (mode in ('sandbox', 'live')),
  clock_offset_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  check (mode = 'sandbox' or clock_offset_ms = 0)
);

-- Business time: bills, quotes, deposits, blocks, retries. Wall time is plain clock_timestamp().
create function business_now() returns timestamptz language sql stable as $$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs => clock_offset_ms / 1000.0)) from deployment
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- State machines. The same tables stand in the nouns; a test compares them.
create table state_transition (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);

create function check_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select from state_transition t where t.machine = tg_argv[0] and t.from_state = old.status and t.to_state = new.status
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- access
create table account (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 128),
  created_at timestamptz not null default now()
);

create table staff_user (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table membership (
  user_id uuid not null references staff_user,
  account_id uuid not null references account,
  role text not null check (role in ('viewer', 'operator', 'treasurer', 'admin')),
  primary key (user_id, account_id)
);

create table staff_session (
  id uuid primary key,
  user_id uuid not null references staff_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index staff_session_user on staff_session (user_id);

create table api_key (
  id text primary key,
  account_id uuid not null references account,
  name text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  scopes text[] not null,
  secret_sealed bytea not null,
  rate_per_second integer not null default 10 check (rate_per_second between 1 and 100000),
  ip_allow text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_key_account on api_key (account_id);

create function check_active_keys() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id for update;
  if (select count(*) from api_key where account_id = new.account_id and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())) > 5 then
    raise exception 'an account has at most 5 active keys' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger api_key_limit after insert on api_key for each row execute function check_active_keys();

create table nonce (
  key_id text not null,
  nonce text not null,
  used_at timestamptz not null default clock_timestamp(),
  primary key (key_id, nonce)
);
create index nonce_used on nonce (used_at);

create table idempotency (
  account_id uuid not null,
  method text not null,
  path text not null,
  key text not null check (length(key) between 1 and 255),
  payload_hash text not null,
  owner uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  body text,
  headers jsonb,
  primary key (account_id, method, path, key)
);
create index idempotency_claimed on idempotency (claimed_at);

-- ---------------------------------------------------------------- settings: dated rows, the latest rules
create table setting (
  id uuid primary key,
  account_id uuid references account,
  name text not null,
  value text not null,
  valid_from timestamptz not null,
  changed_by text not null
);
create index setting_lookup on setting (account_id, name, valid_from desc, id desc);
create trigger setting_append_only before update or delete on setting for each row execute function refuse_change();

-- House settings under an account's own: one object of name to value.
create function settings_of(of_account uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(name, value), '{}') from (
    select distinct on (name) name, value from setting
    where account_id is null or account_id = of_account
    order by name, account_id is null, valid_from desc, id desc
  ) latest
$$;

-- ---------------------------------------------------------------- wallets: watch-only keys and the addresses made of them
create table wallet (
  id uuid primary key,
  kind text not null check (kind in ('BTC_P2PKH', 'BTC_P2WPKH', 'BCH_P2PKH', 'ETH', 'TRON')),
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  xpub text not null unique check (xpub !~ '^[a-z]prv'),
  path text not null,
  fingerprint text not null,
  next_index bigint not null default 0 check (next_index between 0 and 2147483647),
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index wallet_active on wallet (kind) where active;

create table deposit_address (
  id uuid primary key,
  wallet_id uuid not null references wallet,
  index bigint not null check (index between 0 and 2147483647),
  network text not null,
  address text not null,
  cash_address text,
  script text not null check (script ~ '^[0-9a-f]+$'),
  bill_id uuid unique,
  unique (wallet_id, index),
  unique (network, script)
);
create index deposit_address_free on deposit_address (wallet_id, index) where bill_id is null;

-- ---------------------------------------------------------------- bills
create table bill (
  id uuid primary key,
  account_id uuid not null references account,
  subaccount text not null check (length(subaccount) between 1 and 128),
  reference text check (length(reference) <= 128),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  crypto text not null,
  network_type text,
  fiat text not null,
  fiat_units units not null check (fiat_units > 0),
  address text not null,
  address_key text not null,
  price price_decimal not null,
  quantity_units units not null check (quantity_units > 0),
  strategy text not null check (strategy in ('RFQ', 'RAI', 'ACA', 'LMT')),
  fee_model text not null check (fee_model in ('SPREAD', 'EXPLICIT')),
  limit_price price_decimal,
  spread_bps basis_points not null,
  explicit_fee_bps basis_points not null,
  transaction_fee_bps basis_points not null,
  tolerance_bps basis_points not null,
  overpayment text not null check (overpayment in ('CONVERT', 'KEEP')),
  guarantee_ms bigint not null check (guarantee_ms >= 0),
  confirmations_required integer not null check (confirmations_required > 0),
  price_inputs jsonb not null,
  created_by text not null,
  request_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  updated_at timestamptz not null,
  -- Facts of its deposits, kept by the trigger bill_facts.
  received_units units not null default 0,
  pending_units units not null default 0,
  converted_units units not null default 0,
  unconverted_units units not null default 0,
  locked_units units not null default 0,
  fee_units units not null default 0,
  paid_out_units units not null default 0,
  fiat_received_units units not null default 0,
  amount_units units not null default 0,
  standing_deposits integer not null default 0,
  deposits_processing boolean not null default false,
  deposits_unconfirmed boolean not null default false,
  labels text[] not null default '{}',
  expiry_told boolean not null default false,
  completion_told boolean not null default false,
  check (strategy <> 'LMT' or (limit_price is not null and crypto in ('USDT', 'USDC'))),
  check (received_units = pending_units + converted_units + unconverted_units + fee_units + paid_out_units),
  check (locked_units <= unconverted_units)
);
create index bill_by_time on bill (account_id, created_at desc, id desc);
create index bill_by_address on bill (account_id, address_key);
create index bill_by_reference on bill (account_id, reference) where reference is not null;
create index bill_by_subaccount on bill (account_id, subaccount, created_at desc, id desc);
create index bill_to_expire on bill (expires_at) where not expiry_told;
-- An open promise is a bill that has not ended and of which nothing is confirmed (contract §4).
create index bill_open_promise on bill (account_id, fiat, expires_at) where amount_units = 0;

-- status and amountStatus of contract §5, at a given business time.
create function bill_status(b bill, at timestamptz) returns text language sql immutable as $$
  select case
    when b.deposits_processing then 'PROCESSING'
    when b.deposits_unconfirmed then 'DETECTED'
    when b.standing_deposits = 0 then case when at > b.expires_at then 'EXPIRED' else 'PENDING' end
    when at > b.expires_at or b.amount_units >= b.quantity_units - floor(b.quantity_units * b.tolerance_bps / 10000) then 'COMPLETED'
    else 'PROCESSING'
  end
$$;
create function bill_amount_status(b bill, at timestamptz) returns text language sql immutable as $$
  select case
    when b.amount_units = 0 then 'UNPAID'
    when b.amount_units < b.quantity_units - floor(b.quantity_units * b.tolerance_bps / 10000)
      then case when at > b.expires_at then 'UNDERPAID' else 'PARTIAL' end
    when b.amount_units > b.quantity_units + floor(b.quantity_units * b.tolerance_bps / 10000) then 'OVERPAID'
    else 'PAID'
  end
$$;

-- ---------------------------------------------------------------- chains as we have scanned them
create table chain_cursor (
  network text primary key,
  height bigint not null check (height >= -1),
  hash text not null,
  head_height bigint not null,
  scanned_at timestamptz not null,
  paused_reason text
);

create table chain_block (
  network text not null,
  hash text not null,
  height bigint not null check (height >= 0),
  parent_hash text not null,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  orphaned boolean not null default false,
  primary key (network, hash)
);
create unique index chain_block_standing on chain_block (network, height) where not orphaned;

-- ---------------------------------------------------------------- deposits
create table deposit (
  id uuid primary key,
  bill_id uuid not null references bill,
  account_id uuid not null references account,
  network text not null,
  tx_hash text not null,
  output_index integer not null check (output_index >= 0),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  address text not null,
  source_address text,
  quantity_units units not null check (quantity_units > 0),
  status text not null check (status in ('UNCONFIRMED', 'PROCESSING', 'CONVERTED', 'CREDITED', 'HELD', 'DECLINED', 'DROPPED')),
  wrong_asset boolean not null default false,
  dust boolean not null default false,
  first_seen timestamptz not null,
  block_height bigint,
  block_hash text,
  block_time timestamptz,
  position integer,
  confirmations_required integer not null,
  times_confirmed integer not null default 0,
  times_reversed integer not null default 0 check (times_reversed <= times_confirmed),
  was_credited boolean not null default false,
  late boolean not null default false,
  treated_at timestamptz,
  treat_after timestamptz,
  give_up_at timestamptz,
  guaranteed_units units not null default 0,
  decision jsonb,
  reason_code text check (reason_code in ('RECEIVE_AS_IS', 'BILL_EXPIRED', 'LIMIT_NOT_MET', 'OVERPAYMENT_KEPT', 'BELOW_MINIMUM',
    'DEPOSIT_LIMIT', 'CONVERSION_FAILED', 'SCREENING', 'WRONG_ASSET', 'REORGANISED', 'DOUBLE_SPENT')),
  reason text,
  pending_units units not null default 0,
  converted_units units not null default 0,
  unconverted_units units not null default 0,
  locked_units units not null default 0,
  fee_units units not null default 0,
  paid_out_units units not null default 0,
  fiat_units units not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network, tx_hash, output_index),
  check (locked_units <= unconverted_units),
  check (pending_units + converted_units + unconverted_units + fee_units + paid_out_units
    = case when status in ('UNCONFIRMED', 'DROPPED') then 0 else quantity_units end)
);
create index deposit_bill on deposit (bill_id);
create index deposit_tx on deposit (tx_hash);
create index deposit_block on deposit (network, block_height) where block_height is not null;
create index deposit_to_confirm on deposit (network, block_height) where status = 'UNCONFIRMED';
create index deposit_to_treat on deposit (treat_after) where status = 'PROCESSING';

insert into state_transition (machine, from_state, to_state) values
  ('deposit', 'UNCONFIRMED', 'PROCESSING'), ('deposit', 'UNCONFIRMED', 'CONVERTED'), ('deposit', 'UNCONFIRMED', 'CREDITED'),
  ('deposit', 'UNCONFIRMED', 'HELD'), ('deposit', 'UNCONFIRMED', 'DROPPED'),
  ('deposit', 'PROCESSING', 'CONVERTED'), ('deposit', 'PROCESSING', 'CREDITED'), ('deposit', 'PROCESSING', 'DROPPED'),
  ('deposit', 'HELD', 'PROCESSING'), ('deposit', 'HELD', 'CONVERTED'), ('deposit', 'HELD', 'CREDITED'),
  ('deposit', 'HELD', 'DECLINED'), ('deposit', 'HELD', 'DROPPED'), ('deposit', 'DECLINED', 'DROPPED'),
  ('deposit', 'CONVERTED', 'DROPPED'), ('deposit', 'CREDITED', 'DROPPED'), ('deposit', 'DROPPED', 'UNCONFIRMED');
create trigger deposit_state before update of status on deposit for each row
  when (old.status is distinct from new.status) execute function check_transition('deposit');

-- The bill's facts follow its deposits in the same transaction.
create function refresh_bill_facts() returns trigger language plpgsql as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, updated_at = greatest(b.updated_at, new.updated_at)
  from (
    select
      coalesce(sum(quantity_units) filter (where own and status not in ('UNCONFIRMED', 'DROPPED')), 0) received,
      coalesce(sum(pending_units) filter (where own), 0) pending,
      coalesce(sum(converted_units) filter (where own), 0) converted,
      coalesce(sum(unconverted_units) filter (where own), 0) unconverted,
      coalesce(sum(locked_units) filter (where own), 0) locked,
      coalesce(sum(fee_units) filter (where own), 0) fee,
      coalesce(sum(paid_out_units) filter (where own), 0) paid_out,
      coalesce(sum(fiat_units) filter (where own), 0) fiat,
      coalesce(sum(quantity_units) filter (where own and status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0) amount,
      count(*) filter (where own and not dust and status not in ('DROPPED', 'DECLINED')) standing,
      coalesce(bool_or(own and not dust and status in ('PROCESSING', 'HELD')), false) processing,
      coalesce(bool_or(own and not dust and status = 'UNCONFIRMED'), false) unconfirmed,
      array_remove(array[
        case when bool_or(own and late and status in ('PROCESSING', 'CONVERTED', 'CREDITED')) then 'LATE' end,
        case when count(*) filter (where own and status not in ('DROPPED', 'DECLINED')) > 1 then 'MULTIPLE' end,
        case when bool_or(status = 'HELD') then 'HELD' end,
        case when bool_or(reason_code = 'LIMIT_NOT_MET' and status in ('CONVERTED', 'CREDITED')) then 'LIMIT_NOT_MET' end,
        case when bool_or(was_credited and status = 'DROPPED') then 'REVERSED' end,
        case when bool_or(wrong_asset and status <> 'DROPPED') then 'WRONG_ASSET' end
      ], null) labels
    from (select d.*, not d.wrong_asset own from deposit d where d.bill_id = new.bill_id) d
  ) f
  where b.id = new.bill_id;
  return null;
end $$;
create trigger bill_facts after insert or update on deposit for each row execute function refresh_bill_facts();

-- ---------------------------------------------------------------- conversions
create table conversion (
  id uuid primary key,
  account_id uuid not null references account,
  base text not null,
  fiat text not null,
  quantity_units units not null check (quantity_units > 0),
  fee_model text not null check (fee_model in ('SPREAD', 'EXPLICIT')),
  status text not null check (status in ('CREATED', 'QUOTED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'FAILED')),
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  times_out_at timestamptz,
  live_quote_id uuid,
  executed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  last_error text,
  price price_decimal,
  fee_units units,
  fiat_units units
);
create index conversion_by_time on conversion (account_id, created_at desc, id desc);
create index conversion_to_time_out on conversion (times_out_at) where status in ('CREATED', 'QUOTED');

insert into state_transition (machine, from_state, to_state) values
  ('conversion', 'CREATED', 'QUOTED'), ('conversion', 'QUOTED', 'EXECUTING'), ('conversion', 'EXECUTING', 'EXECUTED'),
  ('conversion', 'CREATED', 'CANCELLED'), ('conversion', 'QUOTED', 'CANCELLED'),
  ('conversion', 'EXECUTING', 'CREATED'), ('conversion', 'EXECUTING', 'FAILED');
create trigger conversion_state before update of status on conversion for each row
  when (old.status is distinct from new.status) execute function check_transition('conversion');

create table conversion_item (
  id uuid primary key,
  conversion_id uuid not null references conversion,
  ordinal integer not null,
  bill_id uuid not null references bill,
  deposit_id uuid not null references deposit,
  quantity_units units not null check (quantity_units > 0),
  live boolean not null,
  unique (conversion_id, ordinal)
);
create unique index conversion_item_live on conversion_item (deposit_id) where live;
create index conversion_item_bill on conversion_item (bill_id);

create function check_conversion_sum() returns trigger language plpgsql as $$
declare
  of_conversion uuid := coalesce(to_jsonb(new) ->> 'conversion_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if (select quantity_units from conversion where id = of_conversion)
     is distinct from (select sum(quantity_units) from conversion_item where conversion_id = of_conversion) then
    raise exception 'items of conversion % do not sum to it', of_conversion using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger conversion_sum after insert or update of quantity_units on conversion
  deferrable initially deferred for each row execute function check_conversion_sum();
create constraint trigger conversion_item_sum after insert or update of quantity_units, conversion_id on conversion_item
  deferrable initially deferred for each row execute function check_conversion_sum();

create table quote (
  id uuid primary key,
  conversion_id uuid not null references conversion,
  price price_decimal not null,
  fee_model text not null,
  fee_units units not null,
  fiat_units units not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  price_inputs jsonb not null
);
create index quote_conversion on quote (conversion_id);

-- What was sold of a deposit: at the bill's price, at a fresh one, by market order or by invoice.
create table fill (
  id uuid primary key,
  effect_key text not null unique,
  deposit_id uuid not null references deposit,
  bill_id uuid not null references bill,
  conversion_id uuid references conversion,
  method text not null check (method in ('RFQ', 'FRESH', 'MARKET', 'CONVERSION')),
  fee_model text not null check (fee_model in ('SPREAD', 'EXPLICIT')),
  quantity_units units not null check (quantity_units > 0),
  fee_units units not null check (fee_units <= quantity_units),
  price price_decimal not null,
  fiat_units units not null,
  gross numeric not null check (gross >= 0 and gross < 1e30),
  price_inputs jsonb,
  filled_at timestamptz not null,
  reversed_at timestamptz
);
create index fill_deposit on fill (deposit_id);
create index fill_bill on fill (bill_id);

-- ---------------------------------------------------------------- venue orders: recorded before a byte leaves
create table venue_order (
  id uuid primary key,
  client_ref text not null unique,
  venue text not null,
  purpose text not null check (purpose in ('HEDGE', 'MARKET', 'INVOICE')),
  asset text not null,
  fiat text not null,
  quantity_units units not null check (quantity_units > 0),
  limit_price price_decimal,
  deposit_id uuid references deposit,
  conversion_id uuid references conversion,
  status text not null check (status in ('OPEN', 'FILLED', 'REFUSED')),
  deadline timestamptz not null,
  tries integer not null default 0,
  next_at timestamptz not null,
  filled_units units not null default 0,
  proceeds numeric not null default 0 check (proceeds >= 0 and proceeds < 1e30),
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index venue_order_open on venue_order (next_at) where status = 'OPEN';
insert into state_transition (machine, from_state, to_state) values ('venue_order', 'OPEN', 'FILLED'), ('venue_order', 'OPEN', 'REFUSED');
create trigger venue_order_state before update of status on venue_order for each row
  when (old.status is distinct from new.status) execute function check_transition('venue_order');

-- ---------------------------------------------------------------- ledger
create table ledger_account (
  id uuid primary key,
  code text not null,
  asset text not null,
  account_id uuid references account,
  normal text not null check (normal in ('DEBIT', 'CREDIT')),
  may_be_negative boolean not null,
  balance balance_units not null default 0,
  unique (code, asset),
  check (may_be_negative or balance >= 0)
);
create index ledger_account_owner on ledger_account (account_id);

create table ledger_transaction (
  id uuid primary key,
  effect_key text not null unique,
  event text not null,
  account_id uuid references account,
  bill_id uuid references bill,
  deposit_id uuid references deposit,
  conversion_id uuid references conversion,
  at timestamptz not null,
  tx xid8 not null default pg_current_xact_id()
);
create index ledger_transaction_bill on ledger_transaction (bill_id);
create index ledger_transaction_deposit on ledger_transaction (deposit_id);
create index ledger_transaction_conversion on ledger_transaction (conversion_id);

-- amount: what raises the account on its normal side is positive. debit: the same amount seen as debit (+) or credit (−).
create table posting (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction,
  ledger_account_id uuid not null references ledger_account,
  asset text not null,
  debit balance_units not null check (debit <> 0),
  amount balance_units not null,
  balance balance_units not null
);
create index posting_transaction on posting (transaction_id);
create index posting_account on posting (ledger_account_id, id);

-- As the owner: the application's role may write postings, never a balance.
create function enter_posting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry ledger_account;
begin
  if (select t.tx from ledger_transaction t where t.id = new.transaction_id) is distinct from pg_current_xact_id() then
    raise exception 'ledger transaction % is sealed', new.transaction_id using errcode = 'restrict_violation';
  end if;
  new.amount := case (select normal from ledger_account where id = new.ledger_account_id) when 'DEBIT' then new.debit else -new.debit end;
  update ledger_account set balance = balance + new.amount
    where id = new.ledger_account_id and asset = new.asset returning * into entry;
  if entry.id is null then
    raise exception 'posting in % on an account of another asset', new.asset using errcode = 'check_violation';
  end if;
  new.balance := entry.balance;
  return new;
end $$;
create trigger posting_entry before insert on posting for each row execute function enter_posting();

create function check_zero_sum() returns trigger language plpgsql as $$
begin
  if not exists (select from posting where transaction_id = new.id) then
    raise exception 'ledger transaction % has no postings', new.id using errcode = 'check_violation';
  end if;
  if exists (select from posting where transaction_id = new.id group by asset having sum(debit) <> 0) then
    raise exception 'ledger transaction % does not sum to zero per asset', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_zero_sum after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_zero_sum();
create trigger ledger_transaction_append_only before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger posting_append_only before update or delete on posting for each row execute function refuse_change();

-- A balance is what its postings say: it moves only inside enter_posting.
create function check_balance_source() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances move by postings only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_balance before update on ledger_account for each row execute function check_balance_source();

create function check_opening_balance() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 then
    raise exception 'a ledger account opens at zero' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_opening before insert on ledger_account for each row execute function check_opening_balance();
create trigger ledger_account_append_only before delete on ledger_account for each row execute function refuse_change();

-- ---------------------------------------------------------------- events (outbox in commit order) and audit
create table event (
  seq bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  id uuid not null unique,
  account_id uuid not null references account,
  type text not null,
  object_id uuid not null,
  sequence integer not null check (sequence > 0),
  data text not null,
  at timestamptz not null,
  unique (object_id, sequence)
);
create index event_order on event (tx, seq);
create index event_account on event (account_id, tx, seq);
create trigger event_append_only before update or delete on event for each row execute function refuse_change();

create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  account_id uuid references account,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null default '{}',
  request_id text not null,
  client_address text
);
create index audit_object on audit (object_id);
create index audit_time on audit (at desc, seq desc);
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();

create table worker_heartbeat (
  worker text primary key,
  at timestamptz not null
);

-- ---------------------------------------------------------------- sandbox world: simulated chains, market, venue
create table sandbox_chain (
  network text primary key check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  auto_mine boolean not null default true,
  next_block_wall timestamptz not null default now()
);
create table sandbox_block (
  network text not null references sandbox_chain,
  hash text primary key,
  height bigint not null check (height >= 0),
  parent_hash text not null,
  block_time timestamptz not null,
  active boolean not null default true
);
create unique index sandbox_block_active on sandbox_block (network, height) where active;
create table sandbox_transfer (
  network text not null references sandbox_chain,
  tx_hash text not null,
  output_index integer not null,
  asset text not null,
  script text not null,
  address text not null,
  source_address text not null,
  quantity_units units not null,
  sent_at timestamptz not null,
  state text not null check (state in ('MEMPOOL', 'MINED', 'GONE')),
  gone_reason text,
  block_hash text references sandbox_block,
  position integer,
  primary key (network, tx_hash, output_index)
);
create index sandbox_transfer_mempool on sandbox_transfer (network) where state = 'MEMPOOL';
create index sandbox_transfer_block on sandbox_transfer (block_hash);
create table sandbox_price (
  base text not null,
  fiat text not null,
  bid price_decimal not null,
  set_at timestamptz not null,
  stale boolean not null default false,
  primary key (base, fiat)
);
create table sandbox_venue (
  id boolean primary key default true check (id),
  fault text not null default 'none' check (fault in ('none', 'reject', 'timeout-after-accept', 'timeout-before-accept', 'partial', 'slow')),
  remaining integer not null default 0
);
create table sandbox_order (
  client_ref text primary key,
  trade_id uuid not null unique,
  base text not null,
  fiat text not null,
  quantity_units units not null,
  filled_units units not null,
  proceeds numeric not null check (proceeds >= 0 and proceeds < 1e30),
  fee_fiat_units units not null default 0,
  status text not null check (status in ('FILLED', 'PARTIAL', 'REFUSED')),
  visible_at timestamptz not null,
  created_at timestamptz not null
);

-- What leaves the addresses we watch over (rulebook 13.4): every transaction that spends outputs of ours or sends tokens from
-- accounts of ours, seen by itself, never told by a person.
create table outgoing (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  tx_hash text not null,
  -- MEMPOOL: no block holds it; FINAL: it has the confirmations of its network; GONE: it will not be in a block any more.
  status text not null check (status in ('MEMPOOL', 'IN_BLOCK', 'FINAL', 'GONE')),
  block_height bigint,
  block_hash text,
  confirmations_required integer not null check (confirmations_required > 0),
  -- As of a deposit: by what a double spend is told.
  spends text[] not null default '{}',
  -- How often it has been posted, and mirrored when its block went.
  times_posted integer not null default 0,
  times_reversed integer not null default 0,
  seen_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network, tx_hash),
  check ((status in ('IN_BLOCK', 'FINAL')) = (block_hash is not null and block_height is not null)),
  check (times_posted - times_reversed between 0 and case when block_hash is null then 0 else 1 end)
);
create index outgoing_unplaced on outgoing (network) where status = 'MEMPOOL';
create index outgoing_open on outgoing (network, block_height) where status = 'IN_BLOCK' or times_posted = times_reversed;
create index outgoing_block on outgoing (network, block_hash);

-- What of ours it uses up: outputs by their transaction, token transfers by their own.
create table outgoing_input (
  outgoing_id uuid not null references outgoing,
  source_hash text not null,
  source_index integer not null,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  units units not null check (units > 0),
  primary key (outgoing_id, source_hash, source_index)
);
create index outgoing_input_source on outgoing_input (source_hash, source_index);

-- Where it goes. `own`: back to an address of ours, as change or consolidation.
create table outgoing_output (
  outgoing_id uuid not null references outgoing,
  output_index integer not null check (output_index >= 0),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  script text not null,
  address text,
  units units not null check (units > 0),
  own boolean not null,
  primary key (outgoing_id, output_index)
);

-- Of each asset: what of ours was used up, what of it came back, and the fee where all of the transaction is ours.
create table outgoing_amount (
  id uuid primary key,
  outgoing_id uuid not null references outgoing,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  spent_units units not null check (spent_units > 0),
  own_units units not null,
  fee_units units not null,
  unique (outgoing_id, asset)
);

-- What of it belongs to something that was approved, or to a payout recorded as made elsewhere.
create table outgoing_claim (
  outgoing_id uuid not null references outgoing,
  asset text not null,
  kind text not null check (kind in ('PAYOUT', 'MOVE', 'RECORDED')),
  object_id uuid not null,
  -- Nothing of it where all stays ours: a move from one address of ours to another.
  units units not null,
  made_at timestamptz not null,
  -- It was not waited for any more when a block had it: nobody has approved it then.
  void_at timestamptz,
  primary key (outgoing_id, asset, kind, object_id)
);

insert into state_transition (machine, from_state, to_state) values
  ('outgoing', 'MEMPOOL', 'IN_BLOCK'), ('outgoing', 'MEMPOOL', 'GONE'), ('outgoing', 'IN_BLOCK', 'FINAL'),
  ('outgoing', 'IN_BLOCK', 'MEMPOOL'), ('outgoing', 'FINAL', 'MEMPOOL'), ('outgoing', 'GONE', 'MEMPOOL'), ('outgoing', 'GONE', 'IN_BLOCK');
-- A reorganisation deeper than its confirmations brings a payout back as well.
insert into state_transition (machine, from_state, to_state) values ('payout', 'CONFIRMED', 'BROADCAST');
create trigger outgoing_state before update of status on outgoing for each row
  when (old.status is distinct from new.status) execute function check_transition('outgoing');

-- Change of our own wallets (BIP44, the branch m/…/1/i): watched like the addresses that are handed out.
create table change_address (
  wallet_id uuid not null references wallet,
  index bigint not null check (index >= 0),
  network text not null,
  script text not null,
  address text not null,
  used_at timestamptz,
  primary key (wallet_id, index),
  unique (script, network)
);
create index change_address_used on change_address (wallet_id, index) where used_at is not null;

-- An output that came to us, and whether the books hold it: unconfirmed ones, too, since they can be spent.
create function our_output(of_network text, of_hash text, of_index integer)
returns table (asset text, units numeric, in_books boolean) language sql stable as $$
  select asset, quantity_units::numeric, times_confirmed > times_reversed from deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select asset, quantity_units::numeric, status = 'CONFIRMED' from stray_deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select p.asset, p.units::numeric, o.times_posted > o.times_reversed from outgoing o join outgoing_output p on p.outgoing_id = o.id
  where o.network = of_network and o.tx_hash = of_hash and p.output_index = of_index and p.own
    and of_network in ('bitcoin', 'bitcoincash')
$$;

-- What left of an asset and nobody approved, apart from the fee.
create function unexplained_units(m outgoing_amount) returns numeric language sql stable as $$
  select greatest(m.spent_units - m.own_units - m.fee_units
    - (select coalesce(sum(c.units), 0) from outgoing_claim c where c.outgoing_id = m.outgoing_id and c.asset = m.asset and c.void_at is null), 0)
$$;
-- What its own postings take out of custody: what was approved is taken by its own, with the fee, and what was recorded as
-- paid out is out of it already; what others have paid comes in.
create function taken_units(m outgoing_amount) returns numeric language sql stable as $$
  select case when m.spent_units < m.own_units + m.fee_units then m.spent_units - m.own_units
    else unexplained_units(m) + case when exists (select from outgoing_claim c where c.outgoing_id = m.outgoing_id
      and c.asset = m.asset and c.kind <> 'RECORDED' and c.void_at is null) then 0 else m.fee_units end end
$$;

insert into ledger_event (event, object) values ('outgoing.left', 'outgoing'), ('outgoing.reversed', 'outgoing');

-- A posting of what left is held against the transaction itself: its key names one that was seen in a block, it moves
-- custody, what is missing, the network's fee and what is unassigned alone, and no more of an asset than was used up.
create function is_outgoing(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select from outgoing o where entry.account_id is null
    and starts_with(entry.effect_key, 'outgoing:' || o.network || ':' || o.tx_hash || ':')
    and case when split_part(entry.effect_key, ':', 4) ~ '^[1-9][0-9]{0,8}$' then split_part(entry.effect_key, ':', 4)::integer
      <= case entry.event when 'outgoing.left' then o.times_posted else o.times_reversed end else false end
    and o.network = split_part(entry.effect_key, ':', 2) and o.tx_hash = split_part(entry.effect_key, ':', 3)
    and not exists (
      select from posting p join ledger_account l on l.id = p.ledger_account_id
      left join outgoing_amount m on m.outgoing_id = o.id and m.asset = p.asset
      where p.transaction_id = entry.id and not coalesce(case l.code
        when 'custody:' || o.network then true
        when 'house:missing' then abs(p.debit) <= m.spent_units - m.own_units - m.fee_units
          and (p.debit > 0) = (entry.event = 'outgoing.left')
        when 'house:network-fee' then abs(p.debit) = m.fee_units and (p.debit > 0) = (entry.event = 'outgoing.left')
        when 'house:unassigned' then abs(p.debit) = m.own_units + m.fee_units - m.spent_units
          and (p.debit < 0) = (entry.event = 'outgoing.left')
        else false end, false)))
$$;

create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'move' then is_of_move(entry)
      when 'outgoing' then is_outgoing(entry)
      when 'house' then is_of_house(entry)
      else false
    end
$$;

-- The sandbox's chains carry spends: what a transaction uses up, or the account that sends tokens.
alter table sandbox_transfer add column spends text[] not null default '{}';
alter table sandbox_transfer add column source_script text;
create index sandbox_transfer_spends on sandbox_transfer using gin (spends) where spends <> '{}';

-- Money to an address of ours whose bill we do not know (rulebook 7.21): handed out by a database that was restored since,
-- or used outside of this program. It is nobody's until it is given back, and its address is never given to a bill.
alter table deposit_address add column set_aside_at timestamptz;
drop index deposit_address_free;
create index deposit_address_free on deposit_address (wallet_id, index) where bill_id is null and set_aside_at is null;

create function deposit_address_set_aside() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'an address that has received money for no known bill is given to none';
end $$;
create trigger deposit_address_set_aside before update on deposit_address for each row
  when (old.set_aside_at is not null and (new.bill_id is not null or new.set_aside_at is distinct from old.set_aside_at))
  execute function deposit_address_set_aside();

create table stray_deposit (
  id uuid primary key,
  address_id uuid not null references deposit_address,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  tx_hash text not null,
  output_index integer not null check (output_index >= 0),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  source_address text,
  quantity_units units not null check (quantity_units > 0),
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'DROPPED')),
  block_height bigint,
  block_hash text,
  confirmations_required integer not null check (confirmations_required > 0),
  spends text[] not null default '{}',
  times_confirmed integer not null default 0,
  times_reversed integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network, tx_hash, output_index),
  check (times_confirmed - times_reversed = case status when 'CONFIRMED' then 1 else 0 end)
);
create index stray_deposit_waiting on stray_deposit (network, block_height) where status = 'UNCONFIRMED';
create index stray_deposit_block on stray_deposit (network, block_hash);

insert into state_transition (machine, from_state, to_state) values
  ('stray_deposit', 'UNCONFIRMED', 'CONFIRMED'), ('stray_deposit', 'UNCONFIRMED', 'DROPPED'),
  ('stray_deposit', 'CONFIRMED', 'DROPPED'), ('stray_deposit', 'DROPPED', 'UNCONFIRMED');
create trigger stray_deposit_state before update of status on stray_deposit for each row
  when (old.status is distinct from new.status) execute function check_transition('stray_deposit');

insert into ledger_event (event, object) values ('stray.confirmed', 'house'), ('stray.reversed', 'house');

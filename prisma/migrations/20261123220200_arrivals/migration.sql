-- Outputs that approved moves bring to addresses of ours (rulebook 13.3): no deposit of a bill, whatever stands on the address.
create table move_arrival (
  id uuid primary key,
  move_id uuid not null references move,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  tx_hash text not null,
  output_index integer not null check (output_index >= 0),
  script text not null,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  units units not null check (units > 0),
  block_height bigint,
  block_hash text,
  seen_at timestamptz not null,
  unique (network, tx_hash, output_index),
  check ((block_height is null) = (block_hash is null))
);
create index move_arrival_unplaced on move_arrival (network) where block_hash is null;
create index move_arrival_block on move_arrival (network, block_hash);
create unique index move_arrival_standing on move_arrival (move_id) where block_hash is not null;

-- It is of a move that was agreed to, and comes to an address of ours: nothing else is kept from being a deposit.
create function move_arrival_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from move m where m.id = new.move_id and m.asset = new.asset and m.to_place = 'custody:' || new.network
      and m.status in ('APPROVED', 'SENT', 'ARRIVED') and new.units <= m.quantity_units)
    or not exists (select from deposit_address a where a.script = new.script and a.network = new.network
      union all select from change_address c where c.script = new.script and c.network = new.network) then
    raise check_violation using message = 'what arrives is of a move that was agreed to, at an address of ours', constraint = 'move_arrival_agreed';
  end if;
  return new;
end $$;
create trigger move_arrival_guard before insert on move_arrival for each row execute function move_arrival_guard();

-- What a chain tells of a move from a venue is such an output in a block.
create function move_fact_of_chain() returns trigger language plpgsql as $$
begin
  if exists (select from move m where m.id = new.move_id and m.kind = 'FROM_VENUE')
    and not exists (select from move_arrival a where a.move_id = new.move_id and a.tx_hash = new.proof and a.units = new.units and a.block_hash is not null) then
    raise check_violation using message = 'a chain tells of a move by an output', constraint = 'move_fact_of_chain';
  end if;
  return null;
end $$;
create constraint trigger move_fact_of_chain after insert on move_fact deferrable initially deferred
  for each row when (new.source = 'CHAIN' and new.side = 'ARRIVED') execute function move_fact_of_chain();

create function is_arrived(a move_arrival) returns boolean language sql stable as $$
  select exists (select from move_fact f where f.move_id = a.move_id and f.side = 'ARRIVED' and f.proof = a.tx_hash and f.status = 'POSTED')
$$;
create or replace function our_output(of_network text, of_hash text, of_index integer)
returns table (asset text, units numeric, in_books boolean) language sql stable as $$
  select asset, quantity_units::numeric, times_confirmed > times_reversed from deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select asset, quantity_units::numeric, status = 'CONFIRMED' from stray_deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select a.asset, a.units::numeric, is_arrived(a) from move_arrival a
  where a.network = of_network and a.tx_hash = of_hash and a.output_index = of_index
  union all
  select p.asset, p.units::numeric, o.times_posted > o.times_reversed from outgoing o join outgoing_output p on p.outgoing_id = o.id
  where o.network = of_network and o.tx_hash = of_hash and p.output_index = of_index and p.own
    and of_network in ('bitcoin', 'bitcoincash')
$$;

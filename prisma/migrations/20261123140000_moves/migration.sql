-- Where the house's means may go, and its moves of them between places (rulebook 13.1 to 13.3).

-- ---------------------------------------------------------------- kinds of request and of explanation, beside those there are
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check check (what in
  ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary', 'move', 'destination'));

create function is_place(code text) returns boolean language sql immutable as $$
  select code ~ '^(custody:(bitcoin|bitcoincash|eth|tron)|(venue|bank):[a-z0-9][a-z0-9-]{0,31})$'
$$;
-- `bank` stays the code of the first bank account, which is shown as bank:main.
create function code_of_place(place text) returns text language sql immutable as $$
  select case place when 'bank:main' then 'bank' else place end
$$;
create function place_holds(place text, asset text) returns boolean language sql immutable as $$
  select case split_part(place, ':', 1) when 'bank' then is_fiat(asset) when 'venue' then true
    when 'custody' then not is_fiat(asset) and split_part(place, ':', 2) = case asset when 'BTC' then 'bitcoin'
      when 'BCH' then 'bitcoincash' else split_part(asset, '@', 2) end
    else place = 'owner' end
$$;

-- ---------------------------------------------------------------- the allow-list: an address or bank account at a place
create table destination (
  id uuid primary key,
  -- A place, or the owner's own, which is none of ours.
  place text not null check (is_place(place) or place = 'owner'),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  address text not null check (length(address) between 1 and 128),
  label text not null check (length(label) between 1 and 128),
  approval_id uuid references approval,
  created_by text not null,
  created_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  check (place_holds(place, asset)),
  check (num_nulls(ended_by, ended_at) in (0, 2))
);
create unique index destination_standing on destination (place, asset, address) where ended_at is null;
create unique index destination_approval on destination (approval_id) where approval_id is not null;

create function destination_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if row(new.place, new.asset, new.address, new.label, new.approval_id, new.created_by, new.created_at)
      is distinct from row(old.place, old.asset, old.address, old.label, old.approval_id, old.created_by, old.created_at)
      or old.ended_at is not null then
      raise restrict_violation using message = 'a destination stays as it was agreed to';
    end if;
  elsif new.ended_at is not null then
    raise check_violation using message = 'a destination begins in use', constraint = 'destination_begins';
  elsif new.approval_id is null and two_persons() and not in_setup() then
    perform refuse_alone('a destination');
  end if;
  return new;
end $$;
create trigger destination_guard before insert or update on destination for each row execute function destination_guard();
create function destination_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'destination', house_account(), jsonb_strip_nulls(jsonb_build_object('place', new.place,
    'asset', split_part(new.asset, '@', 1), 'networkType', nullif(split_part(new.asset, '@', 2), ''), 'address', new.address,
    'label', new.label)));
  return null;
end $$;
create constraint trigger destination_approved after insert on destination deferrable initially deferred
  for each row when (new.approval_id is not null) execute function destination_approved();

-- ---------------------------------------------------------------- moves
create table move (
  id uuid primary key,
  kind text not null check (kind in ('TO_VENUE', 'FROM_VENUE', 'CONSOLIDATION', 'TO_BANK', 'FROM_BANK', 'CAPITAL_IN', 'CAPITAL_OUT',
    'OPENING', 'CORRECTION')),
  from_place text check (is_place(from_place)),
  to_place text check (is_place(to_place)),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  quantity_units units not null check (quantity_units > 0),
  destination_id uuid references destination,
  -- What a bank's or venue's record of it says back.
  reference text not null unique check (reference ~ '^MV[0-9A-Z]{10}$'),
  note text not null check (length(note) between 1 and 1000),
  status text not null check (status in ('DRAFT', 'REQUESTED', 'APPROVED', 'SENT', 'ARRIVED', 'REJECTED', 'CANCELLED', 'FAILED')),
  approval_id uuid references approval,
  created_by text not null,
  -- The person who asked; none where a key did.
  created_user_id uuid references staff_user,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_reason text check (length(ended_reason) between 1 and 1000),
  check (place_holds(from_place, asset) and place_holds(to_place, asset)),
  check (coalesce(case kind
    when 'TO_VENUE' then from_place like 'custody:%' and to_place like 'venue:%'
    when 'FROM_VENUE' then from_place like 'venue:%' and to_place like 'custody:%'
    when 'CONSOLIDATION' then from_place like 'custody:%' and to_place = from_place
    when 'TO_BANK' then from_place like 'venue:%' and to_place like 'bank:%'
    when 'FROM_BANK' then from_place like 'bank:%' and to_place like 'venue:%'
    when 'CAPITAL_OUT' then from_place is not null and to_place is null
    when 'CORRECTION' then num_nulls(from_place, to_place) = 1 and coalesce(from_place, to_place) not like 'custody:%'
    else from_place is null and to_place is not null end, false)),
  -- What goes to an address goes to one of the allow-list.
  check ((destination_id is null) = (kind in ('CAPITAL_IN', 'OPENING', 'CORRECTION')))
);
create unique index move_approval on move (approval_id) where approval_id is not null;
create index move_open on move (status, id) where status in ('DRAFT', 'REQUESTED', 'APPROVED', 'SENT');

insert into state_transition (machine, from_state, to_state) values
  ('move', 'DRAFT', 'REQUESTED'), ('move', 'DRAFT', 'CANCELLED'),
  ('move', 'REQUESTED', 'APPROVED'), ('move', 'REQUESTED', 'REJECTED'), ('move', 'REQUESTED', 'CANCELLED'),
  ('move', 'APPROVED', 'SENT'), ('move', 'APPROVED', 'ARRIVED'), ('move', 'APPROVED', 'CANCELLED'), ('move', 'APPROVED', 'FAILED'),
  ('move', 'SENT', 'ARRIVED'), ('move', 'SENT', 'APPROVED'), ('move', 'SENT', 'FAILED'),
  ('move', 'ARRIVED', 'SENT'), ('move', 'ARRIVED', 'APPROVED');
create trigger move_state before update of status on move for each row
  when (old.status is distinct from new.status) execute function check_transition('move');

create function move_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('DRAFT', 'REQUESTED') or new.approval_id is not null then
      raise check_violation using message = 'a move begins unapproved', constraint = 'move_begins';
    end if;
    if new.destination_id is not null and not exists (select 1 from destination d where d.id = new.destination_id
      and d.ended_at is null and d.asset = new.asset and d.place = coalesce(new.to_place, 'owner')) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
    return new;
  end if;
  if row(new.kind, new.from_place, new.to_place, new.asset, new.quantity_units, new.destination_id, new.reference, new.note, new.created_by, new.created_user_id, new.created_at)
    is distinct from row(old.kind, old.from_place, old.to_place, old.asset, old.quantity_units, old.destination_id, old.reference, old.note, old.created_by, old.created_user_id, old.created_at)
    or (new.approval_id is distinct from old.approval_id and (old.status, new.status) <> ('REQUESTED', 'APPROVED')) then
    raise restrict_violation using message = 'a move stays as it was asked for';
  end if;
  if new.status = 'APPROVED' and old.status = 'REQUESTED' then
    if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a move'); end if;
    if exists (select 1 from destination where id = new.destination_id and ended_at is not null) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
  end if;
  return new;
end $$;
create trigger move_guard before insert or update on move for each row execute function move_guard();
-- Agreed to as it stands: by its id, and by all that it says.
create function move_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'move', house_account(), jsonb_strip_nulls(jsonb_build_object('moveId', new.id::text,
    'kind', new.kind, 'from', new.from_place, 'to', new.to_place, 'asset', split_part(new.asset, '@', 1),
    'quantity', amount_of(new.quantity_units, new.asset)::text, 'destinationId', new.destination_id::text)));
  return null;
end $$;
create constraint trigger move_approved after update on move deferrable initially deferred
  for each row when (new.approval_id is distinct from old.approval_id) execute function move_approved();

-- ---------------------------------------------------------------- what proves a move: it left, it arrived
create table move_fact (
  id uuid primary key,
  move_id uuid not null references move,
  side text not null check (side in ('LEFT', 'ARRIVED')),
  source text not null check (source in ('CHAIN', 'VENUE', 'BANK', 'DECLARED')),
  -- The transaction's hash, the venue's id, the bank line's.
  proof text not null check (length(proof) between 1 and 200),
  units units not null check (units > 0),
  fee_units units not null default 0,
  -- EARLY: it waits for the move's leaving, and is posted with it.
  status text not null check (status in ('EARLY', 'POSTED', 'GONE')),
  times_posted integer not null default 0,
  times_reversed integer not null default 0,
  told_by text not null,
  note text check (length(note) between 1 and 1000),
  at timestamptz not null,
  unique (move_id, side, proof),
  check (times_posted - times_reversed = case status when 'POSTED' then 1 else 0 end)
);
create unique index move_fact_standing on move_fact (move_id, side) where status <> 'GONE';
-- One transaction of a chain may pay several.
create unique index move_fact_proof on move_fact (side, source, proof) where status <> 'GONE' and source <> 'CHAIN';

create function move_fact_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (new.status <> 'EARLY' or new.times_posted <> 0) then
    raise check_violation using message = 'a fact begins unposted', constraint = 'move_fact_begins';
  end if;
  if tg_op = 'UPDATE' and row(new.move_id, new.side, new.source, new.proof, new.units, new.told_by)
    is distinct from row(old.move_id, old.side, old.source, old.proof, old.units, old.told_by) then
    raise restrict_violation using message = 'a fact stays as it was told';
  end if;
  return new;
end $$;
create trigger move_fact_guard before insert or update on move_fact for each row execute function move_fact_guard();
-- A move posts what was agreed to and no more: what leaves is at most its quantity, what arrives at most what left.
create function move_fact_fits() returns trigger language plpgsql as $$
declare
  fact move_fact;
  of_move move;
begin
  select * into fact from move_fact where id = new.id;
  select * into of_move from move where id = new.move_id;
  if fact.status = 'POSTED' and not (of_move.status in ('SENT', 'ARRIVED')
    and fact.units <= of_move.quantity_units
    and ((fact.source = 'DECLARED') = (of_move.kind = 'OPENING'))
    and case fact.side when 'LEFT' then of_move.from_place is not null
      else of_move.to_place is not null and (of_move.from_place is null or exists (select 1 from move_fact l
        where l.move_id = fact.move_id and l.side = 'LEFT' and l.status = 'POSTED' and l.units = fact.units + fact.fee_units)) end) then
    raise check_violation using message = 'a fact is posted of a move that was agreed to, and no more than that', constraint = 'move_fact_fits';
  end if;
  return null;
end $$;
create constraint trigger move_fact_fits after insert or update on move_fact deferrable initially deferred
  for each row execute function move_fact_fits();

-- ---------------------------------------------------------------- what a fact posts, and what explains it
create function move_postings(fact move_fact) returns table (code text, asset text, debit numeric) language sql stable as $$
  with m as (select *, is_fiat(move.asset) as fiat from move where id = fact.move_id),
  said as (
    select m.asset, l.code, l.debit from m cross join lateral (values
      (case fact.side when 'LEFT' then code_of_place(m.from_place) else code_of_place(m.to_place) end,
        case fact.side when 'LEFT' then -(fact.units + fact.fee_units) else fact.units end),
      (case when num_nulls(m.from_place, m.to_place) = 0 then 'transit'
          when m.kind <> 'CORRECTION' then 'house:capital'
          when not m.fiat then 'house:venue-fee'
          when m.from_place like 'bank:%' then 'house:bank-fee' else 'house:result' end,
        case fact.side when 'LEFT' then fact.units else -(fact.units + fact.fee_units) end),
      (case when fact.side = 'ARRIVED' then case when m.to_place like 'bank:%' then 'house:bank-fee' else 'house:venue-fee' end
          when m.from_place like 'custody:%' then 'house:network-fee'
          when m.from_place like 'bank:%' then 'house:bank-fee'
          when m.fiat then 'house:result' else 'house:venue-fee' end,
        fact.fee_units::numeric)) l(code, debit))
  select said.code, said.asset, sum(said.debit) from said group by 1, 2 having sum(said.debit) <> 0
$$;
create function move_key(fact move_fact) returns text language sql immutable as $$
  select 'move:' || fact.move_id || ':' || lower(fact.side) || ':' || fact.proof || ':'
$$;
create function is_of_move(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select 1 from move_fact f
    where f.move_id::text = split_part(entry.effect_key, ':', 2)
      and case entry.event
        when 'move.left' then f.side = 'LEFT' and entry.effect_key = move_key(f) || f.times_posted
        when 'move.arrived' then f.side = 'ARRIVED' and entry.effect_key = move_key(f) || f.times_posted
        else entry.effect_key = move_key(f) || f.times_reversed || ':reversed' end
      and not exists ((select l.code, p.asset, sum(p.debit) as debit from posting p join ledger_account l on l.id = p.ledger_account_id
            where p.transaction_id = entry.id group by 1, 2)
        except (select code, asset, case entry.event when 'move.reversed' then -debit else debit end from move_postings(f)))
      and (select count(distinct p.ledger_account_id) from posting p where p.transaction_id = entry.id)
        = (select count(*) from move_postings(f)))
$$;
insert into ledger_event (event, object) values ('move.left', 'move'), ('move.arrived', 'move'), ('move.reversed', 'move');

-- What the house posts of its own touches its book, its result, its venues, and money nobody knows: never what is on its
-- way, capital, a bank, or custody but for money nobody knows.
create function is_of_house(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and not exists (select 1 from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = entry.id and (l.code in ('transit', 'bank', 'house:capital', 'house:bank-fee') or starts_with(l.code, 'bank:')
      or (starts_with(l.code, 'custody:') and not starts_with(entry.event, 'stray.'))))
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
      when 'house' then is_of_house(entry)
      else false
    end
$$;

-- What came to the house's venues and what left them, as the venues tell it (rulebook 13.18), and what each belongs to.
create table venue_transfer (
  id uuid primary key,
  venue text not null check (is_place('venue:' || venue)),
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  -- The venue's own number of it.
  venue_ref text not null check (length(venue_ref) between 1 and 200),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  -- To the last digit: what the venue credited, or what it sent, and its fee beside that.
  quantity numeric not null check (quantity > 0 and quantity < 1e30),
  fee numeric not null check (fee >= 0 and fee < 1e30),
  units units not null,
  fee_units units not null,
  fraction numeric not null,
  -- PENDING: the venue has not credited or sent it for good. FAILED: it has not, or it came back.
  status text not null check (status in ('PENDING', 'DONE', 'FAILED')),
  tx_hash text check (length(tx_hash) between 1 and 200),
  -- Of a deposit where it came in, of a withdrawal where it goes.
  address text check (length(address) between 1 and 200),
  -- The name under which the venue knows the destination.
  label text check (length(label) between 1 and 200),
  told_at timestamptz not null,
  seen_at timestamptz not null,
  done_at timestamptz,
  -- NOBODY: nobody expects it; it is unassigned or missing, and a case.
  belongs_to text not null check (belongs_to in ('NOBODY', 'MOVE')),
  move_id uuid references move,
  -- Whether it was booked as nobody's, before somebody linked it or it failed.
  was_nobodys boolean not null default false,
  linked_by text,
  linked_at timestamptz,
  note text check (length(note) between 1 and 1000),
  unique (venue, kind, venue_ref),
  check ((belongs_to = 'MOVE') = (move_id is not null)),
  check (num_nulls(linked_by, linked_at) in (0, 2)),
  check ((done_at is null) = (status = 'PENDING')),
  check (not was_nobodys or status <> 'PENDING'),
  check (belongs_to = 'MOVE' or status <> 'DONE' or was_nobodys)
);
create index venue_transfer_of_nobody on venue_transfer (told_at) where belongs_to = 'NOBODY';
create index venue_transfer_pending on venue_transfer (venue, told_at) where status = 'PENDING';
create unique index venue_transfer_move on venue_transfer (move_id, kind) where move_id is not null and status <> 'FAILED';

-- Since when a venue is asked, and when it has answered last.
create table venue_watch (
  venue text primary key,
  from_at timestamptz not null,
  read_at timestamptz not null,
  -- The venue's own words where it did not answer.
  fault text check (length(fault) between 1 and 1000)
);

insert into state_transition (machine, from_state, to_state) values
  ('venue_transfer', 'PENDING', 'DONE'), ('venue_transfer', 'PENDING', 'FAILED'), ('venue_transfer', 'DONE', 'FAILED');
create trigger venue_transfer_state before update of status on venue_transfer for each row
  when (old.status is distinct from new.status) execute function check_transition('venue_transfer');

-- A deposit is booked down, a withdrawal with its fee up; what that leaves of the venue's figures follows from both.
create function venue_transfer_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if row(new.venue, new.kind, new.venue_ref, new.asset, new.seen_at) is distinct from row(old.venue, old.kind, old.venue_ref, old.asset, old.seen_at)
      or (old.status <> 'PENDING' and row(new.quantity, new.fee, new.units, new.fee_units, new.told_at)
        is distinct from row(old.quantity, old.fee, old.units, old.fee_units, old.told_at))
      or (old.was_nobodys and not new.was_nobodys) then
      raise restrict_violation using message = 'a transfer stays as the venue told it';
    end if;
    -- Before anything is booked of it, what it belongs to is found anew.
    if new.move_id is distinct from old.move_id and old.status <> 'PENDING' and (old.belongs_to = 'MOVE'
      or new.linked_by is null or new.note is null) then
      raise restrict_violation using message = 'a transfer is linked once, by somebody, with a note';
    end if;
  end if;
  if new.move_id is not null and (tg_op = 'INSERT' or new.move_id is distinct from old.move_id) and not exists (select from move m
    where m.id = new.move_id and m.asset = new.asset and m.status in ('APPROVED', 'SENT', 'ARRIVED')
      and 'venue:' || new.venue = case new.kind when 'DEPOSIT' then m.to_place else m.from_place end) then
    raise check_violation using message = 'a transfer is of a move that was agreed to, at its venue', constraint = 'venue_transfer_move_agreed';
  end if;
  new.fraction := trim_scale(case new.kind when 'DEPOSIT' then new.quantity - amount_of(new.units, new.asset)
    else amount_of(new.units + new.fee_units, new.asset) - new.quantity - new.fee end);
  if new.fraction < 0 or new.fraction >= unit_of(new.asset) then
    raise check_violation using message = 'a transfer is booked as the venue tells it, but for less than a unit', constraint = 'venue_transfer_rounded';
  end if;
  return new;
end $$;
create trigger venue_transfer_guard before insert or update on venue_transfer for each row execute function venue_transfer_guard();

-- What the program says that a venue told of a move is a transfer of that venue's.
create function move_fact_of_venue() returns trigger language plpgsql as $$
begin
  if not exists (select from venue_transfer t where t.move_id = new.move_id and t.venue_ref = new.proof and t.status = 'DONE'
    and t.units = new.units and t.kind = case new.side when 'LEFT' then 'WITHDRAWAL' else 'DEPOSIT' end
    and new.fee_units = case new.side when 'LEFT' then t.fee_units else 0 end) then
    raise check_violation using message = 'a venue tells of a move by a transfer', constraint = 'move_fact_of_venue';
  end if;
  return null;
end $$;
create constraint trigger move_fact_of_venue after insert on move_fact deferrable initially deferred
  for each row when (new.source = 'VENUE' and new.note is null) execute function move_fact_of_venue();

-- ---------------------------------------------------------------- what a transfer of nobody's posts, and what explains it
create function transfer_postings(t venue_transfer) returns table (code text, asset text, debit numeric) language sql stable as $$
  select l.code, t.asset, l.debit from (values
    ('venue:' || t.venue, case t.kind when 'DEPOSIT' then t.units::numeric else -(t.units + t.fee_units) end),
    (case t.kind when 'DEPOSIT' then 'house:unassigned' else 'house:missing' end, case t.kind when 'DEPOSIT' then -t.units else t.units::numeric end),
    (case when is_fiat(t.asset) then 'house:result' else 'house:venue-fee' end, case t.kind when 'DEPOSIT' then 0 else t.fee_units::numeric end)
  ) l(code, debit) where l.debit <> 0
$$;
insert into ledger_event (event, object) values ('venue.credited', 'transfer'), ('venue.debited', 'transfer'), ('venue.mirrored', 'transfer');
create function is_of_transfer(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from venue_transfer t
    where t.was_nobodys and t.id::text = split_part(entry.effect_key, ':', 2)
      and case entry.event when 'venue.mirrored' then (t.belongs_to = 'MOVE' or t.status = 'FAILED') and entry.effect_key = 'transfer:' || t.id || ':mirrored'
        else entry.effect_key = 'transfer:' || t.id and t.kind = case entry.event when 'venue.credited' then 'DEPOSIT' else 'WITHDRAWAL' end end
      and not exists (select l.code, p.asset, sum(p.debit) from posting p join ledger_account l on l.id = p.ledger_account_id
          where p.transaction_id = entry.id group by 1, 2
        except select code, asset, case entry.event when 'venue.mirrored' then -debit else debit end from transfer_postings(t))
      and (select count(distinct p.ledger_account_id) from posting p where p.transaction_id = entry.id) = (select count(*) from transfer_postings(t)))
$$;
create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'outgoing' then is_outgoing(entry)
      when 'move' then is_of_move(entry)
      when 'bank' then is_of_bank(entry)
      when 'trade' then is_of_trade(entry)
      when 'sweep' then is_of_sweep(entry)
      when 'transfer' then is_of_transfer(entry)
      when 'house' then is_of_house(entry)
      else false
    end
$$;

-- A deposit that is early waits for its move's leaving, in no books.
create function is_booked(t venue_transfer) returns boolean language sql stable as $$
  select t.status = 'DONE' and (t.belongs_to = 'NOBODY' or exists (select from move_fact f
    where f.move_id = t.move_id and f.proof = t.venue_ref and f.status = 'POSTED'))
$$;
-- Transfers bring fractions as trades do, and stand in the venue's statement in the place of what moves posted for them.
create or replace function venue_fraction(of_venue text, symbol text) returns numeric language sql stable as $$
  select trim_scale(coalesce((select sum(case when o.fiat = symbol then t.fraction else t.crypto_fraction end)
      from venue_trade t join venue_order o on o.id = t.order_id where t.venue = of_venue and symbol in (o.fiat, o.asset)), 0)
    + coalesce((select sum(t.fraction) from venue_transfer t where t.venue = of_venue and crypto_of(t.asset) = symbol and is_booked(t)), 0)
    - coalesce((select sum(amount_of(s.units, s.asset)) from venue_sweep s where s.venue = of_venue and crypto_of(s.asset) = symbol), 0))
$$;
create or replace function venue_statement(of_venue text, symbol text) returns numeric language sql stable as $$
  select trim_scale(coalesce(sum(amount), 0)) from (
    select case when o.fiat = symbol then s.sign * t.proceeds - t.fee else -s.sign * t.quantity - t.crypto_fee end as amount
    from venue_trade t join venue_order o on o.id = t.order_id
    cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign) s
    where t.venue = of_venue and symbol in (o.fiat, o.asset)
    union all
    select case t.kind when 'DEPOSIT' then t.quantity else -t.quantity - t.fee end from venue_transfer t
    where t.venue = of_venue and crypto_of(t.asset) = symbol and is_booked(t)
    union all
    select case when p.debit > 0 then amount_of(p.debit, p.asset) else -amount_of(-p.debit, p.asset) end
    from move_fact f cross join lateral move_postings(f) p
    where f.status = 'POSTED' and p.code = 'venue:' || of_venue and crypto_of(p.asset) = symbol
      and not exists (select from venue_transfer t where t.move_id = f.move_id and t.venue_ref = f.proof and t.status = 'DONE')
    union all
    select amount_of(p.debit, p.asset) from ledger_transaction t join posting p on p.transaction_id = t.id
    join ledger_account l on l.id = p.ledger_account_id and l.code = 'venue:' || of_venue
    where t.event in ('custody.covered', 'custody.uncovered') and crypto_of(p.asset) = symbol) told(amount)
$$;

-- ---------------------------------------------------------------- the sandbox's venue
create table sandbox_venue_transfer (
  ref text primary key,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  asset text not null,
  quantity numeric not null check (quantity > 0 and quantity < 1e30),
  fee numeric not null default 0 check (fee >= 0 and fee < 1e30),
  status text not null check (status in ('PENDING', 'DONE', 'FAILED')),
  tx_hash text,
  address text,
  label text,
  at timestamptz not null
);

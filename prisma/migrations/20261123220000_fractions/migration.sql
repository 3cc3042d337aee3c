-- What a venue said of a trade, to the last digit, beside what was booked of it (rulebook 8.11): proceeds are booked down,
-- the venue's fees up, over all trades of an order so far, and what that leaves of the venue's own figures is kept exactly.
-- A fee that a venue takes in the crypto stands apart from the fiat one.
alter table venue_trade add column quantity numeric check (quantity >= 0 and quantity < 1e30);
alter table venue_trade add column crypto_fee numeric not null default 0 check (crypto_fee >= 0 and crypto_fee < 1e30);
alter table venue_trade add column crypto_fee_units units not null default 0;
alter table venue_trade add column fraction numeric;
alter table venue_trade add column crypto_fraction numeric;

create function trade_fractions(t venue_trade) returns table (fiat numeric, crypto numeric) language sql stable as $$
  select s.sign * (t.proceeds - amount_of(t.fiat_units, o.fiat)) + amount_of(t.fee_units, o.fiat) - t.fee,
    s.sign * (amount_of(t.quantity_units, o.asset) - t.quantity) + amount_of(t.crypto_fee_units, o.asset) - t.crypto_fee
  from venue_order o cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign) s where o.id = t.order_id
$$;
update venue_trade t set quantity = amount_of(t.quantity_units, o.asset) from venue_order o where o.id = t.order_id;
update venue_trade t set fraction = f.fiat, crypto_fraction = f.crypto from venue_trade own cross join lateral trade_fractions(own) f
where own.venue = t.venue and own.trade_id = t.trade_id;
alter table venue_trade alter column quantity set not null, alter column fraction set not null, alter column crypto_fraction set not null;

-- Nobody says what a fraction is: it follows from the venue's figures and from what is booked.
create function venue_trade_fraction() returns trigger language plpgsql as $$
begin
  select trim_scale(f.fiat), trim_scale(f.crypto) into strict new.fraction, new.crypto_fraction from trade_fractions(new) f;
  return new;
end $$;
create trigger venue_trade_fraction before insert on venue_trade for each row execute function venue_trade_fraction();

-- Whole units of a venue's fractions, as each day's end has brought them into the books.
create table venue_sweep (
  venue text not null,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  day date not null,
  units balance_units not null check (units <> 0),
  at timestamptz not null,
  primary key (venue, asset, day)
);
create trigger venue_sweep_append_only before update or delete on venue_sweep for each row execute function refuse_change();

-- What a venue holds of a symbol beyond the books; below zero where it holds less.
create function venue_fraction(of_venue text, symbol text) returns numeric language sql stable as $$
  select trim_scale(coalesce((select sum(case when o.fiat = symbol then t.fraction else t.crypto_fraction end)
      from venue_trade t join venue_order o on o.id = t.order_id where t.venue = of_venue and symbol in (o.fiat, o.asset)), 0)
    - coalesce((select sum(amount_of(s.units, s.asset)) from venue_sweep s where s.venue = of_venue and crypto_of(s.asset) = symbol), 0))
$$;
create function venue_sweep_whole() returns trigger language plpgsql as $$
begin
  new.units := floor(venue_fraction(new.venue, crypto_of(new.asset)) / unit_of(new.asset));
  return case when new.units = 0 then null else new end;
end $$;
create trigger venue_sweep_whole before insert on venue_sweep for each row execute function venue_sweep_whole();

-- What a venue's own statement comes to, from its trades and what moved to it and from it, apart from the books.
create function venue_statement(of_venue text, symbol text) returns numeric language sql stable as $$
  select trim_scale(coalesce(sum(amount), 0)) from (
    select case when o.fiat = symbol then s.sign * t.proceeds - t.fee else -s.sign * t.quantity - t.crypto_fee end as amount
    from venue_trade t join venue_order o on o.id = t.order_id
    cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign) s
    where t.venue = of_venue and symbol in (o.fiat, o.asset)
    union all
    select case when p.debit > 0 then amount_of(p.debit, p.asset) else -amount_of(-p.debit, p.asset) end
    from move_fact f cross join lateral move_postings(f) p
    where f.status = 'POSTED' and p.code = 'venue:' || of_venue and crypto_of(p.asset) = symbol
    union all
    select amount_of(p.debit, p.asset) from ledger_transaction t join posting p on p.transaction_id = t.id
    join ledger_account l on l.id = p.ledger_account_id and l.code = 'venue:' || of_venue
    where t.event in ('custody.covered', 'custody.uncovered') and crypto_of(p.asset) = symbol) told(amount)
$$;

-- ---------------------------------------------------------------- what explains the books
update ledger_event set object = 'trade' where event in ('venue.filled', 'venue.fee');
insert into ledger_event (event, object) values ('fees.swept', 'house'), ('fractions.swept', 'sweep');

-- A trade is booked once, as its row says: at its venue, against the house's book or as a cost.
create function trade_postings(t venue_trade, of_event text) returns table (code text, symbol text, debit numeric) language sql stable as $$
  select w.code, w.symbol, w.debit from venue_order o
  cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign, 'venue:' || t.venue as venue) s
  cross join lateral (values
    ('venue.filled', s.venue, o.fiat, s.sign * t.fiat_units), ('venue.filled', 'house:book', o.fiat, -s.sign * t.fiat_units),
    ('venue.filled', 'house:book', o.asset, s.sign * t.quantity_units), ('venue.filled', s.venue, o.asset, -s.sign * t.quantity_units),
    ('venue.fee', 'house:result', o.fiat, t.fee_units::numeric), ('venue.fee', s.venue, o.fiat, -t.fee_units),
    ('venue.fee', 'house:venue-fee', o.asset, t.crypto_fee_units), ('venue.fee', s.venue, o.asset, -t.crypto_fee_units)
  ) w(event, code, symbol, debit) where o.id = t.order_id and w.event = of_event and w.debit <> 0
$$;
create function booked_symbols(entry ledger_transaction) returns table (code text, symbol text, debit numeric) language sql stable as $$
  select l.code, crypto_of(p.asset), sum(p.debit) from posting p join ledger_account l on l.id = p.ledger_account_id
  where p.transaction_id = entry.id group by 1, 2
$$;
create function is_of_trade(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from venue_trade t
    where t.venue = split_part(entry.effect_key, ':', 1)
      and entry.effect_key = t.venue || ':' || t.trade_id || case entry.event when 'venue.fee' then ':fee' else '' end
      and t.trade_id = substr(entry.effect_key, length(t.venue) + 2, length(t.trade_id))
      and not exists (select * from booked_symbols(entry) except select * from trade_postings(t, entry.event))
      and not exists (select * from trade_postings(t, entry.event) except select * from booked_symbols(entry)))
$$;
-- Whole units of fractions go between their venue and the result, of crypto the venue's costs, as the day's row says.
create function is_of_sweep(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from venue_sweep s
    where entry.effect_key = 'fractions:' || s.venue || ':' || s.asset || ':' || s.day
      and (select count(*) = 2 and count(*) filter (where p.asset = s.asset and p.debit = case l.code when 'venue:' || s.venue then s.units
          when case when is_fiat(s.asset) then 'house:result' else 'house:venue-fee' end then -s.units end) = 2
        from posting p join ledger_account l on l.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
-- What the house posts of its own, between the accounts that each event names and no others.
create or replace function is_of_house(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and not exists (select from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = entry.id and not coalesce(case
      when entry.event = 'result.swept' then is_fiat(p.asset) and l.code in ('house:book', 'house:result')
      when entry.event = 'fees.swept' then not is_fiat(p.asset)
        and l.code in ('house:book', 'house:fee:service', 'house:fee:transaction', 'house:network-fee', 'house:venue-fee')
      when starts_with(entry.event, 'stray.') then not is_fiat(p.asset) and (l.code = 'house:unassigned' or starts_with(l.code, 'custody:'))
      end, false))
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
      when 'house' then is_of_house(entry)
      else false
    end
$$;

-- Crypto that fees bring into the book belongs to the fiat in which most of it was bought, which their key names.
create or replace function fiat_of_trade(of_transaction uuid) returns text language sql stable as $$
  select coalesce(
    (select p.asset from posting p join ledger_account l on l.id = p.ledger_account_id
      where p.transaction_id = t.id and l.code = 'house:book' and is_fiat(p.asset) limit 1),
    (select b.fiat from bill b where b.id = t.bill_id),
    (select c.fiat from conversion c where c.id = t.conversion_id),
    case when t.event = 'fees.swept' then split_part(t.effect_key, ':', 3) end,
    (select o.fiat from venue_trade v join venue_order o on o.id = v.order_id where t.event = 'venue.filled'
      and v.venue = split_part(t.effect_key, ':', 1) and v.trade_id = substr(t.effect_key, length(v.venue) + 2)),
    'USD')
  from ledger_transaction t where t.id = of_transaction
$$;

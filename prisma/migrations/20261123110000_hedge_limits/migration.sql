-- How long, and how much of, a pair's hedge may stand open before no price is promised in it any more (rulebook 13.14).
insert into setting_rule (name, owner, looser, word, unset) values
  ('hedgeAgeLimitMs', 'house', 'higher', null, '900000'),
  ('hedgeSizeLimit', 'house', 'higher', null, '250000');

-- What the house has bought and not sold on, by the time it was bought; sales take the oldest first. `upto` counts all that
-- was ever bought of the position, so that the oldest open part is found without a sum. Kept with the position itself.
alter table book_position add column bought_units balance_units not null default 0;
-- What the last transaction that sold has sold beyond its own purchases.
alter table book_position add column sold_tx xid8;
alter table book_position add column sold_units balance_units not null default 0;
create table book_lot (
  asset text not null,
  fiat text not null,
  at timestamptz not null,
  units balance_units not null check (units > 0),
  upto balance_units not null,
  tx xid8 not null default pg_current_xact_id(),
  primary key (asset, fiat, upto)
);

-- What one transaction buys and sells again, in either order, is no part of what is open: an invoice or a market order
-- that is booked with its own sale leaves older parts as old as they are.
create or replace function enter_positions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e record;
  held book_position;
  own numeric;
begin
  for e in select n.asset, fiat_of_trade(n.transaction_id) as fiat, sum(n.amount) as units
    from entered n join ledger_account l on l.id = n.ledger_account_id
    where l.code = 'house:book' and not is_fiat(n.asset) group by 1, 2 order by 1, 2
  loop
    insert into book_position as p (asset, fiat, units) values (e.asset, e.fiat, e.units)
    on conflict (asset, fiat) do update set units = p.units + excluded.units returning * into held;
    if held.sold_tx is distinct from pg_current_xact_id() then
      held.sold_units := 0;
      -- Covered by sales that are committed.
      delete from book_lot where asset = e.asset and fiat = e.fiat and upto <= held.bought_units - (held.units - e.units);
    end if;
    if e.units > 0 then
      own := least(e.units, held.sold_units);
      held.bought_units := held.bought_units + e.units - own;
      held.sold_units := held.sold_units - own;
      if e.units > own then
        insert into book_lot (asset, fiat, at, units, upto) values (e.asset, e.fiat, business_now(), e.units - own, held.bought_units);
      end if;
    else
      select least(coalesce(sum(units), 0), -e.units) into own from book_lot
      where asset = e.asset and fiat = e.fiat and tx = pg_current_xact_id();
      held.bought_units := held.bought_units - own;
      held.sold_units := held.sold_units - e.units - own;
      delete from book_lot where asset = e.asset and fiat = e.fiat and upto - units >= held.bought_units;
      update book_lot set units = units - (upto - held.bought_units), upto = held.bought_units
      where asset = e.asset and fiat = e.fiat and upto > held.bought_units;
    end if;
    update book_position set bought_units = held.bought_units, sold_units = held.sold_units, sold_tx = pg_current_xact_id()
    where asset = e.asset and fiat = e.fiat;
  end loop;
  return null;
end $$;

-- What is open already counts from the last purchase of its asset.
update book_position set bought_units = units where units > 0;
insert into book_lot (asset, fiat, at, units, upto)
select p.asset, p.fiat, coalesce((
    select t.at from ledger_account l join posting g on g.ledger_account_id = l.id join ledger_transaction t on t.id = g.transaction_id
    where l.code = 'house:book' and l.asset = p.asset and g.amount > 0 order by g.id desc limit 1), business_now()), p.units, p.units
from book_position p where p.units > 0;

-- Since when at least so much of a pair has been open; null while it is not.
create function hedge_opened_at(of_base text, of_fiat text, at_least numeric) returns timestamptz language plpgsql stable as $$
declare
  lot record;
  total numeric := 0;
begin
  for lot in select l.at, least(l.units, l.upto - (p.bought_units - p.units)) as units
    from book_position p join book_lot l on l.asset = p.asset and l.fiat = p.fiat
    where crypto_of(p.asset) = of_base and p.fiat = of_fiat and l.upto > p.bought_units - p.units order by l.at, l.upto
  loop
    total := total + lot.units;
    if total >= at_least then return lot.at; end if;
  end loop;
  return null;
end $$;

-- Pairs in which no price is promised until their hedge is done: what was found past its limit, and by which. A create
-- reads the one row of its pair.
create table hedge_stop (
  base text not null,
  fiat text not null,
  units balance_units not null check (units > 0),
  opened_at timestamptz not null,
  -- Those that were passed.
  age_limit_ms bigint check (age_limit_ms > 0),
  size_limit price_decimal,
  stopped_at timestamptz not null,
  primary key (base, fiat),
  check (num_nonnulls(age_limit_ms, size_limit) > 0)
);
-- Volatile, so that it looks after the locks that its statement has waited for.
create function pair_stopped(of_crypto text, of_fiat text) returns boolean language plpgsql as $$
begin
  return exists (select from hedge_stop where base = of_crypto and fiat = of_fiat);
end $$;

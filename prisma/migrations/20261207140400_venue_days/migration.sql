-- What trading took out of a venue on each day (UTC), and how much of it the books do not have: what a day takes, and what lies
-- there beyond the books, were read from every trade that was ever made. Written with each trade, in its transaction, where the
-- venue's accounts are held as well; the books' check holds it against all trades.
create table venue_day (
  venue text not null,
  symbol text not null,
  day date not null,
  -- Below zero where trading brought it in.
  taken numeric not null,
  fraction numeric not null,
  primary key (venue, symbol, day)
);

-- Of both sides of a trade what it took out of the venue, fees with it.
create function taken_by_trade(t venue_trade) returns table (symbol text, taken numeric, fraction numeric) language sql stable as $$
  select s.* from venue_order o cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign) g
  cross join lateral (values (o.fiat, t.fee - g.sign * t.proceeds, t.fraction),
    (o.asset, g.sign * t.quantity + t.crypto_fee, t.crypto_fraction)) s(symbol, taken, fraction)
  where o.id = t.order_id
$$;

create function venue_trade_in_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into venue_day as d (venue, symbol, day, taken, fraction)
  select t.venue, x.symbol, (t.at at time zone 'UTC')::date, sum(x.taken), sum(x.fraction)
  from added t cross join lateral taken_by_trade(t::venue_trade) x group by 1, 2, 3 order by 1, 2, 3
  on conflict (venue, symbol, day) do update set taken = d.taken + excluded.taken, fraction = d.fraction + excluded.fraction;
  return null;
end $$;
create trigger venue_trade_in_day after insert on venue_trade referencing new table as added
  for each statement execute function venue_trade_in_day();

insert into venue_day (venue, symbol, day, taken, fraction)
select t.venue, x.symbol, (t.at at time zone 'UTC')::date, sum(x.taken), sum(x.fraction)
from venue_trade t cross join lateral taken_by_trade(t) x group by 1, 2, 3;

create or replace function venue_fraction(of_venue text, symbol text) returns numeric language sql stable as $$
  select trim_scale(coalesce((select sum(d.fraction) from venue_day d where d.venue = of_venue and d.symbol = venue_fraction.symbol), 0)
    + coalesce((select sum(t.fraction) from venue_transfer t where t.venue = of_venue and crypto_of(t.asset) = venue_fraction.symbol and is_booked(t)), 0)
    - coalesce((select sum(amount_of(s.units, s.asset)) from venue_sweep s where s.venue = of_venue and crypto_of(s.asset) = venue_fraction.symbol), 0))
$$;

create or replace function venue_inventory(at timestamptz, stocked boolean) returns table (venue text, symbol text, balance numeric, promised numeric, coming numeric,
  per_day numeric, floor numeric, target numeric, set_at timestamptz, short numeric) language sql stable as $$
  with stock as (select distinct on (s.venue, s.symbol) s.* from venue_stock s order by s.venue, s.symbol, s.id desc),
  held as (
    select h.venue, h.symbol, sum(h.amount) as amount from (
      select substr(l.code, 7) as venue, crypto_of(l.asset) as symbol, amount_of(l.balance, l.asset) as amount
      from ledger_account l where starts_with(l.code, 'venue:')
        and (not stocked or exists (select from stock s where 'venue:' || s.venue = l.code and s.symbol = crypto_of(l.asset) and s.floor is not null))
      union all select s.venue, s.symbol, 0 from stock s where s.floor is not null) h group by 1, 2),
  facts as (
    select h.venue, h.symbol, trim_scale(h.amount + case when stocked then 0 else venue_fraction(h.venue, h.symbol) end) as balance,
      coalesce((select sum(amount_of(m.quantity_units, m.asset)) from move m
        where m.status = 'APPROVED' and m.from_place = 'venue:' || h.venue and crypto_of(m.asset) = h.symbol), 0)
      + case when not is_fiat(h.symbol) and h.venue = coalesce((select o.venue from venue_order o where o.asset = h.symbol
          order by o.created_at desc, o.id desc limit 1), h.venue)
        then coalesce((select sum(amount_of(p.units, h.symbol)) from promise_total p where p.crypto = h.symbol), 0)
          + greatest(coalesce((select sum(amount_of(b.units, b.asset)) from book_position b where crypto_of(b.asset) = h.symbol), 0), 0)
        else 0 end as promised,
      coalesce((select sum(amount_of(m.quantity_units, m.asset)) from move m
        where m.status in ('REQUESTED', 'APPROVED', 'SENT') and not is_unsent(m, venue_inventory.at) and m.to_place = 'venue:' || h.venue and crypto_of(m.asset) = h.symbol), 0) as coming,
      (coalesce((select sum(d.taken) from venue_day d where d.venue = h.venue and d.symbol = h.symbol and d.day > s.day), 0)
        + coalesce((select sum(x.taken) from venue_trade t cross join lateral taken_by_trade(t) x
          where t.venue = h.venue and x.symbol = h.symbol and t.at > s.since and t.at < (s.day + 1)::timestamp at time zone 'UTC'), 0)) / 28 as per_day
    from held h cross join (select venue_inventory.at - interval '28 days' as since,
      ((venue_inventory.at - interval '28 days') at time zone 'UTC')::date as day) s)
  select f.venue, f.symbol, f.balance, trim_scale(f.promised), trim_scale(f.coming), trim_scale(round(f.per_day, 8)), s.floor, s.target, s.set_at,
    case when f.balance + f.coming - f.promised - 2 * greatest(f.per_day, 0) < s.floor
      then greatest(trim_scale(s.target - f.balance - f.coming + f.promised), 0) else 0 end
  from facts f left join stock s on s.venue = f.venue and s.symbol = f.symbol
$$;

-- Where a crypto was sold last: its newest order, which was looked for among all orders.
create index venue_order_newest on venue_order (asset, created_at desc, id desc);

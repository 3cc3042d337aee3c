-- What is promised counts what no fold has summed up yet: while any transaction of the server is open, that is everything since it
-- began, and a venue's inventory showed promises that had ended, and none of those just made.
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
        then coalesce((select sum(amount_of(p.units, h.symbol)) from (select units from promise_total where crypto = h.symbol
            union all select units from promise_loose() l where l.crypto = h.symbol) p), 0)
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

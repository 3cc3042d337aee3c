-- A move that was agreed to and of which nothing tells for five business days is on no way: it is a case, and counts no more as
-- what a venue is about to get, or it would hide that the venue runs low for ever.
create function is_unsent(m move, at timestamptz) returns boolean language sql stable as $$
  select m.status = 'APPROVED' and not exists (select from move_fact f where f.move_id = m.id and f.status <> 'GONE')
    and case when m.updated_at <= at - interval '5 days' then in_bank_days(m.updated_at, m.asset, 5) <= at else false end
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
      coalesce((select sum(case when o.fiat = h.symbol then t.fee - g.sign * t.proceeds else g.sign * t.quantity + t.crypto_fee end)
        from venue_trade t join venue_order o on o.id = t.order_id
        cross join lateral (select case o.side when 'SELL' then 1 else -1 end as sign) g
        where t.venue = h.venue and h.symbol in (o.fiat, o.asset) and t.at > venue_inventory.at - interval '28 days'), 0) / 28 as per_day
    from held h)
  select f.venue, f.symbol, f.balance, trim_scale(f.promised), trim_scale(f.coming), trim_scale(round(f.per_day, 8)), s.floor, s.target, s.set_at,
    case when f.balance + f.coming - f.promised - 2 * greatest(f.per_day, 0) < s.floor
      then greatest(trim_scale(s.target - f.balance - f.coming + f.promised), 0) else 0 end
  from facts f left join stock s on s.venue = f.venue and s.symbol = f.symbol
$$;

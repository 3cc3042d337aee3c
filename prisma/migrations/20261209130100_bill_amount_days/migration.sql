-- What bills of a day (UTC) that is summed up come to, by asset and fiat: the overview's volume and the sums of a list without
-- filters were read from every bill of their period. What changes a bill of such a day changes its sums in the same transaction,
-- a set of bills at once; the check holds them against all bills.
create table bill_amount_day (
  account_id uuid not null references account,
  day date not null,
  asset text not null,
  fiat text not null,
  bills bigint not null,
  quantity_units numeric not null,
  fiat_units numeric not null,
  received_units numeric not null,
  unconverted_units numeric not null,
  fiat_received_units numeric not null,
  -- Of bills that received anything: how many, what was sold, and at their prices what was kept and what waits.
  paid bigint not null,
  sold_units numeric not null,
  kept numeric not null,
  pending numeric not null,
  primary key (account_id, day, asset, fiat)
);

-- What one bill adds to its day, or with -1 takes from it.
create function bill_amounts(b bill, sign integer) returns setof bill_amount_day language sql immutable parallel safe as $$
  select b.account_id, utc_day(b.created_at), b.asset, b.fiat, sign::bigint, sign * b.quantity_units, sign * b.fiat_units, sign * b.received_units,
    sign * b.unconverted_units, sign * b.fiat_received_units, case when b.received_units > 0 then sign else 0 end::bigint,
    case when b.received_units > 0 then sign * b.fiat_received_units else 0 end,
    case when b.received_units > 0 then sign * amount_of(b.unconverted_units + b.paid_out_units, b.asset) * b.price else 0 end,
    case when b.received_units > 0 then sign * amount_of(b.pending_units, b.asset) * b.price else 0 end
$$;

-- The days of a period that are summed up, and where they begin and end.
create function summed_days(since timestamptz, until timestamptz)
returns table (first date, last date, whole boolean, opens timestamptz, closes timestamptz) language sql stable as $$
  select p.first, p.last, p.first <= p.last, day_begins(p.first), day_begins(p.last + 1)
  from (select utc_day(since + interval '24 hours' - interval '1 microsecond') as first, least(r.closed, utc_day(until) - 1) as last
    from (select coalesce(max(closed), '-infinity') as closed from bill_day_reach) r) p
$$;

create or replace function bill_sums(of_account uuid, of_subaccount text, since timestamptz, until timestamptz, at timestamptz)
returns table (subaccount text, fiat text, outcome text, bills bigint, units numeric, last_bill_at timestamptz) language sql stable as $$
  with period as materialized (select * from summed_days(since, until))
  select d.subaccount, d.fiat, d.outcome, d.bills, d.units::numeric, d.last_bill_at
  from period p join bill_day d on d.account_id = of_account and d.day >= p.first and d.day <= p.last
  where p.whole and (of_subaccount is null or d.subaccount = of_subaccount)
  union all
  select b.subaccount, b.fiat, bill_outcome(b, bill_sums.at), 1, b.fiat_units, b.created_at
  from period p cross join lateral (values (since, case when p.whole then p.opens else until end), (case when p.whole then p.closes end, until)) s(begins, ends)
  join bill b on b.account_id = of_account and b.created_at >= s.begins and b.created_at < s.ends
  where of_subaccount is null or b.subaccount = of_subaccount
  union all
  select b.subaccount, b.fiat, o.outcome, o.count, o.count * b.fiat_units, b.created_at
  from period p join bill b on b.account_id = of_account and b.expires_at >= bill_sums.at and b.created_at >= p.opens and b.created_at < p.closes
  cross join lateral (values (bill_outcome(b, 'infinity'), -1), (bill_outcome(b, bill_sums.at), 1)) o(outcome, count)
  where p.whole and (of_subaccount is null or b.subaccount = of_subaccount)
$$;

-- What an account's bills from one moment until before another come to: rows of which several may be of one day, asset and fiat.
create function bill_amounts_between(of_account uuid, since timestamptz, until timestamptz) returns setof bill_amount_day
language sql stable as $$
  with period as materialized (select * from summed_days(since, until))
  select d.* from period p join bill_amount_day d on d.account_id = of_account and d.day >= p.first and d.day <= p.last where p.whole
  union all
  select t.*
  from period p cross join lateral (values (since, case when p.whole then p.opens else until end), (case when p.whole then p.closes end, until)) s(begins, ends)
  join bill b on b.account_id = of_account and b.created_at >= s.begins and b.created_at < s.ends
  cross join lateral bill_amounts(b, 1) t
$$;

create function sum_bill_amounts(first date, last date) returns void language sql as $$
  insert into bill_amount_day (account_id, day, asset, fiat, bills, quantity_units, fiat_units, received_units, unconverted_units,
    fiat_received_units, paid, sold_units, kept, pending)
  select t.account_id, t.day, t.asset, t.fiat, sum(t.bills), sum(t.quantity_units), sum(t.fiat_units), sum(t.received_units),
    sum(t.unconverted_units), sum(t.fiat_received_units), sum(t.paid), sum(t.sold_units), sum(t.kept), sum(t.pending)
  from account a join bill b on b.account_id = a.id and b.created_at >= day_begins(first) and b.created_at < day_begins(last + 1)
  cross join lateral bill_amounts(b, 1) t group by 1, 2, 3, 4
$$;

create or replace function sum_bill_days(first date, last date) returns void language sql as $$
  insert into bill_day (account_id, day, subaccount, fiat, outcome, bills, units, last_bill_at)
  select b.account_id, utc_day(b.created_at), b.subaccount, b.fiat, bill_outcome(b, 'infinity'), count(*), sum(b.fiat_units), max(b.created_at)
  from account a join bill b on b.account_id = a.id and b.created_at >= day_begins(first) and b.created_at < day_begins(last + 1)
  group by 1, 2, 3, 4, 5;
  insert into delivery_day (account_id, day, sales, median_ms, high_ms) select * from counted_deliveries(null, first, last);
  select sum_bill_amounts(first, last)
$$;

-- What bills add to the sums of days that are summed up, or take from them; whoever sums up waits, or is waited for.
create function enter_bill_amounts(amounts bill_amount_day[]) returns void language plpgsql as $$
begin
  perform 1 from bill_day_reach for share;
  insert into bill_amount_day as d (account_id, day, asset, fiat, bills, quantity_units, fiat_units, received_units, unconverted_units,
    fiat_received_units, paid, sold_units, kept, pending)
  select n.account_id, n.day, n.asset, n.fiat, sum(n.bills), sum(n.quantity_units), sum(n.fiat_units), sum(n.received_units),
    sum(n.unconverted_units), sum(n.fiat_received_units), sum(n.paid), sum(n.sold_units), sum(n.kept), sum(n.pending)
  from unnest(amounts) n where n.day <= (select closed from bill_day_reach) group by 1, 2, 3, 4
  having (sum(n.bills), sum(n.received_units), sum(n.unconverted_units), sum(n.fiat_received_units), sum(n.paid), sum(n.sold_units),
    sum(n.kept), sum(n.pending)) <> (0, 0, 0, 0, 0, 0, 0, 0) order by 1, 2, 3, 4
  on conflict (account_id, day, asset, fiat) do update set bills = d.bills + excluded.bills, quantity_units = d.quantity_units + excluded.quantity_units,
    fiat_units = d.fiat_units + excluded.fiat_units, received_units = d.received_units + excluded.received_units,
    unconverted_units = d.unconverted_units + excluded.unconverted_units, fiat_received_units = d.fiat_received_units + excluded.fiat_received_units,
    paid = d.paid + excluded.paid, sold_units = d.sold_units + excluded.sold_units, kept = d.kept + excluded.kept, pending = d.pending + excluded.pending;
end $$;

create or replace function bill_in_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added b join bill_day_reach r on utc_day(b.created_at) <= coalesce(r.closing, r.closed)) then
    perform enter_bill_days(array_agg(b.account_id), array_agg(utc_day(b.created_at)), array_agg(b.subaccount), array_agg(b.fiat),
      array_agg(bill_outcome(b::bill, 'infinity')), array_agg(1), array_agg(b.fiat_units::numeric), array_agg(b.created_at)) from added b;
    perform enter_bill_amounts(array_agg(t)) from added b cross join lateral bill_amounts(b::bill, 1) t;
  end if;
  return null;
end $$;

create function bill_amounts_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from changed b join bill_day_reach r on utc_day(b.created_at) <= coalesce(r.closing, r.closed)) then
    perform enter_bill_amounts(array_agg(t)) from (select b::bill as b, 1 as sign from changed b union all select b::bill, -1 from before b) n
    cross join lateral bill_amounts(n.b, n.sign) t;
  end if;
  return null;
end $$;
create trigger bill_amounts_changed after update on bill referencing old table as before new table as changed
  for each statement execute function bill_amounts_changed();

select sum_bill_amounts('-infinity', closed) from bill_day_reach;

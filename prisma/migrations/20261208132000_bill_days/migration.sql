-- Bills by the day (UTC) on which they were created, by customer, fiat and how they come out once their time is over: what a
-- period's bills came to, and the customers, were read from all of its bills, however many. Days are summed up once they are
-- over; the bills of others, and those whose time is not over, are read one by one. What changes a bill of a day that is
-- summed up changes its sums in the same transaction; the check holds them against all bills.
create table bill_day (
  account_id uuid not null references account,
  day date not null,
  subaccount text not null,
  fiat text not null,
  outcome text not null,
  bills bigint not null,
  units balance_units not null,
  -- The latest of the day's outcomes is the customer's last bill; of one outcome it may be one that has come out otherwise since.
  last_bill_at timestamptz not null,
  primary key (account_id, day, subaccount, fiat, outcome)
);
create index bill_day_of on bill_day (account_id, subaccount, day);

-- All days up to `closed` are summed up. Those up to `closing` are next, once every transaction has ended that may not have
-- seen so: those that had begun to write when `seen` was, which is after `closing` was committed.
create table bill_day_reach (
  closed date not null,
  closing date check (closing > closed),
  seen xid8
);
create unique index bill_day_reach_once on bill_day_reach ((true));
insert into bill_day_reach (closed) values ('-infinity');

create function utc_day(moment timestamptz) returns date language sql immutable parallel safe as $$
  select (moment at time zone 'UTC')::date
$$;
create function day_begins(day date) returns timestamptz language sql immutable parallel safe as $$
  select day::timestamp at time zone 'UTC'
$$;

create function sum_bill_days(first date, last date) returns void language sql as $$
  insert into bill_day (account_id, day, subaccount, fiat, outcome, bills, units, last_bill_at)
  select b.account_id, utc_day(b.created_at), b.subaccount, b.fiat, bill_outcome(b, 'infinity'), count(*), sum(b.fiat_units), max(b.created_at)
  from account a join bill b on b.account_id = a.id and b.created_at >= day_begins(first) and b.created_at < day_begins(last + 1)
  group by 1, 2, 3, 4, 5
$$;

-- Sums up at most so many days that ended an hour ago or earlier, when most of their bills have come out; answers how many.
create function close_bill_days(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reach bill_day_reach;
  target date := utc_day(business_now() - interval '1 hour') - 1;
  first date;
  last date;
begin
  if not exists (select from bill_day_reach where closing is not null or closed < target) then
    return 0;
  end if;
  select * into reach from bill_day_reach for update skip locked;
  if not found then
    return 0;
  end if;
  if reach.closing is null then
    update bill_day_reach set closing = target where closed < target;
    return 0;
  end if;
  -- Also where it was seen in a server that this database no longer runs in.
  if reach.seen is null or reach.seen > pg_current_xact_id() then
    update bill_day_reach set seen = pg_current_xact_id();
    return 0;
  end if;
  if reach.seen >= pg_snapshot_xmin(pg_current_snapshot()) then
    return 0;
  end if;
  first := case when reach.closed > '-infinity' then reach.closed + 1 else coalesce((select min(utc_day(m.at)) from account a
    cross join lateral (select min(b.created_at) as at from bill b where b.account_id = a.id) m), reach.closing) end;
  last := least(reach.closing, first + most - 1);
  perform sum_bill_days(first, last);
  if last = reach.closing then
    update bill_day_reach set closed = last, closing = null, seen = null;
  else
    update bill_day_reach set closed = last;
  end if;
  return last - first + 1;
end $$;

-- What is said of bills of days that are summed up, or are about to be: whoever sums up waits, or is waited for.
create function enter_bill_days(accounts uuid[], days date[], subaccounts text[], fiats text[], outcomes text[], counts integer[],
  amounts numeric[], times timestamptz[]) returns void language plpgsql as $$
begin
  if not exists (select from bill_day_reach where coalesce(closing, closed) >= any(days)) then
    return;
  end if;
  perform 1 from bill_day_reach for share;
  insert into bill_day as d (account_id, day, subaccount, fiat, outcome, bills, units, last_bill_at)
  select n.account_id, n.day, n.subaccount, n.fiat, n.outcome, sum(n.count), sum(n.units), max(n.at)
  from unnest(accounts, days, subaccounts, fiats, outcomes, counts, amounts, times)
    n(account_id, day, subaccount, fiat, outcome, count, units, at)
  where n.day <= (select closed from bill_day_reach) group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (account_id, day, subaccount, fiat, outcome) do update set bills = d.bills + excluded.bills,
    units = d.units + excluded.units, last_bill_at = greatest(d.last_bill_at, excluded.last_bill_at);
end $$;

create function bill_in_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added b join bill_day_reach r on utc_day(b.created_at) <= coalesce(r.closing, r.closed)) then
    perform enter_bill_days(array_agg(b.account_id), array_agg(utc_day(b.created_at)), array_agg(b.subaccount), array_agg(b.fiat),
      array_agg(bill_outcome(b::bill, 'infinity')), array_agg(1), array_agg(b.fiat_units::numeric), array_agg(b.created_at)) from added b;
  end if;
  return null;
end $$;
create trigger bill_in_day after insert on bill referencing new table as added for each statement execute function bill_in_day();

create function bill_came_out() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enter_bill_days(array[new.account_id, new.account_id], array[utc_day(new.created_at), utc_day(new.created_at)],
    array[new.subaccount, new.subaccount], array[new.fiat, new.fiat],
    array[bill_outcome(old, 'infinity'), bill_outcome(new, 'infinity')], array[-1, 1], array[-new.fiat_units, new.fiat_units]::numeric[],
    array[new.created_at, new.created_at]);
  return null;
end $$;
create trigger bill_came_out after update on bill for each row
  when (bill_outcome(old, 'infinity') <> bill_outcome(new, 'infinity')) execute function bill_came_out();

-- An account's bills from one moment until before another, or those of one customer, by customer, fiat and outcome at a moment:
-- sums, of which several may be of one.
create function bill_sums(of_account uuid, of_subaccount text, since timestamptz, until timestamptz, at timestamptz)
returns table (subaccount text, fiat text, outcome text, bills bigint, units numeric, last_bill_at timestamptz) language sql stable as $$
  with period as materialized (
    select p.*, p.first <= p.last as whole, day_begins(p.first) as opens, day_begins(p.last + 1) as closes
    from (select utc_day(since + interval '24 hours' - interval '1 microsecond') as first, least(r.closed, utc_day(until) - 1) as last
      from (select coalesce(max(closed), '-infinity') as closed from bill_day_reach) r) p
  )
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

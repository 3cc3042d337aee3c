-- How long deposits took to fiat, by account and the day (UTC) on which they were sold: the page of performance read every sale
-- that was ever made and its deposit. Days are summed up with those of bills (bill_day_reach); what is sold on one that is, or
-- taken back from it, has the account's day counted anew in the same transaction. The check holds each against a recount.
create table delivery_day (
  account_id uuid not null references account,
  day date not null,
  sales integer not null,
  median_ms bigint not null,
  high_ms bigint not null,
  primary key (account_id, day)
);

-- The share of a day's values that lies below what is said of the slow and the dear: one of twenty is beyond it.
create function high_share() returns double precision language sql immutable parallel safe as $$ select 0.95::double precision $$;

-- Sales are written in the order of their times, all but: a summary of blocks finds those of a day.
create index fill_at on fill using brin (filled_at) with (pages_per_range = 16, autosummarize = on);
create index conversion_executed on conversion (account_id, executed_at) where status = 'EXECUTED';

-- Of one account, or of all. Quantiles are values that occurred.
create function counted_deliveries(of_account uuid, first date, last date)
returns table (account_id uuid, day date, sales integer, median_ms bigint, high_ms bigint) language sql stable as $$
  select s.account_id, s.day, count(*)::integer, percentile_disc(0.5) within group (order by s.ms),
    percentile_disc(high_share()) within group (order by s.ms)
  from (
    select d.account_id, utc_day(f.filled_at) as day, greatest(epoch_ms(f.filled_at) - epoch_ms(d.first_seen), 0)::bigint as ms
    from fill f join deposit d on d.id = f.deposit_id
    where f.filled_at >= day_begins(first) and f.filled_at < day_begins(last + 1) and f.method <> 'CONVERSION' and f.reversed_at is null
      and (of_account is null or d.account_id = of_account)) s
  group by 1, 2
$$;

create or replace function sum_bill_days(first date, last date) returns void language sql as $$
  insert into bill_day (account_id, day, subaccount, fiat, outcome, bills, units, last_bill_at)
  select b.account_id, utc_day(b.created_at), b.subaccount, b.fiat, bill_outcome(b, 'infinity'), count(*), sum(b.fiat_units), max(b.created_at)
  from account a join bill b on b.account_id = a.id and b.created_at >= day_begins(first) and b.created_at < day_begins(last + 1)
  group by 1, 2, 3, 4, 5;
  insert into delivery_day (account_id, day, sales, median_ms, high_ms) select * from counted_deliveries(null, first, last)
$$;

-- Each day is held first and counted by a statement of its own, which sees what whoever held it before has written. Whoever sums
-- up waits, or is waited for.
create function count_deliveries(accounts uuid[], days date[]) returns void language plpgsql as $$
begin
  if not exists (select from bill_day_reach where coalesce(closing, closed) >= any(days)) then
    return;
  end if;
  perform 1 from bill_day_reach for share;
  insert into delivery_day (account_id, day, sales, median_ms, high_ms)
  select distinct n.account_id, n.day, 0, 0, 0 from unnest(accounts, days) n(account_id, day)
  where n.day <= (select closed from bill_day_reach) order by 1, 2 on conflict do nothing;
  perform 1 from delivery_day k where (k.account_id, k.day) in (select * from unnest(accounts, days)) order by k.account_id, k.day for update;
  update delivery_day k set (sales, median_ms, high_ms) = (
    select coalesce(max(c.sales), 0), coalesce(max(c.median_ms), 0), coalesce(max(c.high_ms), 0)
    from counted_deliveries(k.account_id, k.day, k.day) c)
  where (k.account_id, k.day) in (select * from unnest(accounts, days));
end $$;

create function delivery_in_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_deliveries(array_agg(d.account_id), array_agg(utc_day(f.filled_at)))
  from changed f join deposit d on d.id = f.deposit_id where f.method <> 'CONVERSION';
  return null;
end $$;
create trigger fill_delivered after insert on fill referencing new table as changed for each statement execute function delivery_in_day();
create trigger fill_taken_back after update on fill referencing new table as changed for each statement execute function delivery_in_day();

create function delivery_since() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_deliveries(array_agg(new.account_id), array_agg(utc_day(f.filled_at)))
  from fill f where f.deposit_id = new.id and f.method <> 'CONVERSION' and f.reversed_at is null;
  return null;
end $$;
create trigger deposit_seen_otherwise after update of first_seen on deposit for each row
  when (old.first_seen <> new.first_seen) execute function delivery_since();

insert into delivery_day (account_id, day, sales, median_ms, high_ms)
select c.* from bill_day_reach r cross join lateral counted_deliveries(null, '-infinity', r.closed) c;

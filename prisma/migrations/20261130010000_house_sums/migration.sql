-- What came to the house's accounts in a range of postings, by day (UTC), strategy and what happened, so that what any period
-- brought is the sums of the ranges inside it and what few postings lie at its edges (rulebook 8.12). Made with the range
-- alone; the books' check holds each against its recount.
create table posting_range_house (
  last_id bigint not null references posting_range,
  day date not null,
  strategy text not null,
  code text not null,
  event text not null,
  asset text not null,
  -- Credits above zero.
  units balance_units not null check (units <> 0),
  primary key (last_id, day, strategy, code, event, asset)
);

-- The house's postings behind one id and not behind another. There are few, so what they are of is looked up one by one:
-- `offset 0` keeps the planner from reading all of it instead.
create function house_postings(after_id bigint, upto_id bigint)
returns table (at timestamptz, strategy text, code text, event text, asset text, units numeric) language sql stable as $$
  select t.at, coalesce(b.strategy, case when t.conversion_id is not null then 'INVOICE' else 'POOLED' end), p.code, t.event, p.asset, -p.debit
  from (select x.transaction_id, l.code, x.asset, x.debit from posting x join ledger_account l on l.id = x.ledger_account_id
    where x.id > after_id and x.id <= upto_id and starts_with(l.code, 'house:') offset 0) p
  cross join lateral (select x.* from ledger_transaction x where x.id = p.transaction_id offset 0) t
  left join lateral (select x.strategy from bill x where x.id = t.bill_id offset 0) b on true
$$;

-- What came to the house's accounts from one moment until before another.
create function house_moved(since timestamptz, until timestamptz)
returns table (day date, strategy text, code text, event text, asset text, units numeric) language sql stable as $$
  select m.day, m.strategy, m.code, m.event, m.asset, sum(m.units) from (
    select s.day, s.strategy, s.code, s.event, s.asset, s.units
    from period_ids(since, until) i join posting_range_house s on s.last_id > i.after_id and s.last_id <= i.upto_id
    where i.whole
    union all
    select (h.at at time zone 'UTC')::date, h.strategy, h.code, h.event, h.asset, h.units
    from period_ids(since, until) i cross join lateral house_postings(i.after_id, i.upto_id) h
    where not i.whole and h.at >= since and h.at < until) m
  group by 1, 2, 3, 4, 5 having sum(m.units) <> 0
$$;

create or replace function sum_posting_range() returns trigger language plpgsql as $$
begin
  insert into posting_range_sum (last_id, account_id, subaccount, asset, received, went, fees)
  select new.last_id, t.account_id, coalesce(b.subaccount, ''), v.asset, sum(v.received), sum(v.went), sum(v.fees)
  from entered_between(new.after_id, new.last_id) t left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v
  where t.account_id is not null group by 2, 3, 4;
  insert into posting_range_house (last_id, day, strategy, code, event, asset, units)
  select new.last_id, (h.at at time zone 'UTC')::date, h.strategy, h.code, h.event, h.asset, sum(h.units)
  from house_postings(new.after_id, new.last_id) h group by 2, 3, 4, 5, 6 having sum(h.units) <> 0;
  return null;
end $$;

-- Of the ranges that there are, all at once.
insert into posting_range_house (last_id, day, strategy, code, event, asset, units)
select e.ids[width_bucket(p.id - 1, e.ids) + 1], (t.at at time zone 'UTC')::date,
  coalesce(b.strategy, case when t.conversion_id is not null then 'INVOICE' else 'POOLED' end), l.code, t.event, p.asset, -sum(p.debit)
from (select array_agg(last_id order by last_id) as ids from posting_range) e cross join posting p
join ledger_account l on l.id = p.ledger_account_id join ledger_transaction t on t.id = p.transaction_id
left join bill b on b.id = t.bill_id
where p.id <= posted_ranged() and starts_with(l.code, 'house:') group by 1, 2, 3, 4, 5, 6 having sum(p.debit) <> 0;

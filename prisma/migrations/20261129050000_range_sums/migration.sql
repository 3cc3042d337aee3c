-- What moved in a range of postings, by account, subaccount and asset, so that the movement of any period is the sums of the
-- ranges inside it and what few transactions lie at its edges (rulebook 8.12). Made with the range alone; the
-- books' check holds each against its recount.
create table posting_range_sum (
  last_id bigint not null references posting_range,
  account_id uuid not null references account,
  -- Empty of what belongs to no bill.
  subaccount text not null,
  asset text not null,
  received balance_units not null check (received >= 0),
  went balance_units not null check (went >= 0),
  fees balance_units not null,
  primary key (last_id, account_id, subaccount, asset)
);
create index posting_range_sum_of on posting_range_sum (account_id, subaccount, last_id);

-- Up to which id every posting is of before a moment; behind which, up to the last range, none is; and the last range's end.
create function posted_before(moment timestamptz) returns bigint language sql stable as $$
  select coalesce((select r.last_id from posting_range r where r.latest < moment order by r.latest desc, r.last_id desc limit 1), 0)
$$;
create function posted_upto(moment timestamptz) returns bigint language sql stable as $$
  select coalesce((select r.last_id from posting_range r where r.earliest < moment order by r.last_id desc limit 1), 0)
$$;
create function posted_ranged() returns bigint language sql stable as $$
  select coalesce(max(last_id), 0) from posting_range
$$;

-- What came and went of each asset of its account by a ledger transaction, before fees, and the fees withheld.
create function moves_of(entry ledger_transaction) returns table (asset text, received numeric, went numeric, fees numeric)
language sql stable as $$
  select m.asset, greatest(m.net + m.fee, 0), greatest(-m.net - m.fee, 0), m.fee from (
    select l.asset, coalesce(sum(p.amount) filter (where l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee,
      sum(case when l.code = 'acc:' || entry.account_id || ':owed' then -p.amount else p.amount end) filter (where l.account_id = entry.account_id) as net
    from posting p join ledger_account l on l.id = p.ledger_account_id
      and (l.account_id = entry.account_id or l.code in ('house:fee:service', 'house:fee:transaction'))
    where p.transaction_id = entry.id group by 1) m
  where m.net is not null
$$;
-- The ledger transactions whose first posting is behind one id and not behind another: each is in one range, and commits whole.
-- There are few, so they are looked up one by one: `offset 0` keeps the planner from reading a period's instead.
create function entered_between(after_id bigint, upto_id bigint) returns setof ledger_transaction language sql stable as $$
  select t.* from (select distinct p.transaction_id as id from posting p where p.id > after_id and p.id <= upto_id offset 0) e
  cross join lateral (select x.* from ledger_transaction x where x.id = e.id offset 0) t
  where (select min(p.id) from posting p where p.transaction_id = e.id) > after_id
$$;

-- Which ids a period from one moment until before another is made of: ranges that lie in it whole, and what is read one by
-- one around them and behind the last range.
create function period_ids(since timestamptz, until timestamptz) returns table (after_id bigint, upto_id bigint, whole boolean)
language sql stable as $$
  with a as materialized (select posted_before(since) as began, posted_upto(since) as opened, posted_before(until) as closed,
    posted_upto(until) as ended, posted_ranged() as ranged)
  select span.* from a cross join lateral (values (a.began, a.opened, false), (a.opened, a.closed, true),
    (greatest(a.opened, a.closed), a.ended, false), (a.ranged, 9223372036854775807, false)) span(after_id, upto_id, whole)
  where span.after_id < span.upto_id
$$;
-- What is read one by one of a period of an account.
create function period_edges(of_account uuid, since timestamptz, until timestamptz)
returns table (subaccount text, asset text, received numeric, went numeric, fees numeric) language sql stable as $$
  select coalesce(b.subaccount, ''), v.asset, v.received, v.went, v.fees
  from period_ids(since, until) i cross join lateral entered_between(i.after_id, i.upto_id) t
  left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v
  where not i.whole and t.account_id = of_account and t.at >= since and t.at < until
$$;

-- What moved from one moment until before another, by subaccount and asset.
create function moved_between(of_account uuid, since timestamptz, until timestamptz)
returns table (subaccount text, asset text, received numeric, went numeric, fees numeric) language sql stable as $$
  select m.subaccount, m.asset, sum(m.received), sum(m.went), sum(m.fees) from (
    select s.subaccount, s.asset, s.received, s.went, s.fees
    from period_ids(since, until) i join posting_range_sum s on s.last_id > i.after_id and s.last_id <= i.upto_id
    where i.whole and s.account_id = of_account
    union all select * from period_edges(of_account, since, until)) m
  group by 1, 2
$$;
-- The same of one subaccount's bills, or with an empty one of what belongs to no bill.
create function moved_of(of_account uuid, of_subaccount text, since timestamptz, until timestamptz)
returns table (asset text, received numeric, went numeric, fees numeric) language sql stable as $$
  select m.asset, sum(m.received), sum(m.went), sum(m.fees) from (
    select s.asset, s.received, s.went, s.fees
    from period_ids(since, until) i join posting_range_sum s on s.last_id > i.after_id and s.last_id <= i.upto_id
    where i.whole and s.account_id = of_account and s.subaccount = of_subaccount
    union all
    select e.asset, e.received, e.went, e.fees from period_edges(of_account, since, until) e where e.subaccount = of_subaccount) m
  group by 1
$$;

-- What an account had available of an asset just before a moment: the running balance of one posting and what came near it.
create or replace function available_at(of_account uuid, of_asset text, moment timestamptz) returns numeric language sql stable as $$
  with a as materialized (select posted_before(moment) as began, posted_upto(moment) as ended, posted_ranged() as ranged)
  select coalesce(sum(
      coalesce((select p.balance from posting p where p.ledger_account_id = l.id and p.id <= a.began order by p.id desc limit 1), 0)
      + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < moment)
        from posting p where p.ledger_account_id = l.id and p.id > a.began and p.id <= a.ended), 0)
      + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < moment)
        from posting p where p.ledger_account_id = l.id and p.id > a.ranged), 0)), 0)
  from a cross join ledger_account l where l.code = 'acc:' || of_account || ':available' and l.asset = of_asset
$$;

-- Ranges that have no sums yet are made anew by the worker within minutes; until then all is read posting by posting.
delete from posting_range where last_id > 0;
delete from posting_reach;

-- With each range its sums are made, in the same transaction.
create function sum_posting_range() returns trigger language plpgsql as $$
begin
  insert into posting_range_sum (last_id, account_id, subaccount, asset, received, went, fees)
  select new.last_id, t.account_id, coalesce(b.subaccount, ''), v.asset, sum(v.received), sum(v.went), sum(v.fees)
  from entered_between(new.after_id, new.last_id) t left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v
  where t.account_id is not null group by 2, 3, 4;
  return null;
end $$;
create trigger posting_range_summed after insert on posting_range for each row execute function sum_posting_range();

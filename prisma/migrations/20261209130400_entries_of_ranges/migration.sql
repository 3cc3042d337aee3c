-- Which transactions a range's sums add up, each by its first posting: a page of what moved of an asset, of one customer too, looks
-- up as many as it shows. It read every posting of its period, and whose each was.
alter table posting_range_sum add column entries bigint[] not null default '{}';

create or replace function sum_posting_range() returns trigger language plpgsql as $$
begin
  insert into posting_range_sum (last_id, account_id, subaccount, asset, received, went, fees, entries)
  select new.last_id, t.account_id, coalesce(b.subaccount, ''), v.asset, sum(v.received), sum(v.went), sum(v.fees),
    array_agg(e.first_id order by e.first_id)
  from entered_between(new.after_id, new.last_id) t left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v
  cross join lateral (select min(p.id) as first_id from posting p where p.transaction_id = t.id) e
  where t.account_id is not null group by 2, 3, 4;
  insert into posting_range_house (last_id, day, strategy, code, event, asset, units)
  select new.last_id, (h.at at time zone 'UTC')::date, h.strategy, h.code, h.event, h.asset, sum(h.units)
  from house_postings(new.after_id, new.last_id) h group by 2, 3, 4, 5, 6 having sum(h.units) <> 0;
  return null;
end $$;

-- Of the ranges that there are, all at once.
update posting_range_sum s set entries = f.entries from (
  select r.ids[width_bucket(e.first_id - 1, r.ids) + 1] as last_id, t.account_id, coalesce(b.subaccount, '') as subaccount, v.asset,
    array_agg(e.first_id order by e.first_id) as entries
  from (select array_agg(last_id order by last_id) as ids from posting_range) r
  cross join (select transaction_id as id, min(id) as first_id from posting group by 1 having min(id) <= posted_ranged()) e
  join ledger_transaction t on t.id = e.id and t.account_id is not null left join bill b on b.id = t.bill_id
  cross join lateral moves_of(t) v group by 1, 2, 3, 4) f
where (s.last_id, s.account_id, s.subaccount, s.asset) = (f.last_id, f.account_id, f.subaccount, f.asset);
alter table posting_range_sum alter column entries drop default;

-- What transactions of an account moved of some assets from one moment until before another, by their first postings, those below an
-- id, the newest first: of one subaccount's bills, with an empty one of what belongs to no bill, without one of all. Range by
-- range, as far as is asked for; what no range holds yet first.
create function account_entries(of_account uuid, assets text[], of_subaccount text, since timestamptz, until timestamptz, below bigint,
  most integer) returns table (first_id bigint, entry ledger_transaction, asset text, subaccount text, received numeric, went numeric, fees numeric)
language plpgsql stable as $$
declare
  ids bigint[];
  part record;
  found_now bigint;
  missing bigint := most;
begin
  for part in
    select 9223372036854775807 as last_id, posted_ranged() as after_id
    union all select r.last_id, r.after_id from posting_range r
    where r.last_id > (select posted_before(since)) and r.last_id <= (select posted_upto(until)) and r.after_id < below order by 1 desc
  loop
    if part.last_id = 9223372036854775807 then
      ids := array(select min(p.id) from posting p join ledger_account l on l.id = p.ledger_account_id
        where p.id > part.after_id group by p.transaction_id having bool_or(l.account_id = of_account and l.asset = any(assets)));
    else
      ids := array(select unnest(s.entries) from posting_range_sum s where s.last_id = part.last_id and s.account_id = of_account
        and s.asset = any(assets) and (of_subaccount is null or s.subaccount = of_subaccount));
    end if;
    continue when ids = '{}';
    return query
      select i.id, t.made, v.asset, b.subaccount, v.received, v.went, v.fees
      from (select distinct n.id from unnest(ids) n(id) where n.id < below order by n.id desc) i
      cross join lateral (select x as made from posting p join ledger_transaction x on x.id = p.transaction_id where p.id = i.id offset 0) t
      left join bill b on b.id = (t.made).bill_id cross join lateral moves_of(t.made) v
      where (t.made).account_id = of_account and (t.made).at >= since and (t.made).at < until and v.asset = any(assets)
        -- What is behind the last range may have begun in it.
        and (part.last_id < 9223372036854775807 or not exists (select from posting o where o.transaction_id = (t.made).id and o.id < i.id))
        and (v.received <> 0 or v.went <> 0 or v.fees <> 0) and (of_subaccount is null or coalesce(b.subaccount, '') = of_subaccount)
      order by i.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    exit when missing <= 0;
  end loop;
end $$;

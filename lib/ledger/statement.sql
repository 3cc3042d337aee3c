-- name: balancesOf
select asset, split_part(code, ':', 3) as "kind!", balance from ledger_account
where account_id = :accountId::uuid order by asset

-- name: balancesAt
-- Exact in whatever order postings came: up to `before_id` all are of before the instant, between `upto_id` and the last
-- range none is. The instants rise. The times are asked posting by posting: there are few to ask.
with known as materialized (select coalesce(max(last_id), 0) as id from posting_range),
asked as materialized (
  select i.at, i.nth,
    coalesce((select r.last_id from posting_range r where r.latest < i.at order by r.latest desc, r.last_id desc limit 1), 0) as before_id,
    coalesce((select r.last_id from posting_range r where r.earliest < i.at order by r.last_id desc limit 1), 0) as upto_id
  from unnest(:instants::timestamptz[]) with ordinality i(at, nth)
), held as materialized (
  select l.id,
    (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
  from ledger_account l where l.account_id = :accountId::uuid
), uncovered as materialized (
  select u.id, width_bucket(u.at, :instants::timestamptz[]) as nth, sum(u.amount) as units
  from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
    from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
)
select l.asset, split_part(l.code, ':', 3) as "kind!", h.opened_at, a.nth::integer as "nth!",
  coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
  + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
    from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
  + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0) as "units!"
from held h join ledger_account l on l.id = h.id cross join asked a order by l.asset

-- name: extendRanges
select extend_posting_ranges(:size::integer, :most::integer) as "made!"

-- name: movedBetween
with whole as (
  select t.id, l.asset, t.bill_id, coalesce(sum(p.amount) filter (where l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee,
    sum(case when l.code = 'acc:' || :accountId::uuid || ':owed' then -p.amount else p.amount end) filter (where l.account_id = :accountId::uuid) as net
  from ledger_transaction t join posting p on p.transaction_id = t.id
  join ledger_account l on l.id = p.ledger_account_id and (l.account_id = :accountId::uuid or l.code in ('house:fee:service', 'house:fee:transaction'))
  where t.account_id = :accountId::uuid and t.at >= :from::timestamptz and t.at < :to::timestamptz group by 1, 2, 3
)
select w.asset, b.subaccount, sum(greatest(w.net + w.fee, 0)) as "gone_in!", sum(greatest(-w.net - w.fee, 0)) as "gone_out!", sum(w.fee) as "fees!"
from whole w left join bill b on b.id = w.bill_id where w.net is not null group by 1, 2 order by 1, 2 nulls last

-- name: movedOfCustomer
-- As movedBetween, of one customer's bills, or of what belongs to no bill; with what had moved before.
with posted as (
  select t.id, t.at >= :from::timestamptz as within from bill b join ledger_transaction t on t.bill_id = b.id and t.account_id = :accountId::uuid
  where b.account_id = :accountId::uuid and b.subaccount = :subaccount?::text and t.at < :to::timestamptz
  union all
  select t.id, t.at >= :from::timestamptz from ledger_transaction t
  where :subaccount?::text is null and t.bill_id is null and t.account_id = :accountId::uuid and t.at < :to::timestamptz
), moved as (
  select t.id, t.within, l.asset, sum(case when l.code = 'acc:' || :accountId::uuid || ':owed' then -p.amount else p.amount end) as net
  from posted t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id and l.account_id = :accountId::uuid
  group by 1, 2, 3
), whole as (
  select m.*, case when m.within then coalesce((select sum(p.amount) from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = m.id and p.asset = m.asset and l.code in ('house:fee:service', 'house:fee:transaction')), 0) else 0 end as fee from moved m
)
select w.asset, coalesce(sum(w.net) filter (where not w.within), 0) as "opening!",
  coalesce(sum(greatest(w.net + w.fee, 0)) filter (where w.within), 0) as "gone_in!",
  coalesce(sum(greatest(-w.net - w.fee, 0)) filter (where w.within), 0) as "gone_out!", sum(w.fee) as "fees!"
from whole w group by 1 order by 1

-- name: balancesOf
select asset, split_part(code, ':', 3) as "kind!", balance from ledger_account
where account_id = :accountId::uuid order by asset

-- name: movedSince
select l.asset, split_part(l.code, ':', 3) as "kind!", l.balance,
  (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at,
  coalesce(m.nth, 0)::integer as "nth!", coalesce(m.units, 0) as "units!"
from ledger_account l left join (
  select p.ledger_account_id as id, width_bucket(t.at, :instants::timestamptz[]) as nth, sum(p.amount) as units
  from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account o on o.id = p.ledger_account_id and o.account_id = :accountId::uuid
  where t.account_id = :accountId::uuid and t.at >= :first::timestamptz group by 1, 2
) m on m.id = l.id where l.account_id = :accountId::uuid order by l.asset

-- name: movedBetween
with moved as (
  select t.id, l.asset, t.bill_id, sum(case when l.code = 'acc:' || :accountId::uuid || ':owed' then -p.amount else p.amount end) as net
  from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id and l.account_id = :accountId::uuid
  where t.account_id = :accountId::uuid and t.at >= :from::timestamptz and t.at < :to::timestamptz group by 1, 2, 3
), whole as (
  select m.*, coalesce((select sum(p.amount) from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = m.id and p.asset = m.asset and l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee from moved m
)
select w.asset, b.subaccount, sum(greatest(w.net + w.fee, 0)) as "gone_in!", sum(greatest(-w.net - w.fee, 0)) as "gone_out!", sum(w.fee) as "fees!"
from whole w left join bill b on b.id = w.bill_id group by 1, 2 order by 1, 2 nulls last

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

-- name: balancesOf
select asset, split_part(code, ':', 3) as "kind!", balance from ledger_account
where account_id = :accountId::uuid order by asset

-- part: askedInstants
-- Up to `before_id` all postings are of before the instant, between `upto_id` and the last range none is. The instants rise.
known as materialized (select posted_ranged() as id),
asked as materialized (
  select i.at, i.nth, posted_before(i.at) as before_id, posted_upto(i.at) as upto_id
  from unnest(:instants::timestamptz[]) with ordinality i(at, nth)
)

-- part: beyondRanges
uncovered as materialized (
  select u.id, width_bucket(u.at, :instants::timestamptz[]) as nth, sum(u.amount) as units
  from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
    from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
)

-- part: heldBefore
-- Of an account `h`, just before an instant `a`. The times are asked posting by posting: there are few to ask.
coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
  + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
    from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
  + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0)

-- name: balancesAt
-- Exact in whatever order postings came.
with
-- include: lib/ledger/statement.sql askedInstants
, held as materialized (
  select l.id,
    (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
  from ledger_account l where l.account_id = :accountId::uuid
),
-- include: lib/ledger/statement.sql beyondRanges
select l.asset, split_part(l.code, ':', 3) as "kind!", h.opened_at, a.nth::integer as "nth!",
-- include: lib/ledger/statement.sql heldBefore
  as "units!"
from held h join ledger_account l on l.id = h.id cross join asked a order by l.asset

-- name: extendRanges
select extend_posting_ranges(:size::integer, :most::integer) as "made!"

-- name: movedBetween
select m.asset as "asset!", nullif(m.subaccount, '') as subaccount, m.received as "received!", m.went as "went!", m.fees as "fees!"
from moved_between(:accountId::uuid, :from::timestamptz, :to::timestamptz) m order by m.asset, m.subaccount = '', m.subaccount

-- name: movedOfCustomer
-- As movedBetween, of one customer's bills, or of what belongs to no bill; with what had moved before.
select coalesce(b.asset, m.asset) as "asset!", coalesce(b.received - b.went - b.fees, 0) as "opening!",
  coalesce(m.received, 0) as "received!", coalesce(m.went, 0) as "went!", coalesce(m.fees, 0) as "fees!"
from moved_of(:accountId::uuid, coalesce(:subaccount?::text, ''), '-infinity', :from::timestamptz) b
full join moved_of(:accountId::uuid, coalesce(:subaccount?::text, ''), :from::timestamptz, :to::timestamptz) m using (asset) order by 1

-- name: entriesOf
-- The ledger transactions that movedBetween and movedOfCustomer add up for an asset, by their first postings, the newest first.
select e.first_id as "first_id!", (e.entry).id as "id!", (e.entry).at as "at!", (e.entry).event as "event!", e.asset as "asset!", e.subaccount,
  (e.entry).bill_id, (e.entry).conversion_id,
  case when starts_with((e.entry).effect_key, 'payout:') then split_part((e.entry).effect_key, ':', 2) end as payout_id,
  e.received as "received!", e.went as "went!", e.fees as "fees!"
from account_entries(:accountId::uuid, :assets::text[], case when :withoutBill::boolean then '' else :subaccount?::text end,
  :from::timestamptz, :to::timestamptz, coalesce(:before?::bigint, 9223372036854775807), :count::integer) e
order by e.first_id desc

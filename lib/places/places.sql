-- name: venueFractions
select v.code as "code!", v.symbol as "symbol!", venue_fraction(substr(v.code, 7), v.symbol) as "fraction!"
from (select distinct u.code, crypto_of(u.asset) as symbol from unnest(:codes::text[], :assets::text[]) u (code, asset)) v

-- name: heldEverywhere
-- Of every place, and of every account and what is unassigned, what the books had just before an instant, or have now where none
-- is given; as exact as balancesAt, and as cheap.
with
-- include: lib/ledger/statement.sql askedInstants
, held as materialized (
  select l.id from ledger_account l where l.account_id is not null or l.code in ('bank', 'transit', 'house:unassigned')
    or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%'
),
-- include: lib/ledger/statement.sql beyondRanges
select l.code, l.asset, l.account_id, n.name as account, case when a.at is null then l.balance else
-- include: lib/ledger/statement.sql heldBefore
  end as "units!",
  (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
from held h join ledger_account l on l.id = h.id left join account n on n.id = l.account_id left join asked a on true
order by l.code, l.asset

-- name: houseDays
-- The last days of the house's zone, the one of a moment the last of them, and when each ends.
select house_zone() as "zone!", to_char(d.day, 'YYYY-MM-DD') as "day!", day_begins(d.day + 1, house_zone()) as "end!"
from (select day_at(:now::timestamptz, house_zone()) - n as day from generate_series(0, :count::integer - 1) n) d order by d.day

-- name: lyingAt
-- What lies in all places of each asset just before each of the instants, which rise; as exact as balancesAt, and as cheap.
with
-- include: lib/ledger/statement.sql askedInstants
, held as materialized (
  select l.id, l.asset from ledger_account l where l.code in ('bank', 'transit')
    or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%'
),
-- include: lib/ledger/statement.sql beyondRanges
select h.asset as "asset!", a.nth::integer as "nth!", sum(
-- include: lib/ledger/statement.sql heldBefore
) as "units!"
from held h cross join asked a group by 1, 2 order by 1, 2

-- part: borneAtPlaces
-- What one transaction moves at a place is netted; what it cost is borne by the place that it went from.
posted as (
  select t.id, l.code, l.asset, sum(p.amount) as net, max(p.id) as last_id
  from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
  where t.at >= :from::timestamptz and t.at < :to::timestamptz
    and (l.code in ('bank', 'transit') or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%')
  group by 1, 2, 3
), costs as (
  select p.transaction_id as id, p.asset, sum(p.amount) as fee from posting p join ledger_account l on l.id = p.ledger_account_id
  where l.code in ('house:network-fee', 'house:venue-fee', 'house:bank-fee') and p.transaction_id in (select id from posted) group by 1, 2
), borne as (
  select d.id, d.last_id, d.code, d.asset, d.net, case when row_number() over (
    partition by d.id, d.asset order by sign(d.net * c.fee), abs(d.net) desc, d.code) = 1 then coalesce(c.fee, 0) else 0 end as fee
  from posted d left join costs c on c.id = d.id and c.asset = d.asset
)

-- name: movedAtPlaces
with
-- include: lib/places/places.sql borneAtPlaces
select code as "code!", asset as "asset!", sum(greatest(net + fee, 0)) as "gone_in!", sum(greatest(-net - fee, 0)) as "gone_out!", sum(fee) as "fees!"
from borne group by 1, 2 order by 1, 2

-- name: entriesAtPlace
-- The transactions that movedAtPlaces adds up for one place, the one that was posted last first. Only ids are read between which
-- a posting of the period may be; what each moved is reckoned in their order, as far as the page needs.
with a as materialized (
  select posted_before(:from::timestamptz) as began, posted_upto(:to::timestamptz) as ended, posted_ranged() as ranged
)
select e.last_id as "last_id!", (e.entry).id as "id!", (e.entry).at as "at!", (e.entry).event as "event!", e.asset as "asset!", n.name as account,
  (e.entry).bill_id, (e.entry).conversion_id,
  case when starts_with((e.entry).effect_key, 'payout:') then split_part((e.entry).effect_key, ':', 2) end as payout_id,
  case when starts_with((e.entry).effect_key, 'move:') then split_part((e.entry).effect_key, ':', 2) end as move_id,
  greatest(e.net + e.fee, 0) as "gone_in!", greatest(-e.net - e.fee, 0) as "gone_out!", e.fee as "fees!"
from a cross join ledger_account l cross join lateral (
  select p.id as last_id, l.asset, t as entry, m.net, m.fee
  from posting p join ledger_transaction t on t.id = p.transaction_id cross join lateral borne_at(t.id, l.code, l.asset) m
  where p.ledger_account_id = l.id
    and p.id > a.began and (p.id <= a.ended or p.id > a.ranged) and p.id < coalesce(:before?::bigint, 9223372036854775807)
    and t.at >= :from::timestamptz and t.at < :to::timestamptz and (m.net <> 0 or m.fee <> 0)
    and not exists (select from posting o where o.transaction_id = p.transaction_id and o.ledger_account_id = l.id and o.id > p.id)
  order by p.id desc limit :count::integer
) e left join account n on n.id = (e.entry).account_id
where l.code = :code and l.asset = any(:assets::text[])
order by e.last_id desc limit :count::integer

-- name: depositsComing
-- Seen on a chain and not final yet, by what they are of.
select d.asset as "asset!", count(*) as "count!", sum(d.quantity_units) as "units!", min(d.first_seen) as "since!",
  count(*) filter (where d.block_height is not null) as "in_blocks!"
from deposit d where d.status = 'UNCONFIRMED' group by 1 order by 1

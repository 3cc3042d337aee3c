-- name: rangesOf
select first, last from chain_range where network = :network order by first

-- name: widenRange
with widened as (
  update chain_range set last = :last where network = :network and last = :first::bigint - 1 returning network
)
insert into chain_range (network, first, last)
select :network::text, :first::bigint, :last::bigint where not exists (select from widened) on conflict do nothing

-- name: shortenFrom
update chain_range set last = greatest(first, :from::bigint) - 1 where network = :network and last >= :from

-- name: insertRanges
insert into chain_range (network, first, last) values (:network, :from, :beforeFrom), (:network, :height, :height)
on conflict (network, first) do update set last = greatest(chain_range.last, excluded.last)

-- name: splitRange
with around as (
  select first, last from chain_range where network = :network and first <= :height::bigint and last >= :height::bigint
), below as (
  update chain_range r set last = :height::bigint - 1 from around a where r.network = :network and r.first = a.first returning a.last
)
insert into chain_range (network, first, last) select :network::text, :height::bigint + 1, max(b.last) from below b having max(b.last) > :height::bigint
on conflict (first, network) do update set last = greatest(chain_range.last, excluded.last)

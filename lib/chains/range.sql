-- name: rangesOf
select first, last from chain_range where network = :network order by first

-- name: openRange
insert into chain_range (network, first, last) values (:network, :height, :height) on conflict do nothing

-- name: shortenFrom
update chain_range set last = greatest(first, :from::bigint) - 1 where network = :network and last >= :from

-- name: insertRanges
insert into chain_range (network, first, last) values (:network, :from, :beforeFrom), (:network, :height, :height)
on conflict (network, first) do update set last = greatest(chain_range.last, excluded.last)

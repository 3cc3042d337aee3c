-- name: lockTransfers
select pg_advisory_xact_lock(hashtextextended('transfers ' || :venue, 0))::text as held

-- name: lockTransfer
select id from venue_transfer where id = :id::uuid for update

-- name: watchOf
-- With when the oldest of its transfers was told that is not over, and whether it said that something of ours is below zero.
select w.from_at as "fromAt", w.read_at as "readAt", w.answered_at as "answeredAt", w.fault, w.traded_to as "tradedTo",
  (select min(t.told_at) from venue_transfer t where t.venue = w.venue and t.status = 'PENDING') as "pendingSince",
  exists (select from venue_below b where b.venue = w.venue) as "isBelow!"
from venue_watch w where w.venue = :venue

-- name: beginWatch
insert into venue_watch (venue, from_at, read_at) values (:venue, :fromAt, :fromAt) on conflict do nothing

-- name: noteRead
update venue_watch set read_at = business_now(), fault = :fault?, answered_at = case when :fault?::text is null then business_now() else answered_at end
where venue = :venue

-- name: noteTraded
update venue_watch set traded_to = greatest(traded_to, :readTo) where venue = :venue

-- name: silences
select venue, (extract(epoch from business_now() - coalesce(answered_at, from_at)) * 1000)::double precision as "ms!" from venue_watch
where fault is not null order by venue

-- name: takenMoves
select move_id as "moveId!" from venue_transfer where venue = :venue and kind = :kind and status <> 'FAILED' and move_id = any(:moveIds::uuid[])

-- name: movesNamed
-- Of moves of fiat out of a venue those to whose destination the venue's own names lead.
select m.id from move m where m.id = any(:moveIds::uuid[]) and leads_to(m, :names::text[])

-- name: noteBelow
with told as (select u.symbol, u.quantity from unnest(:symbols::text[], :quantities::numeric[]) u (symbol, quantity)),
risen as (delete from venue_below b where b.venue = :venue and not exists (select from told t where t.symbol = b.symbol))
insert into venue_below as b (venue, symbol, quantity, since) select :venue, t.symbol, t.quantity, business_now() from told t
on conflict (venue, symbol) do update set quantity = excluded.quantity where b.quantity <> excluded.quantity

-- name: releaseTransfer
update venue_transfer set belongs_to = 'NOBODY', move_id = null, linked_by = null, linked_at = null, note = null,
  voided = voided + was_nobodys::integer, was_nobodys = true where id = :id::uuid and belongs_to = 'MOVE'

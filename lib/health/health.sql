-- name: upsertHeartbeat
insert into worker_heartbeat (worker, at, failing) values (:worker, clock_timestamp(), :failing::jsonb)
on conflict (worker) do update set at = excluded.at, failing = excluded.failing

-- name: failingTasks
-- Of workers that live: what another has failed at says nothing.
select f.key as "task!", max(f.value::double precision) as "ms!" from worker_heartbeat h cross join lateral jsonb_each_text(h.failing) f
where abs(extract(epoch from clock_timestamp() - h.at)) < :aliveSeconds::double precision group by f.key order by f.key

-- name: writtenUpTo
select pg_current_wal_insert_lsn()::text as "position!"

-- name: readSecondsSinceBeat
-- One ahead of the clock, which was set back since, says nothing either.
select min(abs(extract(epoch from clock_timestamp() - at)))::double precision as seconds from worker_heartbeat

-- name: houseFigures
-- What waits and what nobody knows of, of all accounts together: counts, and balances of the house's own.
select 'BALANCE' as "figure!", l.code as "label!", l.asset as asset, l.balance::text as "value!" from ledger_account l
where l.code in ('house:missing', 'house:unassigned', 'transit')
union all
select 'PAYOUTS', o.status, null, count(*)::text from payout o
where o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') group by o.status
union all
select 'MOVES', m.status, null, count(*)::text from move m where m.status in ('REQUESTED', 'APPROVED', 'SENT') group by m.status
union all
select 'APPROVALS', a.decides, null, count(*)::text from approval a where a.status = 'PENDING' and a.expires_at > business_now() group by a.decides
union all
select 'ORDERS', v.venue, null, count(*)::text from venue_order v where v.status = 'OPEN' group by v.venue
union all
select 'REFUSED', p.network, null, count(*)::text from prepared_transaction p where p.status = 'BROADCAST' and p.fault is not null group by p.network
union all
select 'WEBHOOKS', 'count', null, count(*)::text from webhook_delivery d where d.next_at is not null
union all
select 'WEBHOOKS', 'seconds', null, greatest(0, extract(epoch from business_now() - min(d.created_at)))::text from webhook_delivery d
where d.next_at is not null having count(*) > 0
union all
select 'EVENTS', 'seconds', null, greatest(0, extract(epoch from business_now() - n.at))::text from webhook_cursor c
cross join lateral (select at from event e where (e.tx, e.seq) > (c.tx, c.seq) order by e.tx, e.seq limit 1) n
union all
select 'MAIL', 'count', null, count(*)::text from mail m where m.sent_at is null and is_undelivered(m)
union all
select 'MAIL', 'seconds', null, greatest(0, extract(epoch from clock_timestamp() - min(m.made_at)))::text from mail m
where m.sent_at is null and is_undelivered(m) having count(*) > 0

-- name: undelivered
select count(*)::int as "letters!", min(m.made_at) as since from mail m where m.sent_at is null and is_undelivered(m)

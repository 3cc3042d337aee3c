-- name: takeCursor
select tx::text as "tx!", seq::text as "seq!" from webhook_cursor for update skip locked

-- name: fanOutEvents
with batch as materialized (
  select e.tx, e.seq, e.account_id, e.type, e.at from event e
  where (e.tx, e.seq) > (:tx::xid8, :seq::bigint) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.tx, e.seq limit :limit
), made as (
  insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
  select gen_random_uuid(), w.id, b.seq, b.at, business_now()
  from batch b join webhook_endpoint w on w.account_id = b.account_id
  where w.deleted_at is null and w.disabled_at is null and w.created_at <= b.at and b.type <> :testType
    and (w.event_types = '{}' or b.type = any(w.event_types))
  order by b.tx, b.seq
  on conflict (endpoint_id, event_seq) do nothing
), moved as (
  update webhook_cursor set tx = last.tx, seq = last.seq from (select tx, seq from batch order by tx desc, seq desc limit 1) last
)
select count(*)::int as "events!" from batch

-- name: isBehind
-- By the order of the index: an answer of "none" would otherwise read every event there is.
select exists (select from webhook_cursor c
  cross join lateral (select from event e where (e.tx, e.seq) > (c.tx, c.seq) order by e.tx, e.seq limit 1) n) as "behind!"

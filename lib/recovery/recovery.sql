-- name: readMade
select extract(epoch from created_at)::text as "made!", epoch, (select coalesce(max(seq), 0) from audit) as "audit!",
  (select coalesce(max(seq), 0) from event) as "event!", restored_at is not null and recovered_at is null as "pending!" from deployment

-- name: beginEpoch
select begin_epoch() as "began!"

-- name: readLastInstant
-- What a recovery writes itself says nothing of when the backup was taken.
select coalesce((select max(a.at) from audit a where a.at < d.restored_at), d.created_at) as "at!" from deployment d

-- name: readPeak
-- The most bills of one hour: what may have been handed out in an hour that is lost.
select coalesce(max(hour.made), 0)::bigint as "made!" from (
  select count(*) as made from bill where created_at > (select max(created_at) from bill) - interval '28 days'
  group by date_trunc('hour', created_at)) hour

-- name: readTransactionsBehind
select greatest(highest_transaction()::text::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1, 0) as "behind!"

-- name: passTransactions
call pass_transactions(:quantity::integer)

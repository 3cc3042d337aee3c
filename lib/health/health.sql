-- name: upsertHeartbeat
insert into worker_heartbeat (worker, at) values (:worker, clock_timestamp())
on conflict (worker) do update set at = excluded.at

-- name: writtenUpTo
select pg_current_wal_insert_lsn()::text as "position!"

-- name: readSecondsSinceBeat
select extract(epoch from clock_timestamp() - max(at))::double precision as seconds from worker_heartbeat

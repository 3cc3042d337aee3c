-- name: readHorizon
select tx::text as "tx!", seq::text as "seq!" from event where tx < pg_snapshot_xmin(pg_current_snapshot())
order by event.tx desc, event.seq desc limit 1

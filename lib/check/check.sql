-- name: freezeSnapshot
set transaction isolation level repeatable read, read only

-- name: allowTime
select set_config('statement_timeout', (:ms::bigint)::text, true)

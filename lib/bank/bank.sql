-- name: holdAccount
select pg_advisory_xact_lock(hashtextextended(:name, 0))::text as held

-- name: lockLine
select id from bank_line where id = :id::uuid for update

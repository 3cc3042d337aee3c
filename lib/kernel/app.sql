-- name: read
select business_now() as "now!"

-- name: proveSession
select prove_session(:sessionId::uuid) as "proven!"

-- name: endStatement
select pg_cancel_backend(:processId::integer) as "sent!"

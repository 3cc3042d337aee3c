-- name: read
select business_now() as "now!"

-- name: proveSession
select prove_session(:sessionId::uuid) as "proven!"

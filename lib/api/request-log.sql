-- name: deleteRequests
delete from request_log l using (
  select o.account_id, o.id from account a cross join lateral (
    select account_id, id from request_log where account_id = a.id and id < :end::uuid order by id limit :most
  ) o limit :most
) old where l.account_id = old.account_id and l.id = old.id

-- name: findFailures
select method, route, status, coalesce(code, '') as "code!", coalesce(message, '') as "message!", count(*)::integer as "count!",
  max(at) as "last_at!", (array_agg(id order by id desc))[1] as "last_id!"
from request_log where account_id = :accountId::uuid and status >= 400 and at >= :since
group by method, route, status, code, message order by count desc, last_at desc limit :limit

-- name: findRequest
select id, at, method, target, route, status, ms, caller, code, message, idempotency_key, replayed, object_id, client_address, body, answer from request_log where account_id = :accountId::uuid and id = :requestId::uuid

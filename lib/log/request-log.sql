-- name: deleteRequests
delete from request_log l using (
  select o.account_id, o.id from account a cross join lateral (
    select account_id, id from request_log where account_id = a.id and id < :end::uuid order by id limit :most
  ) o limit :most
) old where l.account_id = old.account_id and l.id = old.id

-- name: findFailures
select method, route, status, coalesce(code, '') as "code!", coalesce(message, '') as "message!", count(*)::integer as "count!",
  max(at) as "last_at!", (array_agg(id order by id desc))[1] as "last_id!"
from request_log where account_id = :accountId::uuid and scope = any(:scopes::text[]) and status >= 400 and at >= :since
  -- A page that is left, or asks anew, aborts what it waits for: that is no failure of anything.
  and (key_id is not null or code is distinct from 'REQUEST_TIMEOUT')
group by method, route, status, code, message order by count desc, last_at desc limit :limit

-- name: insertRequests
with given as (
  select * from json_to_recordset(:logged::json) as r ("accountId" uuid, "requestId" uuid, "at" float8, method text, target text,
    route text, scope text, status integer, ms integer, caller text, "keyId" text, code text, message text, "idempotencyKey" text,
    replayed boolean, "objectId" uuid, "clientAddress" text, body text, answer text)
), unwaiting as (select set_config('synchronous_commit', 'off', true))
insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller, key_id, code, message,
  idempotency_key, replayed, object_id, client_address, body, answer)
select g."accountId", g."requestId", to_timestamp(g."at" / 1000), g.method, g.target, g.route, g.scope,
  g.status, g.ms, g.caller, g."keyId", g.code, g.message, g."idempotencyKey", g.replayed, g."objectId",
  g."clientAddress", g.body, g.answer
from unwaiting cross join given g
on conflict do nothing

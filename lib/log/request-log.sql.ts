// Written from request-log.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type DeleteRequestsValues = {
  end: string;
  most: bigint | number;
};
export const deleteRequests = command<DeleteRequestsValues>({
  text: () => `delete from request_log l using (
  select o.account_id, o.id from account a cross join lateral (
    select account_id, id from request_log where account_id = a.id and id < $1::uuid order by id limit $2
  ) o limit $2
) old where l.account_id = old.account_id and l.id = old.id`,
  values: ["end", "most"],
});

type FindFailuresValues = {
  accountId: string;
  scopes: readonly (string | null)[];
  since: Date;
  limit: bigint | number;
};
type FindFailuresRow = {
  method: string;
  route: string;
  status: number;
  code: string;
  message: string;
  count: number;
  last_at: Date;
  last_id: string;
};
export const findFailures = query<FindFailuresValues, FindFailuresRow>({
  text: () => `select method, route, status, coalesce(code, '') as "code", coalesce(message, '') as "message", count(*)::integer as "count",
  max(at) as "last_at", (array_agg(id order by id desc))[1] as "last_id"
from request_log where account_id = $1::uuid and scope = any($2::text[]) and status >= 400 and at >= $3
  and (key_id is not null or code is distinct from 'REQUEST_TIMEOUT')
group by method, route, status, code, message order by count desc, last_at desc limit $4`,
  values: ["accountId", "scopes", "since", "limit"],
});

type InsertRequestsValues = {
  logged: string;
};
export const insertRequests = command<InsertRequestsValues>({
  text: () => `with given as (
  select * from json_to_recordset($1::json) as r ("accountId" uuid, "requestId" uuid, "at" float8, method text, target text,
    route text, scope text, status integer, ms integer, caller text, "keyId" text, code text, message text, "idempotencyKey" text,
    replayed boolean, "objectId" uuid, "clientAddress" text, body text, answer text)
), unwaiting as (select set_config('synchronous_commit', 'off', true))
insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller, key_id, code, message,
  idempotency_key, replayed, object_id, client_address, body, answer)
select g."accountId", g."requestId", to_timestamp(g."at" / 1000), g.method, g.target, g.route, g.scope,
  g.status, g.ms, g.caller, g."keyId", g.code, g.message, g."idempotencyKey", g.replayed, g."objectId",
  g."clientAddress", g.body, g.answer
from unwaiting cross join given g
on conflict do nothing`,
  values: ["logged"],
});

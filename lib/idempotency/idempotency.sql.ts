// Written from idempotency.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type CompleteRowValues = {
  body: string;
  headers: string;
  status: number;
  openSeconds?: number | null | undefined;
  accountId: string;
  method: string;
  path: string;
  key: string;
  owner: string;
};
export const completeRow = command<CompleteRowValues>({
  text: () => `update idempotency set completed_at = clock_timestamp(), body = $1, headers = $2::jsonb,
  status = $3::smallint, in_flight_until = clock_timestamp() + make_interval(secs => $4)
where account_id = $5::uuid and method = $6 and path = $7 and key = $8
  and owner = $9::uuid and completed_at is null`,
  values: ["body", "headers", "status", "openSeconds", "accountId", "method", "path", "key", "owner"],
});

type DeleteOldValues = {
  keptHours: number;
};
export const deleteOld = command<DeleteOldValues>({
  text: () => `delete from idempotency where (account_id, method, path, key) in (
  select account_id, method, path, key from idempotency
  where claimed_at < clock_timestamp() - make_interval(hours => $1) order by claimed_at limit 5000)`,
  values: ["keptHours"],
});

type ClaimKeysValues = {
  accountIds: readonly (string | null)[];
  methods: readonly (string | null)[];
  paths: readonly (string | null)[];
  keys: readonly (string | null)[];
  payloadHashes: readonly (string | null)[];
  owners: readonly (string | null)[];
  keptHours: number;
};
type ClaimKeysRow = {
  claimed: boolean;
  payload_hash: string | null;
  body: string | null;
  headers: JsonValue | null;
  status: number | null;
  in_flight: boolean | null;
  set_config: string | null;
};
/**
 * What is known of keys that are sent, and a claim for those that are free. A key that is known is read and not locked, so
 * that nobody waits for what another account's transaction does under its own.
 */
export const claimKeys = query<ClaimKeysValues, ClaimKeysRow>({
  text: () => `with sent as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
    with ordinality as a(account_id, method, path, key, payload_hash, owner, nth)
), known as materialized (
  select a.nth, i.payload_hash, i.body, i.headers, i.status, coalesce(i.in_flight_until > clock_timestamp(), false) as in_flight, i.claimed_at < clock_timestamp() - make_interval(hours => $7) as is_old
  from sent a join idempotency i on i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
), made as (
  insert into idempotency (account_id, method, path, key, payload_hash, owner)
  select a.account_id, a.method, a.path, a.key, a.payload_hash, a.owner from sent a
  where not exists (select from known k where k.nth = a.nth) order by 1, 2, 3, 4
  on conflict do nothing returning owner
), over as materialized (
  select a.* from known k join sent a on a.nth = k.nth and k.is_old
  join idempotency i on i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
  where i.claimed_at < clock_timestamp() - make_interval(hours => $7) for update of i skip locked
), renewed as (
  update idempotency i set payload_hash = a.payload_hash, owner = a.owner, claimed_at = clock_timestamp(), completed_at = null, body = null, in_flight_until = null
  from over a where i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
  returning i.owner
)
select a.owner in (select owner from made union all select owner from renewed) as "claimed",
  k.payload_hash, k.body, k.headers, k.status, k.in_flight, set_config('synchronous_commit', 'off', true)
from sent a left join known k on k.nth = a.nth and not k.is_old order by a.nth`,
  values: ["accountIds", "methods", "paths", "keys", "payloadHashes", "owners", "keptHours"],
});

type TakeOverValues = {
  owner: string;
  accountId: string;
  method: string;
  path: string;
  key: string;
  payloadHash: string;
  leaseSeconds: number;
};
export const takeOver = command<TakeOverValues>({
  text: () => `update idempotency set owner = $1, claimed_at = clock_timestamp()
where account_id = $2 and method = $3 and path = $4 and key = $5 and payload_hash = $6
  and completed_at is null and claimed_at < clock_timestamp() - make_interval(secs => $7)`,
  values: ["owner", "accountId", "method", "path", "key", "payloadHash", "leaseSeconds"],
});

type ReadClaimValues = {
  accountId: string;
  method: string;
  path: string;
  key: string;
};
type ReadClaimRow = {
  payload_hash: string;
  body: string | null;
  headers: JsonValue | null;
  status: number;
  in_flight: boolean;
};
/** Whether it is in flight is judged by the clock that has set it. */
export const readClaim = query<ReadClaimValues, ReadClaimRow>({
  text: () => `select i.payload_hash, i.body, i.headers, i.status, coalesce(i.in_flight_until > clock_timestamp(), false) as "in_flight" from idempotency i
where i.account_id = $1::uuid and i.method = $2 and i.path = $3 and i.key = $4`,
  values: ["accountId", "method", "path", "key"],
});

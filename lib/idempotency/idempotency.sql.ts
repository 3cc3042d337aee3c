// Written from idempotency.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type CompleteRowValues = {
  body: string;
  headers: string;
  status: number;
  accountId: string;
  method: string;
  path: string;
  key: string;
  owner: string;
};
export const completeRow = command<CompleteRowValues>({
  text: () => `update idempotency set completed_at = clock_timestamp(), body = $1, headers = $2::jsonb,
  status = $3::smallint
where account_id = $4::uuid and method = $5 and path = $6 and key = $7
  and owner = $8::uuid and completed_at is null`,
  values: ["body", "headers", "status", "accountId", "method", "path", "key", "owner"],
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

type InsertClaimsValues = {
  accountIds: readonly (string | null)[];
  methods: readonly (string | null)[];
  paths: readonly (string | null)[];
  keys: readonly (string | null)[];
  payloadHashes: readonly (string | null)[];
  owners: readonly (string | null)[];
  keptHours: number;
};
type InsertClaimsRow = {
  owner: string;
  set_config: string | null;
};
export const insertClaims = query<InsertClaimsValues, InsertClaimsRow>({
  text: () => `insert into idempotency (account_id, method, path, key, payload_hash, owner)
select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
order by 1, 2, 3, 4
on conflict (account_id, method, path, key) do update
  set payload_hash = excluded.payload_hash, owner = excluded.owner, claimed_at = clock_timestamp(), completed_at = null, body = null
  where idempotency.claimed_at < clock_timestamp() - make_interval(hours => $7)
returning owner, set_config('synchronous_commit', 'off', true)`,
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

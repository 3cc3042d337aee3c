// Written from idempotency.sql and the database's own description by `node .config/statements.ts`.
import { command } from "#lib/kernel/statement.ts";

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
  text: `update idempotency set completed_at = clock_timestamp(), body = $1, headers = $2::jsonb,
  status = $3::smallint
where account_id = $4::uuid and method = $5 and path = $6 and key = $7
  and owner = $8::uuid and completed_at is null`,
  values: ["body", "headers", "status", "accountId", "method", "path", "key", "owner"],
});

type DeleteOldValues = {
  keptHours: number;
};
export const deleteOld = command<DeleteOldValues>({
  text: `delete from idempotency where (account_id, method, path, key) in (
  select account_id, method, path, key from idempotency
  where claimed_at < clock_timestamp() - make_interval(hours => $1) order by claimed_at limit 5000)`,
  values: ["keptHours"],
});

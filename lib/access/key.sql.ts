// Written from key.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type LockAccountValues = {
  accountId: string;
};
type LockAccountRow = {
  one: number | null;
};
export const lockAccount = query<LockAccountValues, LockAccountRow>({
  text: `select 1 as one from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type LockActiveKeyValues = {
  keyId: string;
  accountId: string;
};
type LockActiveKeyRow = {
  id: string;
};
export const lockActiveKey = query<LockActiveKeyValues, LockActiveKeyRow>({
  text: `select id from api_key where id = $1 and account_id = $2::uuid and revoked_at is null
  and (expires_at is null or expires_at > clock_timestamp()) for update`,
  values: ["keyId", "accountId"],
});

type EndKeyAtValues = {
  at: Date;
  keyId: string;
};
export const endKeyAt = command<EndKeyAtValues>({
  text: `update api_key set expires_at = least(expires_at, $1) where id = $2`,
  values: ["at", "keyId"],
});

type DeleteNoncesValues = {
  olderThanSeconds: number;
};
export const deleteNonces = command<DeleteNoncesValues>({
  text: `delete from nonce where (key_id, nonce) in (
  select key_id, nonce from nonce
  where used_at < clock_timestamp() - make_interval(secs => $1) order by used_at limit 5000)`,
  values: ["olderThanSeconds"],
});

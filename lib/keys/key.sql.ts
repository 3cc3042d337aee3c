// Written from key.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type LockAccountValues = {
  accountId: string;
};
type LockAccountRow = {
  one: number | null;
};
export const lockAccount = query<LockAccountValues, LockAccountRow>({
  text: () => `select 1 as one from account where id = $1::uuid for update`,
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
  text: () => `select id from api_key where id = $1 and account_id = $2::uuid and revoked_at is null
  and (expires_at is null or expires_at > clock_timestamp()) for update`,
  values: ["keyId", "accountId"],
});

type EndKeyAtValues = {
  at: Date;
  keyId: string;
};
export const endKeyAt = command<EndKeyAtValues>({
  text: () => `update api_key set expires_at = least(expires_at, $1) where id = $2`,
  values: ["at", "keyId"],
});

type DeleteNoncesValues = {
  olderThanSeconds: number;
};
export const deleteNonces = command<DeleteNoncesValues>({
  text: () => `delete from nonce where (key_id, nonce) in (
  select key_id, nonce from nonce
  where used_at < clock_timestamp() - make_interval(secs => $1) order by used_at limit 5000)`,
  values: ["olderThanSeconds"],
});

type StoredProofOfValues = {
  keyId: string;
  mode: string;
};
type StoredProofOfRow = {
  secret_sealed: Uint8Array | null;
  public_key: Uint8Array | null;
  rate_per_second: number;
};
export const storedProofOf = query<StoredProofOfValues, StoredProofOfRow>({
  text: () => `select secret_sealed, public_key, rate_per_second from api_key where id = $1 and mode = $2`,
  values: ["keyId", "mode"],
});

type AdmitKeyValues = {
  keyId: string;
  mode: string;
  nonces: readonly (string | null)[];
};
type AdmitKeyRow = {
  account_id: string;
  account_name: string;
  scopes: string[];
  rate_per_second: number;
  ip_allow: string[];
  new_nonces: string[];
  set_config: string | null;
};
export const admitKey = query<AdmitKeyValues, AdmitKeyRow>({
  text: () => `with caller as (
  select k.id, k.account_id, a.name as account_name, k.scopes, k.rate_per_second, k.ip_allow, k.last_used_at
  from api_key k join account a on a.id = k.account_id
  where k.id = $1 and k.mode = $2 and not k.waiting and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
), used as (
  insert into nonce (key_id, nonce) select c.id, n.nonce from caller c cross join (select unnest($3::text[]) as nonce order by 1) n
  on conflict do nothing returning nonce
), touched as (
  update api_key k set last_used_at = clock_timestamp() from caller c
  where k.id = c.id and (c.last_used_at is null or c.last_used_at < clock_timestamp() - interval '1 minute')
)
select account_id, account_name, scopes, rate_per_second, ip_allow, array(select nonce from used) as "new_nonces",
  set_config('synchronous_commit', 'off', true) from caller`,
  values: ["keyId", "mode", "nonces"],
});

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

type AdmitKeysValues = {
  keyIds: readonly (string | null)[];
  nonces: readonly (string | null)[];
  mode: string;
};
type AdmitKeysRow = {
  id: string;
  account_id: string;
  account_name: string;
  scopes: string[];
  rate_per_second: number;
  ip_allow: string[];
  new_nonces: string[];
  set_config: string | null;
};
export const admitKeys = query<AdmitKeysValues, AdmitKeysRow>({
  text: () => `with asked as materialized (
  select * from unnest($1::text[], $2::text[]) as a(key_id, nonce)
), caller as materialized (
  select k.id, k.account_id, a.name as account_name, k.scopes, k.rate_per_second, k.ip_allow, k.last_used_at
  from api_key k join account a on a.id = k.account_id
  where k.id in (select key_id from asked) and k.mode = $3 and not k.waiting and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
), used as (
  insert into nonce (key_id, nonce) select c.id, a.nonce from caller c join asked a on a.key_id = c.id
  where a.nonce is not null order by 1, 2
  on conflict do nothing returning key_id, nonce
), idle as materialized (
  select k.id from api_key k join caller c on c.id = k.id
  where c.last_used_at is null or c.last_used_at < clock_timestamp() - interval '1 minute'
  for no key update of k skip locked
), touched as (
  update api_key k set last_used_at = clock_timestamp() from idle i where k.id = i.id
)
select c.id, account_id, account_name, scopes, rate_per_second, ip_allow,
  array(select u.nonce from used u where u.key_id = c.id) as "new_nonces", set_config('synchronous_commit', 'off', true)
from caller c`,
  values: ["keyIds", "nonces", "mode"],
});

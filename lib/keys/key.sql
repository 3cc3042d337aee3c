-- name: lockAccount
select 1 as one from account where id = :accountId::uuid for update

-- name: lockActiveKey
select id from api_key where id = :keyId and account_id = :accountId::uuid and revoked_at is null
  and (expires_at is null or expires_at > clock_timestamp()) for update

-- name: endKeyAt
update api_key set expires_at = least(expires_at, :at) where id = :keyId

-- name: deleteNonces
delete from nonce where (key_id, nonce) in (
  select key_id, nonce from nonce
  where used_at < clock_timestamp() - make_interval(secs => :olderThanSeconds) order by used_at limit 5000)

-- name: storedProofOf
select secret_sealed, public_key, rate_per_second from api_key where id = :keyId and mode = :mode

-- name: admitKeys
with asked as materialized (
  select * from unnest(:keyIds::text[], :nonces::text[]) as a(key_id, nonce)
), caller as materialized (
  select k.id, k.account_id, a.name as account_name, k.scopes, k.rate_per_second, k.ip_allow, k.last_used_at
  from api_key k join account a on a.id = k.account_id
  where k.id in (select key_id from asked) and k.mode = :mode and not k.waiting and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
), used as (
  insert into nonce (key_id, nonce) select c.id, a.nonce from caller c join asked a on a.key_id = c.id
  where a.nonce is not null order by 1, 2
  on conflict do nothing returning key_id, nonce
), idle as materialized (
  -- Who changes a key holds its row, and is not waited for.
  select k.id from api_key k join caller c on c.id = k.id
  where c.last_used_at is null or c.last_used_at < clock_timestamp() - interval '1 minute'
  for no key update of k skip locked
), touched as (
  update api_key k set last_used_at = clock_timestamp() from idle i where k.id = i.id
)
select c.id, account_id, account_name, scopes, rate_per_second, ip_allow,
  array(select u.nonce from used u where u.key_id = c.id) as "new_nonces!", set_config('synchronous_commit', 'off', true)
from caller c

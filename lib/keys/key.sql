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

-- name: admitKey
with caller as (
  select k.id, k.account_id, a.name as account_name, k.scopes, k.rate_per_second, k.ip_allow, k.last_used_at
  from api_key k join account a on a.id = k.account_id
  where k.id = :keyId and k.mode = :mode and not k.waiting and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
), used as (
  insert into nonce (key_id, nonce) select c.id, n.nonce from caller c cross join (select unnest(:nonces::text[]) as nonce order by 1) n
  on conflict do nothing returning nonce
), touched as (
  update api_key k set last_used_at = clock_timestamp() from caller c
  where k.id = c.id and (c.last_used_at is null or c.last_used_at < clock_timestamp() - interval '1 minute')
)
select account_id, account_name, scopes, rate_per_second, ip_allow, array(select nonce from used) as "new_nonces!",
  set_config('synchronous_commit', 'off', true) from caller

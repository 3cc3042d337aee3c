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

-- name: openSessionRow
select u.email, u.name, s.proven_at as "provenAt", s.created_at as "createdAt",
  u.password_hash is not null as "hasPassword!"
from staff_session s join staff_user u on u.id = s.user_id
where s.id = :id::uuid and s.revoked_at is null and s.expires_at > clock_timestamp()

-- name: sessionsOf
select id::text as "id!", created_at as "createdAt", expires_at as "expiresAt", seen_at as "seenAt",
  client_address as "clientAddress", agent
from staff_session
where user_id = :userId::uuid and revoked_at is null and expires_at > clock_timestamp()
  and coalesce(seen_at, created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, :idleSeconds))
order by created_at desc, id desc limit :mostShown

-- name: sessionsOfMembers
select s.id::text as "id!", s.user_id::text as "userId!", u.name, s.created_at as "createdAt",
  s.expires_at as "expiresAt", s.seen_at as "seenAt", s.client_address as "clientAddress", s.agent
from membership m join staff_user u on u.id = m.user_id join staff_session s on s.user_id = u.id
where m.account_id = :accountId::uuid and m.disabled_at is null and s.revoked_at is null
  and s.expires_at > clock_timestamp()
  and coalesce(s.seen_at, s.created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, :idleSeconds))
order by s.created_at desc, s.id desc limit :mostShown

-- name: endSessionRow
update staff_session set revoked_at = clock_timestamp()
where id = :id::uuid and user_id = :userId::uuid and revoked_at is null and expires_at > clock_timestamp()

-- name: endOtherRows
update staff_session set revoked_at = clock_timestamp()
where user_id = :userId::uuid and id <> :kept::uuid and revoked_at is null and expires_at > clock_timestamp()

-- name: noteProof
update staff_session set proven_at = clock_timestamp() where id = :sessionId::uuid

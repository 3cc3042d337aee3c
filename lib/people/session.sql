-- name: openSessionRow
select u.email, u.name, s.proven_at as "provenAt"
from staff_session s join staff_user u on u.id = s.user_id
where s.id = :id::uuid and s.revoked_at is null and s.expires_at > clock_timestamp()

-- name: sessionsOf
select id::text as "id!", created_at as "createdAt", expires_at as "expiresAt", seen_at as "seenAt",
  client_address as "clientAddress", agent
from staff_session
where user_id = :userId::uuid and revoked_at is null and expires_at > clock_timestamp()
order by created_at desc, id desc limit :mostShown

-- name: endSessionRow
update staff_session set revoked_at = clock_timestamp()
where id = :id::uuid and user_id = :userId::uuid and revoked_at is null and expires_at > clock_timestamp()

-- name: endOtherRows
update staff_session set revoked_at = clock_timestamp()
where user_id = :userId::uuid and id <> :kept::uuid and revoked_at is null and expires_at > clock_timestamp()

-- name: noteProof
update staff_session set proven_at = clock_timestamp() where id = :sessionId::uuid

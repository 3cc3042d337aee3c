-- name: openSession
select open_session(:id::uuid, :userId::uuid, :seconds::double precision, :clientAddress?::text, :agent?::text, :deviceDigest?::bytea,
  :proven::boolean, :way::text, :requestId::text)::text as "opened"

-- name: touchSession
update staff_session set seen_at = clock_timestamp() where id = :sessionId

-- name: revokeSession
update staff_session set revoked_at = clock_timestamp() where id = :sessionId and revoked_at is null and prove_session(:sessionId::uuid)
returning user_id

-- name: staffOfSession
select u.id as user_id, u.name, u.email, a.id as account_id, a.name as account_name, a.is_house, m.role,
  has_second_factor(u.id) as "enrolled!", s.proven_at,
  coalesce(s.seen_at > clock_timestamp() - interval '1 minute', false) as "seen!",
  rules.set -> 'house' ->> 'secondFactor' as factor_rule, rules.set -> 'house' ->> 'stepUpMs' as step_up_ms
from staff_session s
join staff_user u on u.id = s.user_id and u.disabled_at is null
left join membership m on m.user_id = u.id and m.disabled_at is null
left join account a on a.id = m.account_id
left join lateral (select settings_of(a.id) as set) rules on true
where s.id = :sessionId and s.revoked_at is null and s.expires_at > clock_timestamp()
  and coalesce(s.seen_at, s.created_at) > clock_timestamp() - make_interval(secs => coalesce((settings_of(null) -> 'house' ->> 'idleMs')::double precision / 1000, :idleSeconds))
order by a.name

-- name: openedBefore
select count(*) > 0 as "ever!", coalesce(bool_or(device_digest = :device?::bytea), false) as "here!"
from staff_session
where user_id = :userId::uuid and created_at > clock_timestamp() - make_interval(days => :days)

-- name: proveIdentity
select prove_identity(:issuer::text, :subject::text, :joined?::uuid) as "proven!"

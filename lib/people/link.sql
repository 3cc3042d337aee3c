-- name: makeLink
select make_link(:id::uuid, :kind::text, :digest::bytea, :invitationId?::uuid, :userId?::uuid, :seconds::double precision)::text as "made"

-- name: endLinks
update one_time_link set ended_at = clock_timestamp()
where used_at is null and ended_at is null
  and (invitation_id = :invitationId?::uuid or (user_id = :userId?::uuid and kind = :kind))

-- name: openLink
select l.id, l.kind, l.invitation_id, l.user_id, l.expires_at, i.account_id, a.name as account_name, i.role, i.email, i.name,
  i.invited_by, i.approval_id, case when i.recovery then i.made_at + recovery_waits() end as usable_at
from one_time_link l
left join invitation i on i.id = l.invitation_id and i.accepted_at is null and i.revoked_at is null
left join account a on a.id = i.account_id
where l.digest = :digest and l.used_at is null and l.ended_at is null and l.expires_at > clock_timestamp()
  and (l.invitation_id is null or i.id is not null)

-- name: takeLink
select take_link(:digest::bytea) as "taken!"

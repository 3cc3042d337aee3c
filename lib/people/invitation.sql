-- name: openInvitations
select i.id, i.email, i.name, i.role, i.made_at, u.name as inviter,
  (select max(l.expires_at) from one_time_link l where l.invitation_id = i.id and l.used_at is null and l.ended_at is null)
    as expires_at, i.recovery, case when i.recovery then i.made_at + recovery_waits() end as usable_at
from invitation i left join staff_user u on u.id = i.invited_by
where i.account_id = :accountId::uuid and i.accepted_at is null and i.revoked_at is null
order by i.made_at desc, i.id desc

-- name: endInvitation
update invitation set revoked_at = clock_timestamp()
where id = :id::uuid and account_id = :accountId::uuid and accepted_at is null and revoked_at is null

-- name: acceptInvitation
update invitation set accepted_at = clock_timestamp(), accepted_by = :userId::uuid
where id = :id::uuid and accepted_at is null and revoked_at is null

-- name: withoutInviter
-- Open invitations of a person who invites nobody any more, nor has a second person agreed to them.
select i.id, i.account_id as "accountId" from invitation i
where i.invited_by = :userId::uuid and i.approval_id is null and i.accepted_at is null and i.revoked_at is null
  and not exists (select from membership m where m.user_id = i.invited_by and m.disabled_at is null and m.role = 'admin'
    and m.account_id in (i.account_id, house_account()))
order by i.id

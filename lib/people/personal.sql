-- name: reviewRows
select a.name as account, u.id::text as "userId!", u.name, u.email, m.role, coalesce(m.disabled_at, u.disabled_at) is not null as "disabled!",
  has_second_factor(u.id) as "secondFactor!", u.password_hash is not null as "hasPassword!", m.role_since as "roleSince",
  i.name as inviter, (select max(s.created_at) from staff_session s where s.user_id = u.id) as "lastSignIn"
from membership m
join account a on a.id = m.account_id
join staff_user u on u.id = m.user_id
left join staff_user i on i.id = m.invited_by
where m.account_id = coalesce(:accountId?::uuid, m.account_id)
order by a.name, u.name, u.id

-- name: auditOf
select action, at, account_id::text as "accountId", client_address as "clientAddress", detail
from audit where object_kind = 'user' and object_id = :userId order by seq

-- name: deleteVisits
update staff_session set client_address = null, agent = null, device_digest = null where id in (
  select id from staff_session
  where created_at < clock_timestamp() - make_interval(days => :days)
    and (client_address is not null or agent is not null or device_digest is not null)
  order by created_at limit 5000)

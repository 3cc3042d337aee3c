-- name: countTry
insert into sign_in_try as t (name, tries) values (:name, 1)
on conflict (name) do update set
  tries = case when t.since <= clock_timestamp() - make_interval(secs => :seconds) then 1 else t.tries + 1 end,
  since = case when t.since <= clock_timestamp() - make_interval(secs => :seconds) then clock_timestamp() else t.since end
returning tries

-- name: deleteOldAttempts
delete from sign_in_try where name in (
  select name from sign_in_try where since < clock_timestamp() - make_interval(secs => :olderThanSeconds)
  order by since limit 5000)

-- name: whoSignsIn
select u.id, u.email, u.name, u.password_hash,
  exists (select from staff_session s where s.user_id = u.id and s.device_digest = :device?::bytea
    and s.created_at > clock_timestamp() - make_interval(days => :days)) as "device_known!",
  exists (select from staff_session s where s.user_id = u.id and s.client_address = :address?::text
    and s.created_at > clock_timestamp() - make_interval(days => :days)) as "address_known!"
from (select :email::text as email) given
left join staff_user u on u.email = given.email and u.disabled_at is null

-- name: isNewPlace
-- Whether neither this session nor another of its browser has ever shown the person's second factor.
select not exists (
  select from staff_session s join staff_session p on p.user_id = s.user_id and p.proven_at is not null
    and (p.id = s.id or p.device_digest = s.device_digest)
  where s.id = :sessionId::uuid) as "isNew!"

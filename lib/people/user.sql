-- name: membersOf
select u.id, u.email, u.name, m.role, m.source, u.created_at, coalesce(m.disabled_at, u.disabled_at) as disabled_at, has_second_factor(u.id) as "second_factor!",
  (select max(s.created_at) from staff_session s where s.user_id = u.id) as last_sign_in
from membership m join staff_user u on u.id = m.user_id
where m.account_id = :accountId::uuid order by u.name, u.id

-- name: lockMembers
select 1 as one from account where id = :accountId::uuid for update

-- name: digestOfSignIn
select digest_of_sign_in(:userId::uuid) as "digest!"

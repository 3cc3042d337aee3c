-- name: takeDueMail
update mail m set tries = m.tries + 1, next_at = clock_timestamp() + make_interval(secs => :leaseSeconds)
from (select id from mail where next_at <= clock_timestamp() order by next_at limit :limit for update skip locked) due
where m.id = due.id returning m.id, m.recipient, m.subject, m.body, m.tries

-- name: markSent
update mail set sent_at = clock_timestamp(), next_at = null, error = null where id = :id::uuid

-- name: markFailed
update mail set error = :error, next_at = clock_timestamp() + make_interval(secs => :waitSeconds?::double precision)
where id = :id::uuid

-- name: adminAddresses
select u.email from membership m join staff_user u on u.id = m.user_id
where m.account_id = :accountId::uuid and m.role = 'admin' and u.disabled_at is null order by u.email

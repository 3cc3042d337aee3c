-- name: takeDueMail
update mail m set tries = m.tries + 1, next_at = clock_timestamp() + make_interval(secs => :leaseSeconds)
from (select id from mail where next_at <= clock_timestamp() order by next_at limit :limit for update skip locked) due
where m.id = due.id returning m.id, m.recipient, m.subject, m.body, m.tries, m.link_sealed, m.rule_id as "ruleId"

-- name: markSent
update mail set sent_at = clock_timestamp(), next_at = null, error = null, link_sealed = null where id = :id::uuid

-- name: markFailed
update mail set error = :error, next_at = clock_timestamp() + make_interval(secs => :waitSeconds?::double precision),
  link_sealed = case when :waitSeconds?::double precision is not null then link_sealed end
where id = :id::uuid

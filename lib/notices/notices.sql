-- name: rulesOf
select r.id, r.channel, r.topics, r.url_shown as "urlShown", r.role, r.user_id as "userId", u.name as "userName", r.language, r.created_at as "createdAt",
  r.sent_at as "sentAt", r.failing_since as "failingSince", r.fault
from notification_rule r left join staff_user u on u.id = r.user_id
where r.account_id = :accountId::uuid and r.ended_at is null order by r.created_at, r.id

-- name: lockRules
select pg_advisory_xact_lock(hashtextextended('notification rules ' || :accountId, 0))::text as locked

-- name: insertRule
insert into notification_rule (id, account_id, channel, topics, url_sealed, url_shown, role, user_id, language)
select :id::uuid, :accountId::uuid, :channel, :topics::text[], :urlSealed?::bytea, :urlShown?, :role?, :userId?::uuid, :language
where (select count(*) from notification_rule where account_id = :accountId::uuid and ended_at is null) < :most
  and (:userId?::uuid is null or exists (select from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
    where m.account_id = :accountId::uuid and m.user_id = :userId?::uuid and m.disabled_at is null))

-- name: endRule
update notification_rule set ended_at = business_now() where id = :id::uuid and account_id = :accountId::uuid and ended_at is null

-- name: accountsDue
select distinct r.account_id as "accountId", a.name from notification_rule r join account a on a.id = r.account_id
where r.ended_at is null and r.channel <> 'BELL' and r.looked_at <= clock_timestamp() - make_interval(secs => :everySeconds::double precision)

-- name: takeRules
update notification_rule r set looked_at = clock_timestamp()
from (select id from notification_rule where account_id = :accountId::uuid and ended_at is null and channel <> 'BELL'
    and looked_at <= clock_timestamp() - make_interval(secs => :everySeconds::double precision) order by id for update skip locked) due
where r.id = due.id returning r.id, r.channel, r.topics, r.language, r.role, r.user_id as "userId"

-- name: insertNotices
insert into notice (id, rule_id, key, subject, amount, due_at, path)
select n.id, :ruleId::uuid, n.key, n.subject, n.amount, n.due_at, n.path
from unnest(:ids::uuid[], :keys::text[], :subjects::text[], :amounts::text[], :dueAts::timestamptz[], :paths::text[])
  n(id, key, subject, amount, due_at, path)
on conflict (rule_id, key) do nothing returning id

-- name: queueNotices
update notice set next_at = clock_timestamp() where id = any(:ids::uuid[])

-- name: noteLetters
update notice set sent_at = clock_timestamp() where id = any(:ids::uuid[])

-- name: noteLetterSent
-- Of a rule to several it still fails for those whose letters were not taken and wait.
update notification_rule r set sent_at = business_now(), (failing_since, fault) = (select r.failing_since, r.fault
  where exists (select from mail m where m.rule_id = r.id and m.next_at is not null and m.error is not null))
where r.id = :ruleId::uuid

-- name: noteLetterFailed
update notification_rule set failing_since = coalesce(failing_since, business_now()), fault = :fault where id = :ruleId::uuid

-- name: takeDueNotices
update notice n set tries = n.tries + 1, next_at = clock_timestamp() + make_interval(secs => :leaseSeconds)
from (select id from notice where next_at <= clock_timestamp() order by next_at limit :limit for update skip locked) due,
  notification_rule r, account a
where n.id = due.id and r.id = n.rule_id and a.id = r.account_id
returning n.id, n.rule_id as "ruleId", n.subject, n.amount, n.due_at as "dueAt", n.path, n.tries, r.channel, r.language, r.url_sealed as "urlSealed",
  a.name as account, r.ended_at is not null as "isEnded!"

-- name: markNoticeSent
with done as (update notice set sent_at = clock_timestamp(), next_at = null, error = null where id = :id::uuid and tries = :tries returning rule_id)
update notification_rule set sent_at = business_now(), failing_since = null, fault = null where id = (select rule_id from done)

-- name: markNoticeFailed
with failed as (update notice set error = :error, next_at = clock_timestamp() + make_interval(secs => :waitSeconds?::double precision)
  where id = :id::uuid and tries = :tries returning rule_id)
update notification_rule set failing_since = coalesce(failing_since, business_now()), fault = :error where id = (select rule_id from failed)

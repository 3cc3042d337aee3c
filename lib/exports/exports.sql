-- name: addPart
with mine as (
  update export_job set rows_done = rows_done + :rows, bytes = bytes + :contentLength,
    leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
  where id = :id::uuid and lease = :lease::uuid returning id)
insert into export_part (job_id, ordinal, content) select id, :ordinal, :content from mine

-- name: noteRows
update export_job set rows_done = :rows, leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
where id = :id::uuid and lease = :lease::uuid

-- name: setReady
update export_job set status = 'READY', lease = null, leased_until = null, finished_at = business_now(),
  expires_at = business_now() + :keptDays * interval '1 day'
where id = :id::uuid and lease = :lease::uuid

-- name: setFailed
update export_job set status = 'FAILED', lease = null, leased_until = null, finished_at = business_now(), fault = :fault, failure = :failure
where id = :id::uuid and lease = :lease::uuid

-- name: setCancelled
update export_job set status = 'CANCELLED', lease = null, leased_until = null, expires_at = null,
  finished_at = coalesce(finished_at, business_now())
where id = :id::uuid and account_id = :accountId::uuid and status in ('QUEUED', 'RUNNING', 'READY')

-- name: expireFiles
update export_job set status = 'EXPIRED' where status = 'READY' and expires_at <= business_now() returning id

-- name: weightOf
select count(*) filter (where status <> 'READY')::integer as "waiting!", coalesce(sum(bytes) filter (where status = 'READY'), 0)::bigint as "bytes!"
from export_job where account_id = :accountId::uuid
  and (status in ('QUEUED', 'RUNNING') or (status = 'READY' and expires_at > business_now()))

-- name: exportsOf
select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status!",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from export_job e join account a on a.id = e.account_id
  where e.account_id = :accountId::uuid order by e.created_at desc, e.id desc limit :limit

-- name: exportOf
select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status!",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from export_job e join account a on a.id = e.account_id
  where e.account_id = :accountId::uuid and e.id = :id::uuid

-- name: takeExport
  with taken as (
    update export_job set status = 'RUNNING', lease = :lease::uuid, rows_done = 0, bytes = 0,
      leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
    where id = (select id from export_job where status = 'QUEUED' or (status = 'RUNNING' and leased_until < clock_timestamp())
                order by created_at limit 1 for update skip locked)
    returning *)
select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status!",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from taken e join account a on a.id = e.account_id

-- name: insertApproval
insert into approval (id, account_id, what, decides, request, reason, asked_by, asked_user_id, asked_at, expires_at)
values (:id::uuid, :accountId::uuid, :what, :decides, :request::jsonb, :reason?,
  :askedBy, :askedUserId?::uuid, business_now(), business_now() + :lifeMs * interval '1 millisecond')

-- name: lockApproval
select id from approval where id = :id::uuid for update

-- name: writeDecision
update approval set status = :status, before = :before?::jsonb, decided_by = :decidedBy,
  decided_user_id = :decidedUserId?::uuid, decided_at = business_now(), note = :note?,
  payout_id = :payoutId?::uuid
where id = :id::uuid

-- name: writeFirst
update approval set first_by = :by, first_user_id = :userId::uuid, first_at = business_now() where id = :id::uuid

-- name: approverFault
select approver_fault(:id::uuid, :userId::uuid) as "fault"

-- name: askerHolds
select asker_holds(a, :roles::text[]) as "holds!" from approval a where a.id = :id::uuid

-- name: hasApprover
select exists (select 1 from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
  where m.account_id = (select account_id from approval where id = :id::uuid)
    and m.role = any(:roles::text[]) and approver_fault(:id::uuid, m.user_id) is null) as "found!"

-- name: deciders
select u.email from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
where m.account_id = :tenantId::uuid and m.disabled_at is null and m.role = any(:roles::text[])
  and approver_fault(:id::uuid, m.user_id) is null
  and (select count(*) from approval other where other.status = 'PENDING' and other.expires_at > business_now()
    and other.account_id = (select account_id from approval where id = :id::uuid)) <= :mostWaiting
order by u.email

-- name: isSetUp
select in_setup() as "found!"

-- name: findApproval
select a.id, a.account_id as "accountId", t.name as "accountName", t.is_house as "ofHouse", a.what, a.decides, a.request, a.reason,
  a.asked_by as "askedBy", a.asked_user_id as "askedUserId", a.asked_maker_ids as "askedMakerIds", a.asked_at as "askedAt",
  a.expires_at as "expiresAt", case when a.status = 'PENDING' and a.expires_at <= business_now() then 'EXPIRED' else a.status end as "status!",
  a.before, a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.note, a.payout_id as "payoutId",
  a.first_by as "firstBy", a.first_user_id as "firstUserId", a.first_at as "firstAt"
from approval a join account t on t.id = a.account_id where a.id = :id::uuid

-- name: isAboveLimit
select coalesce(:units::numeric > execution_limit_units(:accountId::uuid, :base, :fiat), false) as "above!"

-- name: findEnvelope
select id, status = 'APPROVED' as "signed!" from approval
where account_id = :accountId::uuid and what = 'execution' and request ->> 'invoiceId' = :invoiceId
  and (status = 'APPROVED' or (status = 'PENDING' and expires_at > business_now()))
  and (request ->> 'lowestPrice')::numeric <= :price::numeric
  and (request ->> 'until')::numeric > extract(epoch from business_now()) * 1000
order by status limit 1

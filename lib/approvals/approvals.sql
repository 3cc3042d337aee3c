-- name: insertApproval
insert into approval (id, account_id, what, request, reason, asked_by, asked_user_id, asked_at, expires_at)
values (:id::uuid, :accountId::uuid, :what, :request::jsonb, :reason?,
  :askedBy, :askedUserId?::uuid, business_now(), business_now() + :lifeMs * interval '1 millisecond')

-- name: lockApproval
select id from approval where account_id = :accountId::uuid and id = :id::uuid for update

-- name: writeDecision
update approval set status = :status, before = :before?::jsonb, decided_by = :decidedBy,
  decided_user_id = :decidedUserId?::uuid, decided_at = business_now(), note = :note?,
  payout_id = :payoutId?::uuid
where id = :id::uuid

-- name: findApproval
select id, what, request, reason, asked_by as "askedBy", asked_user_id as "askedUserId", asked_at as "askedAt",
  expires_at as "expiresAt", case when status = 'PENDING' and expires_at <= business_now() then 'EXPIRED' else status end as "status!",
  before, decided_by as "decidedBy", decided_at as "decidedAt", note, payout_id as "payoutId"
from approval where account_id = :accountId::uuid and id = :id::uuid

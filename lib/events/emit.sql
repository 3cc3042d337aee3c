-- name: insertPaymentEvents
with told as materialized (
  select b.id, b.account_id, m.now, (select coalesce(max(sequence), 0) from event where object_id = b.id) as last, r.record
  from bill b cross join (select business_now() as now) m cross join lateral payment_record(b, m.now) r
  where b.id = any(:billIds::uuid[])
)
insert into event (id, account_id, type, object_id, sequence, data, at)
select e.id, t.account_id, e.type, t.id, t.last + row_number() over (partition by t.id order by e.nth), t.record, t.now
from unnest(:ids::uuid[], :eventBillIds::uuid[], :types::text[])
  with ordinality e(id, bill_id, type, nth) join told t on t.id = e.bill_id order by e.nth

-- name: emitConversionEvent
insert into event (id, account_id, type, object_id, sequence, data, at)
select :id::uuid, v.account_id, :type, v.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = v.id), conversion_json(v, m.now), m.now
from conversion v cross join (select business_now() as now) m where v.id = :conversionId::uuid
returning data

-- name: emitTest
insert into event (id, account_id, type, object_id, sequence, data, at)
select :eventId::uuid, :accountId::uuid, :type, :endpointId::uuid,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = :endpointId::uuid), :data, business_now()
returning seq, at

-- name: emitPayoutEvent
insert into event (id, account_id, type, object_id, sequence, data, at)
select e.id, o.account_id, e.type, o.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = o.id), payout_json(o), business_now()
from json_to_recordset(:rows::json) as e(id uuid, type text, "payoutId" uuid) join payout o on o.id = e."payoutId"

-- name: emitSettlementEvent
insert into event (id, account_id, type, object_id, sequence, data, at)
select :id::uuid, s.account_id, :type, s.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = s.id), settlement_json(s), business_now()
from settlement s where s.id = :settlementId?::uuid or s.payout_id = :payoutId?::uuid

-- name: emitRefundEvent
insert into event (id, account_id, type, object_id, sequence, data, at)
select :id::uuid, l.account_id, :type, l.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = l.id), refund_link_json(l, business_now()), business_now()
from refund_link l where l.id = :refundLinkId::uuid

-- name: emitAssignmentEvent
insert into event (id, account_id, type, object_id, sequence, data, at)
select :id::uuid, r.account_id, :type, r.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = r.id), assignment_json(r), business_now()
from resolution r where r.id = :resolutionId::uuid and r.kind = 'ASSIGN'

-- part: appendEvents
-- Appends the rows of new_event.
insert into event (id, account_id, type, object_id, sequence, data, at)
select id, account_id, type, object_id, sequence, data, at from new_event

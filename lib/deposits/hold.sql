-- name: recordOfBill
select r.record as "record!" from bill b cross join (select business_now() as now) m cross join lateral payment_record(b, m.now) r where id = :billId::uuid

-- name: billStateWith
select bill_status(x, business_now()) as "status!", bill_amount_status(x, business_now()) as "amountStatus!"
from bill b
cross join lateral facts_of_deposits(b.id, :depositId::uuid, :status) f
cross join lateral jsonb_populate_record(b, jsonb_build_object('amount_units', f.amount, 'standing_deposits', f.standing,
  'deposits_processing', f.processing, 'deposits_unconfirmed', f.unconfirmed)) x
where b.id = :billId::uuid

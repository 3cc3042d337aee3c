-- name: lockAccount
select id from account where id = :accountId::uuid for update

-- name: reserveNow
select reserve_now(:accountId::uuid, :currency) as "reserve!"

-- name: areOwn
select exists (select from bill where id = :billId?::uuid and account_id = :accountId::uuid) as "bill!",
  exists (select from deposit where id = :depositId?::uuid and account_id = :accountId::uuid) as "deposit!"

-- name: payableBills
select distinct d.bill_id from deposit d
where d.account_id = :accountId::uuid and d.asset = :asset
  and (:billId?::uuid is null or d.bill_id = :billId?::uuid)
  and (:depositId?::uuid is null or d.id = :depositId?::uuid)
  and (d.unconverted_units > d.locked_units + d.reserved_units or (d.pending_units > 0 and d.status in ('HELD', 'DECLINED')))
order by d.bill_id

-- name: lockPayable
select id, bill_id, asset, status, pending_units, unconverted_units, locked_units, reserved_units from deposit
where bill_id = any(:billIds::uuid[]) and asset = :asset and reversal_due_at is null
  and (:depositId?::uuid is null or id = :depositId?::uuid)
order by created_at, id for update

-- name: payoutRecord
select payout_json(o) as "record!" from payout o where o.id = :id::uuid and (:accountId?::uuid is null or o.account_id = :accountId?::uuid)

-- name: lockPayout
select o.*, a.name as account_name, payout_may_have_left(o) as "mayHaveLeft!", payout_asked_at(o) as "askedAt!" from payout o join account a on a.id = o.account_id
where o.id = any(:ids::uuid[]) order by o.id for update of o

-- name: movePayout
update payout o set status = m.status, is_out = m."isOut", tx_hash = coalesce(m."txHash", o.tx_hash), reason = coalesce(m.reason, o.reason),
  approved_at = case when m.status = 'APPROVED' then business_now() else o.approved_at end,
  ended_at = case when m.status in ('CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED') then business_now() end
from json_to_recordset(:rows::json) as m(id uuid, status text, "isOut" boolean, "txHash" text, reason text) where o.id = m.id

-- name: partsOf
select p.payout_id, p.deposit_id, p.quantity_units, d.bill_id, d.times_confirmed > d.times_reversed as "stands!" from payout_part p
join deposit d on d.id = p.deposit_id where p.payout_id = any(:ids::uuid[]) order by d.bill_id, d.created_at, d.id

-- name: openPayoutsOf
select distinct o.id, o.status from payout o join payout_part p on p.payout_id = o.id
where p.deposit_id = :depositId::uuid and o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and not o.is_out
order by o.id

-- name: lapsedPayouts
select o.id from payout o join approval a on a.id = o.approval_id
where o.status = 'REQUESTED' and a.status = 'PENDING' and a.expires_at <= business_now() order by o.id limit :limit

-- name: expectedPayouts
select o.id, o.account_id, o.asset, o.quantity_units, o.status, o.tx_hash, p.network as "network!", p.address as "address!", p.script as "script!"
from payout o cross join lateral place_of_payout(o) p
where o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and p.network = :network order by o.id

-- name: takeBack
update payout_exit set back_at = business_now(), back_by = :backBy?
where payout_id = :payoutId::uuid and proof = :proof and n = :n and back_at is null

-- name: paidOtherwise
select o.id, o.account_id as "accountId", a.name as "account", o.asset, o.reference, least(p.units, o.quantity_units) as "units!", p.units as "paid!",
  p.tx_hash as "txHash!", p.script as "script!", to_place.place as "place!", (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary"
from payout o join account a on a.id = o.account_id cross join lateral paid_instead(o) p cross join lateral place_of_payout(o) to_place
where o.id = :id::uuid

-- name: waitsForHash
select o.id, o.account_id as "accountId" from payout o cross join lateral paid_instead(o) p
where o.status in ('SIGNED', 'BROADCAST') and lower(regexp_replace(p.tx_hash, '^0x', '')) = lower(regexp_replace(:txHash, '^0x', '')) limit 1

-- name: spentPayout
select o.id as "payoutId", o.account_id as "accountId", a.name as account, o.asset, o.from_pending as "fromPending", o.quantity_units as units,
  s.outgoing_id as "outgoingId!", s.tx_hash as "txHash!"
from payout o join account a on a.id = o.account_id cross join lateral spent_otherwise(o.id) s where o.id = :id::uuid

-- name: missedPayouts
-- What a final transaction was made for and has given nothing: to their place by no output that explains nothing else.
select o.id from payout o
where o.status in ('SIGNED', 'BROADCAST') and not o.is_out and exists (select from sent_for(o.id) s where s.is_own) and not exists (select from paid_instead(o))
  and not exists (select from prepared_output x where x.object_id = o.id and x.held)
  and not exists (select from outgoing_claim c join outgoing g on g.id = c.outgoing_id and g.status <> 'GONE'
    where c.kind = 'PAYOUT' and c.object_id = o.id and c.void_at is null)
order by o.id limit :limit

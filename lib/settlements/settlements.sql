-- name: settlementsToMake
select account_id, currency from settlement_due where due_at <= business_now() order by due_at, account_id, currency limit :limit

-- name: makeSettlement
select make_settlement(:id::uuid, :invoiceId::uuid, :accountId::uuid, :currency) as "made!"

-- name: settlementsToAsk
select s.id from settlement s cross join lateral terms_of(s.account_id, s.currency) t
join beneficiary b on b.id = t.beneficiary_id and b.status = 'ACTIVE' and usable_from(b) <= business_now()
where s.due_units > 0 and s.payout_id is null and s.lapsed_at is null and s.ask_at <= business_now()
  and t.schedule <> 'NEVER' and not account_owes(s.account_id)
order by s.account_id, s.currency, s.number limit :limit

-- name: lockSettlement
select s.id from settlement s join account a on a.id = s.account_id where s.id = :id::uuid for no key update of s, a

-- name: heldSettlement
select s.id, s.account_id, a.name as account_name, s.currency, s.reference, s.due_units, s.payout_id, s.lapsed_at,
  coalesce((select n.reserve_units from settlement n where n.account_id = s.account_id and n.currency = s.currency
    order by n.number desc limit 1), 0) as "reserve_units!",
  t.minimum_units as "minimum_units!", t.beneficiary_id as "beneficiary_id!", t.schedule as "schedule!"
from settlement s join account a on a.id = s.account_id cross join lateral terms_of(s.account_id, s.currency) t
where s.id = :id::uuid

-- name: noteAsked
update settlement set payout_id = :payoutId::uuid, asked_at = business_now() where id = :id::uuid

-- name: noteLapsed
update settlement set lapsed_at = business_now() where id = :id::uuid

-- name: settlementRecord
select settlement_json(s) as "record!" from settlement s where s.id = :id::uuid and (:accountId?::uuid is null or s.account_id = :accountId?::uuid)

-- name: lockAccount
select id from account where id = :accountId::uuid for update

-- name: loosens
select terms_loosen(jsonb_populate_record(null::settlement_terms, :terms::jsonb)) as "loosens!"

-- name: nextVersion
select 1 + coalesce(max(version), 0) as "version!" from settlement_terms where account_id = :accountId::uuid and currency = :currency

-- name: listTerms
select distinct on (a.name, t.currency) t.*, a.name as "account!", b.name as "beneficiary!", place_of(b) as "place!", usable_from(b) as usable_from
from settlement_terms t join account a on a.id = t.account_id join beneficiary b on b.id = t.beneficiary_id
where :accountId?::uuid is null or t.account_id = :accountId?::uuid
order by a.name, t.currency, t.version desc

-- name: statementHead
select coalesce((select s.closing_units from settlement s where s.account_id = :accountId::uuid and s.currency = :asset and s.period_to = :from::timestamptz),
  available_at(:accountId::uuid, :asset, :from::timestamptz)) as "opening!",
  coalesce(fees_json(fee_lines(:accountId::uuid, :asset, :from::timestamptz, :to::timestamptz)), '[]')::text as "fees!", house_zone() as "zone!"

-- name: statementLines
select m.at as "at!", m.transaction_id as "transaction_id!", m.event as "event!", m.kind as "kind!", m.bill_id, m.conversion_id, m.payout_id,
  m.units as "units!", b.reference, b.subaccount
from movements_of(:accountId::uuid, :asset, :from::timestamptz, :to::timestamptz) m left join bill b on b.id = m.bill_id
order by m.at, m.id limit :limit

-- name: settledPeriod
select account_id, currency, period_from, period_to from settlement
where id = :id::uuid and (:accountId?::uuid is null or account_id = :accountId?::uuid)

-- name: settlementMovements
select m.id::text as "id!", m.at as "at!", m.transaction_id as "transaction_id!", m.event as "event!", m.kind as "kind!", m.bill_id, m.conversion_id, m.payout_id,
  m.units as "units!", b.reference, b.subaccount
from movements_of(:accountId::uuid, :asset, :from::timestamptz, :to::timestamptz) m left join bill b on b.id = m.bill_id
where (:kind?::text is null or m.kind = :kind?::text) and (:before?::bigint is null or m.id < :before?::bigint)
order by m.id desc limit :limit

-- name: statementOf
select s.account_id, a.name as account_name, s.currency, s.period_from, s.period_to, s.zone, settlement_json(s) as "record!",
  (select b.name || ', ' || place_of(b) from payout o join beneficiary b on b.id = o.beneficiary_id where o.id = s.payout_id) as paid_to,
  i.number as "invoice_number", i.made_at as invoiced_at
from settlement s join account a on a.id = s.account_id left join fee_invoice i on i.settlement_id = s.id
where s.id = :id::uuid and (:accountId?::uuid is null or s.account_id = :accountId?::uuid)

-- name: insertItems
insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live)
select i.id, :id::uuid, i.ordinal - 1, i.bill_id, i.deposit_id, i.units, true
from unnest(:ids::uuid[], :billIds::uuid[],
  :depositIds::uuid[], :units::numeric[])
  with ordinality i(id, bill_id, deposit_id, units, ordinal)

-- name: itemsOf
select i.ordinal, i.bill_id as "billId", i.deposit_id as "depositId", d.asset, i.quantity_units as "units"
from conversion_item i join deposit d on d.id = i.deposit_id where i.conversion_id = :conversionId::uuid order by i.ordinal

-- name: unitsOfItems
select array_agg(quantity_units::numeric order by ordinal) as "units!" from conversion_item where conversion_id = :conversionId::uuid

-- name: conversionRecord
select conversion_json(v, business_now(), :withCost) as "record!" from conversion v where v.id = :id::uuid and v.account_id = :accountId::uuid

-- name: lockConversion
select id from conversion where id = :id::uuid for update

-- name: insertQuote
insert into quote (id, conversion_id, price, fee_model, fee_units, fiat_units, quoted_at, expires_at, price_inputs)
values (:id::uuid, :conversionId::uuid, :price::numeric, :feeModel,
  :feeUnits::numeric, :fiatUnits::numeric, :quotedAt, :expiresAt,
  :inputs::jsonb)

-- name: lockQuotes
select pg_advisory_xact_lock(hashtextextended('quotes ' || :base, 0))::text as locked

-- name: quotedBeside
select coalesce(sum(v.quantity_units), 0) as "ofCrypto!", coalesce(sum(v.quantity_units) filter (where v.fiat = :fiat), 0) as "ofPair!"
from conversion v left join quote q on q.id = v.live_quote_id
where v.base = :base and v.id <> :id::uuid
  and (v.status = 'EXECUTING' or (v.status = 'QUOTED' and q.expires_at > business_now()))

-- name: endQuote
update quote set ended_as = case when expires_at <= business_now() and :endedAs <> 'REFUSED' then 'EXPIRED' else :endedAs end
where id = :id::uuid and ended_as is null

-- name: conversionsToTimeOut
select id from conversion where status in ('CREATED', 'QUOTED') and times_out_at <= business_now() order by times_out_at limit :limit

-- name: insertConversion
insert into conversion (id, account_id, base, fiat, quantity_units, fee_model, status, created_by, created_at, updated_at, times_out_at)
values (:id::uuid, :accountId::uuid, :base, :fiat, :units::numeric, :feeModel,
  'CREATED', :createdBy, business_now(), business_now(), business_now() + interval '24 hours')

-- name: readConversion
-- The columns of the quote are there whenever it has one: see its id first.
select v.id, v.account_id, v.base, v.fiat, v.quantity_units, v.fee_model, v.status, v.times_out_at <= business_now() as timed_out,
  v.live_quote_id, q.price as "price!", q.fee_model as "quote_fee_model!", q.fee_units as "quote_fee_units!", q.fiat_units as "quote_fiat_units!",
  q.expires_at <= business_now() as "quote_expired!", q.price_inputs as "price_inputs!"
from conversion v left join quote q on q.id = v.live_quote_id where v.id = :id::uuid

-- name: setQuoted
update conversion set status = 'QUOTED', live_quote_id = :quoteId::uuid, last_error = null, failure = null,
  times_out_at = business_now() + interval '24 hours', updated_at = business_now() where id = :id::uuid and status = :status

-- name: setExecuting
update conversion set status = 'EXECUTING', approval_id = coalesce(:approvalId?::uuid, approval_id), updated_at = business_now()
where id = :id::uuid and status = :status

-- name: setExecuted
update conversion set status = 'EXECUTED', executed_at = business_now(), times_out_at = null, price = :price::numeric,
  fee_units = :feeUnits::numeric, fiat_units = :fiatUnits::numeric, updated_at = business_now() where id = :id::uuid and status = :status

-- name: setRefused
update conversion set status = 'CREATED', live_quote_id = null, last_error = :reason, failure = :failure::jsonb,
  times_out_at = business_now() + interval '24 hours', updated_at = business_now() where id = :id::uuid and status = :status

-- name: setCancelled
update conversion set status = 'CANCELLED', live_quote_id = null, cancelled_at = business_now(), cancel_reason = :reason?,
  cancel_note = :note?, times_out_at = null, updated_at = business_now() where id = :id::uuid and status = :status

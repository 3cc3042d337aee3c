-- name: claimSend
update venue_order set sent_at = business_now()
where not exists (select from adopted_order a where a.client_ref = venue_order.client_ref)
  and id = :id::uuid and status = 'OPEN' and sent_at is null and deadline > business_now()

-- name: isUnsendable
select sent_at is null and deadline <= business_now() as "unsendable!" from venue_order where id = :id::uuid

-- name: updateReference
update venue_order set venue_ref = :venueRef, deadline = greatest(deadline, :goodUntil), updated_at = business_now()
where id = :id::uuid and status = 'OPEN' and venue_ref is null and deadline > business_now()

-- name: findOrder
select * from venue_order where id = :id::uuid

-- name: lockOpenOrder
select * from venue_order where id = :id::uuid and status = 'OPEN' for update

-- name: insertTrades
insert into venue_trade (venue, trade_id, order_id, quantity_units, proceeds, fee, fiat_units, fee_units, quantity, crypto_fee, crypto_fee_units, at)
select :venue, t.trade_id, :id::uuid, t.units, t.proceeds, t.fee, t.fiat_units, t.fee_units, t.quantity, t.crypto_fee, t.crypto_fee_units, business_now()
from unnest(:tradeIds::text[], :units::numeric[],
  :proceeds::numeric[], :fees::numeric[],
  :fiatUnits::numeric[], :feeUnits::numeric[],
  :quantities::numeric[], :cryptoFees::numeric[], :cryptoFeeUnits::numeric[])
  t(trade_id, units, proceeds, fee, fiat_units, fee_units, quantity, crypto_fee, crypto_fee_units)

-- name: missedToWatch
select id from venue_order where status = 'REFUSED' and missed and tries < :looks::integer and next_at <= business_now()
order by next_at limit :limit

-- name: updateLate
update venue_order set status = 'LATE', filled_units = :filledUnits::numeric,
  proceeds = :proceeds::numeric, fee = :fee::numeric,
  mid_filled = :mid?::numeric, updated_at = business_now()
where id = :id::uuid and status = 'REFUSED' and missed

-- name: ordersToLookUp
select id from venue_order where status = 'OPEN' and next_at <= business_now() order by next_at limit :limit

-- name: countComing
select count(*) as "count!" from venue_order where status = 'OPEN'
  and (last_error is null or deadline + :marginMs::double precision * interval '1 millisecond' <= business_now())

-- name: ordersForDeposit
select * from venue_order where deposit_id = :depositId::uuid and created_at >= :since order by created_at, id

-- name: venuesRefusing
select distinct venue from venue_order where asset = :base and fiat = :fiat and status = 'REFUSED'
  and updated_at > business_now() - :withinMs::double precision * interval '1 millisecond'

-- name: insertOrder
insert into venue_order (id, client_ref, venue, purpose, side, asset, fiat, quantity_units, deposit_id, conversion_id, status,
  limit_price, mid_placed, deadline, next_at, created_at, updated_at)
values (:id::uuid, :clientRef, :venue, :purpose, :side, :base, :fiat,
  :units::numeric, :depositId?::uuid, :conversionId?::uuid, 'OPEN',
  :limitPrice?::numeric, :mid?::numeric, business_now() + :deadlineMs::double precision * interval '1 millisecond', business_now() + :lookMs::double precision * interval '1 millisecond', business_now(), business_now())
returning *

-- name: insertExecuted
insert into venue_order (id, client_ref, venue, purpose, side, asset, fiat, quantity_units, status, deadline, next_at, sent_at,
  filled_units, proceeds, fee, created_at, updated_at)
values (:id::uuid, :clientRef, :venue, 'HEDGE', :side, :base, :fiat, greatest(:units::numeric, 1), :status, business_now(), business_now(),
  business_now(), :units::numeric, :proceeds::numeric, :fee::numeric, business_now(), business_now())
on conflict (client_ref) do nothing returning *

-- name: updateConcluded
update venue_order set status = :status, filled_units = :filledUnits::numeric,
  proceeds = :proceeds::numeric, fee = :fee::numeric,
  mid_filled = :mid?::numeric, last_error = :reason?,
  missed = :missed, tries = 0, next_at = business_now() + :firstWatchMs::double precision * interval '1 millisecond', updated_at = business_now(),
  failure = :failure?::jsonb
where id = :id::uuid and status = 'OPEN'

-- name: updateUnknown
update venue_order set last_error = :reason, next_at = business_now() + :afterMs::double precision * interval '1 millisecond',
  tries = :missedPolls::integer, updated_at = business_now(),
  failure = case when last_error = :reason then failure else :failure?::jsonb end
where id = :id::uuid and status = 'OPEN'

-- name: updateWatched
-- A look counts once, though two workers make it: else the second would put off the next one by an hour.
update venue_order set tries = tries + :counted::integer, next_at = business_now() + :afterMs::double precision * interval '1 millisecond' where id = :id::uuid and status = 'REFUSED' and next_at <= business_now()

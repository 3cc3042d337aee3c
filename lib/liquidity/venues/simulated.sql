-- name: look
select business_now() as "now!", o.client_ref, o.trade_id, o.base, o.fiat, o.quantity_units, o.filled_units, o.proceeds, o.fee_fiat_units, o.status, o.visible_at, o.created_at
from (values (true)) one(row) left join sandbox_order o on o.client_ref = :clientRef

-- name: balances
-- Looked at in each round.
with traded as (
  select base, fiat, s.sign * filled_units / power(10::numeric, case when base in ('BTC', 'BCH') then 8 else 6 end) as sold,
    s.sign * proceeds as gained
  from sandbox_traded cross join lateral (select case side when 'SELL' then 1 else -1 end as sign) s
)
select symbol as "symbol!", sum(held) as "quantity!" from (
  select base, -sold from traded union all select fiat, gained from traded
  union all select crypto_of(asset), case kind when 'DEPOSIT' then quantity else -quantity - fee end from sandbox_venue_transfer where status = 'DONE'
) h(symbol, held) group by symbol order by symbol

-- name: tradesSince
select trade_id, client_ref, side, base, fiat, filled_units, proceeds, created_at from sandbox_order
where created_at >= :since and filled_units > 0 order by created_at, trade_id

-- name: transfersSince
select ref, kind, asset, quantity, fee, status, tx_hash as "txHash", address, label, at from sandbox_venue_transfer
where at >= :since order by at, ref

-- name: insertOrder
insert into sandbox_order (client_ref, side, trade_id, base, fiat, quantity_units, filled_units, proceeds, status, visible_at, created_at)
values (:clientRef, :side, :tradeId::uuid, :base, :fiat, :quantity::numeric,
  :filled::numeric, :proceeds::numeric, :status, clock_timestamp(), business_now())
on conflict (client_ref) do nothing

-- name: takeFault
with before as (select fault, remaining from sandbox_venue where id for update),
used as (update sandbox_venue v set remaining = greatest(v.remaining - 1, -1),
  fault = case when v.remaining = 1 then 'none' else v.fault end from before where before.remaining <> 0 returning v.id)
select fault from before where remaining <> 0

-- name: setVenueFault
insert into sandbox_venue (fault, remaining) values (:fault, :remaining)
on conflict (id) do update set fault = excluded.fault, remaining = excluded.remaining

-- name: look
select business_now() as "now!", o.client_ref, o.trade_id, o.base, o.fiat, o.quantity_units, o.filled_units, o.proceeds, o.fee_fiat_units, o.status, o.visible_at, o.created_at
from (values (true)) one(row) left join sandbox_order o on o.client_ref = :clientRef

-- name: balances
with traded as (
  select base, fiat, case side when 'SELL' then 1 else -1 end * filled_units / power(10::numeric, case when base in ('BTC', 'BCH') then 8 else 6 end) as sold,
    case side when 'SELL' then 1 else -1 end * proceeds as gained from sandbox_order
)
select base as "symbol!", -sum(sold) as "quantity!" from traded group by base union all select fiat, sum(gained) from traded group by fiat order by symbol

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

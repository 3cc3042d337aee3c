-- Records are written amount by amount: a product with a constant is exact as the quotient by a power was, at a fraction of its cost.
create function unit_of(asset text) returns numeric language sql immutable as $$
  select case when asset in ('BTC', 'BCH') then 0.00000001 when asset = 'JPY' then 1 when asset in ('EUR', 'USD', 'GBP', 'CAD') then 0.01 else 0.000001 end
$$;

create or replace function amount_of(quantity numeric, asset text) returns numeric language sql immutable as $$
  select trim_scale(quantity::numeric * unit_of(asset))
$$;

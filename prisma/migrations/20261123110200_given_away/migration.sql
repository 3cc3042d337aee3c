-- What a promised price was worth when it was used, and when it was not: facts of that moment, kept in its transaction
-- (rulebook 4.18). Null where there was no fresh price, or the market did not take so much at any level.
alter table fill add column market_bid price_decimal;
alter table bill add column expiry_bid price_decimal;

-- What the market would have brought for a part, in smallest units of the fiat, rounded down as proceeds are.
create function market_fiat(f fill, asset text, fiat text) returns numeric language sql immutable as $$
  select floor(f.market_bid * (f.quantity_units - f.fee_units) * unit_of(asset) * power(10::numeric, asset_scale(fiat)))
$$;

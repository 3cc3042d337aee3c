-- A number as RLP writes it, of up to sixteen bytes: nine ether and more in wei are past what eight hold.
create or replace function rlp_number(value numeric) returns text language sql immutable as $$
  select case when value < 128 then lpad(to_hex(value::bigint), 2, '0') else to_hex(128 + length(h) / 2) || h end
  from (select lpad(digits, (length(digits) + 1) / 2 * 2, '0') as h from (
    select ltrim(string_agg(lpad(to_hex(mod(div(value, 4294967296::numeric ^ k), 4294967296)::bigint), 8, '0'), '' order by k desc), '0') as digits
    from generate_series(0, 3) k) parts) n
$$;

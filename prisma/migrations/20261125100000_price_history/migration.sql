-- What a pair was worth at a time that has passed: a reference every few minutes, kept for good.
create table price_history (
  base text not null,
  fiat text not null,
  at timestamptz not null,
  bid price_decimal not null,
  ask price_decimal not null,
  primary key (base, fiat, at),
  check (ask >= bid)
);
create trigger price_history_append_only before update or delete on price_history for each row execute function refuse_change();

-- An amount rounded down to the units of an asset.
create function floor_to(amount numeric, asset text) returns numeric language sql immutable as $$
  select trim_scale(floor(amount * power(10::numeric, asset_scale(asset))) / power(10::numeric, asset_scale(asset)))
$$;

-- How a bill came out: late before all else, then by what came of what was asked; open while either may still change.
create function bill_outcome(b bill, at timestamptz) returns text language sql immutable as $$
  select case when b.labels @> array['LATE'] then 'LATE' else case bill_amount_status(b, at)
    when 'PAID' then 'PAID' when 'UNDERPAID' then 'UNDERPAID' when 'OVERPAID' then 'OVERPAID'
    else case bill_status(b, at) when 'EXPIRED' then 'EXPIRED' else 'OPEN' end end end
$$;

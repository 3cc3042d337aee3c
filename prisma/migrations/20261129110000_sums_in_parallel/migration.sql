-- What only reckons with what it is given may be asked by several processes at once: one function that is not said to be so keeps
-- the sums of all bills to a single process, wherever in their statement it stands.
alter function amount_of(numeric, text) parallel safe;
alter function asset_scale(text) parallel safe;
alter function crypto_of(text) parallel safe;
alter function floor_to(numeric, text) parallel safe;
alter function is_fiat(text) parallel safe;
alter function network_type_of(text) parallel safe;
alter function unit_of(text) parallel safe;
alter function beyond_tolerance(numeric, numeric, integer) parallel safe;
alter function bill_amount_status(bill, timestamptz) parallel safe;
alter function bill_outcome(bill, timestamptz) parallel safe;
alter function bill_status(bill, timestamptz) parallel safe;

-- What holds of every bill whose outcome is open, in columns of indexes: the few are found among the many that have ended.
create function may_be_open(b bill, at timestamptz) returns boolean language sql immutable parallel safe as $$
  select b.deposits_processing or b.deposits_unconfirmed or b.expires_at >= at or (b.standing_deposits > 0 and b.amount_units = 0)
$$;

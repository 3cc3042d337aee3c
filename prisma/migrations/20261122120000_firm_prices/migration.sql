-- A pair of the simulated market may have a book of levels, best first, as [price, quantity]; without one its levels follow
-- its bid. A book that is taken back leaves the bid that was set before it, or none.
alter table sandbox_price
  alter column bid drop not null,
  add column levels jsonb check (jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) > 0);

-- More of the rules that are copied to a bill (rulebook 4.11). Null in all: made before there were these rules; such a
-- bill asks for no depth, knows no running sum, and its holds have the time of its guarantee.
alter table bill
  add column max_depth_bps basis_points,
  add column hold_grace_ms bigint check (hold_grace_ms >= 0),
  add column confirmation_tiers text check (confirmation_tiers <> ''),
  add column deposit_limit price_decimal,
  -- The height of its chain that was known when it was made: money of that block or one below is older than the bill.
  add column known_height bigint;

alter table deposit
  drop constraint deposit_reason_code_check,
  add constraint deposit_reason_code_check check (reason_code in ('RECEIVE_AS_IS', 'BILL_EXPIRED', 'LIMIT_NOT_MET',
    'OVERPAYMENT_KEPT', 'BELOW_MINIMUM', 'DEPOSIT_LIMIT', 'CONVERSION_FAILED', 'SCREENING', 'WRONG_ASSET', 'REORGANISED',
    'DOUBLE_SPENT', 'BEFORE_BILL', 'INSUFFICIENT_LIQUIDITY'));

-- Confirmed crypto beside what is due: -1 below, 0 within, 1 above the tolerance, whose bounds round towards what is
-- due (rulebook 5.15). The one place of the formula; states, lists, cases and their index all ask it.
create function beyond_tolerance(amount numeric, due numeric, tolerance_bps integer) returns integer language sql immutable as $$
  select case when abs(amount - due) <= floor(due * tolerance_bps / 10000) then 0 else sign(amount - due)::integer end
$$;

create or replace function bill_status(b bill, at timestamptz) returns text language sql immutable as $$
  select case
    when b.deposits_processing then 'PROCESSING'
    when b.deposits_unconfirmed then 'DETECTED'
    when b.standing_deposits = 0 then case when at > b.expires_at then 'EXPIRED' else 'PENDING' end
    when at > b.expires_at or beyond_tolerance(b.amount_units, b.quantity_units, b.tolerance_bps) >= 0 then 'COMPLETED'
    else 'PROCESSING'
  end
$$;

create or replace function bill_amount_status(b bill, at timestamptz) returns text language sql immutable as $$
  select case
    when b.amount_units = 0 then 'UNPAID'
    else case beyond_tolerance(b.amount_units, b.quantity_units, b.tolerance_bps)
      when -1 then case when at > b.expires_at then 'UNDERPAID' else 'PARTIAL' end
      when 1 then 'OVERPAID'
      else 'PAID'
    end
  end
$$;

drop index bill_off_amount;
create index bill_off_amount on bill (account_id, created_at)
  where amount_units > 0 and beyond_tolerance(amount_units, quantity_units, tolerance_bps) <> 0;

-- A reversal that a signed payout keeps waiting does not stand before those that wait for nothing any more (rulebook 8.7).
create function is_signed_away(of_deposit uuid) returns boolean language sql stable as $$
  select exists (select from payout_part p join payout o on o.id = p.payout_id
    where p.deposit_id = of_deposit and not o.is_out and o.status in ('SIGNED', 'BROADCAST'))
$$;

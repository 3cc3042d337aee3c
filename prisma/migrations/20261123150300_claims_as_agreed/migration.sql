-- What explains that money left is something approved, of that asset and amount, and no more than has left: else a theft
-- would be hushed by a row.
create function claim_stands(c outgoing_claim) returns boolean language sql stable as $$
  select case c.kind
    when 'PAYOUT' then exists (select from payout o where o.id = c.object_id and o.asset = c.asset and o.quantity_units = c.units
      and o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST', 'CONFIRMED'))
    when 'MOVE' then exists (select from move m where m.id = c.object_id and m.asset = c.asset and c.units in (m.quantity_units, 0)
      and m.status in ('APPROVED', 'SENT', 'ARRIVED'))
    else exists (select from payout o join outgoing g on g.id = c.outgoing_id where o.id = c.object_id and o.asset = c.asset
      and o.quantity_units = c.units and o.status = 'RECORDED'
      and lower(regexp_replace(o.tx_hash, '^0x', '')) = lower(regexp_replace(g.tx_hash, '^0x', ''))) end
$$;
create function check_claim() returns trigger language plpgsql as $$
begin
  if not claim_stands(new) then
    raise check_violation using message = 'what left is explained by what was approved alone', constraint = 'outgoing_claim_stands';
  end if;
  return null;
end $$;
create constraint trigger outgoing_claim_stands after insert on outgoing_claim deferrable initially deferred
  for each row execute function check_claim();

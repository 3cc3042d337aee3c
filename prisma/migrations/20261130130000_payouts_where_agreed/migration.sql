-- Crypto that leaves, or has left, for a payout is paid where it was agreed to go.

-- What explains that money left is something approved, of that asset and amount, paid there by an output of its own: else a
-- theft of just that sum would be hushed by a row.
create or replace function claim_stands(c outgoing_claim) returns boolean language sql stable as $$
  select case c.kind
    when 'PAYOUT' then exists (select from payout o cross join lateral place_of_payout(o) p
      join outgoing_output x on x.outgoing_id = c.outgoing_id and x.asset = o.asset and x.units = o.quantity_units and x.script = p.script
      where o.id = c.object_id and o.asset = c.asset and o.quantity_units = c.units
        and o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST', 'CONFIRMED'))
    when 'MOVE' then exists (select from move m where m.id = c.object_id and m.asset = c.asset and c.units in (m.quantity_units, 0)
      and m.status in ('APPROVED', 'SENT', 'ARRIVED'))
    else exists (select from payout o join outgoing g on g.id = c.outgoing_id where o.id = c.object_id and o.asset = c.asset
      and o.quantity_units = c.units and o.status = 'RECORDED'
      and lower(regexp_replace(o.tx_hash, '^0x', '')) = lower(regexp_replace(g.tx_hash, '^0x', ''))) end
$$;

-- Outputs come with the transaction that they are of: none is added later, when it would be of use.
create function outgoing_output_guard() returns trigger language plpgsql as $$
begin
  if exists (select from outgoing_input i where i.outgoing_id = new.outgoing_id
    and i.xmin::text::bigint <> pg_current_xact_id()::text::bigint % 4294967296) then
    raise restrict_violation using message = 'an output comes with its transaction';
  end if;
  return new;
end $$;
create trigger outgoing_output_guard before insert on outgoing_output for each row execute function outgoing_output_guard();

-- A payout of crypto leaves by a transaction that a block has and that is known to carry it out.
create function payout_exit_of_chain() returns trigger language plpgsql as $$
begin
  if exists (select from payout o where o.id = new.payout_id and not is_fiat(o.asset))
    and not exists (select from outgoing_claim c join outgoing g on g.id = c.outgoing_id
      where c.kind = 'PAYOUT' and c.object_id = new.payout_id and c.void_at is null
        and g.tx_hash = new.proof and g.status in ('IN_BLOCK', 'FINAL')) then
    raise check_violation using message = 'a payout leaves by a transaction that carries it out', constraint = 'payout_exit_of_chain';
  end if;
  return null;
end $$;
create constraint trigger payout_exit_of_chain after insert on payout_exit deferrable initially deferred
  for each row execute function payout_exit_of_chain();

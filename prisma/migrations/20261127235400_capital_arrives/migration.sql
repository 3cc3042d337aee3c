-- Capital that names the address of ours that it comes to is matched with its arrival by itself (rulebook 13.3); no bill has
-- that address, nor gets it.
alter table move drop constraint move_gas, add constraint move_gas check ((kind = 'GAS') = is_gas(asset) and case kind
  when 'GAS' then address is not null when 'CAPITAL_IN' then address is null or to_place like 'custody:%' else address is null end);
create function move_capital_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from deposit_address a where 'custody:' || a.network = new.to_place
      and new.address in (a.address, a.cash_address) and a.bill_id is null and a.set_aside_at is not null) then
    raise check_violation using message = 'capital comes to an address of ours that no bill has', constraint = 'move_capital_address';
  end if;
  return new;
end $$;
create trigger move_capital_guard before insert on move for each row
  when (new.kind = 'CAPITAL_IN' and new.address is not null) execute function move_capital_guard();
create or replace function move_fact_of_chain() returns trigger language plpgsql as $$
begin
  if exists (select from move m where m.id = new.move_id and (m.kind = 'FROM_VENUE' or (m.kind = 'CAPITAL_IN' and m.address is not null)))
    and not exists (select from move_arrival a where a.move_id = new.move_id and a.tx_hash = new.proof and a.units = new.units and a.block_hash is not null) then
    raise check_violation using message = 'a chain tells of a move by an output', constraint = 'move_fact_of_chain';
  end if;
  return null;
end $$;

-- Capital that names the address of ours that it comes to is matched with its arrival by itself (rulebook 13.3); no bill has
-- that address, nor gets it.
alter table move drop constraint move_gas, add constraint move_gas check ((kind = 'GAS') = is_gas(asset) and case kind
  when 'GAS' then address is not null when 'CAPITAL_IN' then address is null or to_place like 'custody:%' else address is null end);
create or replace function move_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('DRAFT', 'REQUESTED') or new.approval_id is not null then
      raise check_violation using message = 'a move begins unapproved', constraint = 'move_begins';
    end if;
    if new.destination_id is not null and not exists (select 1 from destination d where d.id = new.destination_id
      and d.ended_at is null and d.asset = new.asset and d.place = coalesce(new.to_place, 'owner')) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
    if new.kind = 'GAS' and not exists (select from deposit_address a where 'custody:' || a.network = new.to_place and a.address = new.address) then
      raise check_violation using message = 'gas goes to an address of ours', constraint = 'move_gas_address';
    end if;
    if new.kind = 'CAPITAL_IN' and new.address is not null and not exists (select from deposit_address a
      where 'custody:' || a.network = new.to_place and new.address in (a.address, a.cash_address) and a.bill_id is null and a.set_aside_at is not null) then
      raise check_violation using message = 'capital comes to an address of ours that no bill has', constraint = 'move_capital_address';
    end if;
    return new;
  end if;
  if row(new.kind, new.from_place, new.to_place, new.asset, new.quantity_units, new.destination_id, new.address, new.reference, new.note, new.created_by, new.created_user_id, new.created_at)
    is distinct from row(old.kind, old.from_place, old.to_place, old.asset, old.quantity_units, old.destination_id, old.address, old.reference, old.note, old.created_by, old.created_user_id, old.created_at)
    or (new.approval_id is distinct from old.approval_id and (old.status, new.status) <> ('REQUESTED', 'APPROVED')) then
    raise restrict_violation using message = 'a move stays as it was asked for';
  end if;
  if new.status = 'APPROVED' and old.status = 'REQUESTED' then
    if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a move'); end if;
    if exists (select 1 from destination where id = new.destination_id and ended_at is not null) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
  end if;
  return new;
end $$;
create or replace function move_fact_of_chain() returns trigger language plpgsql as $$
begin
  if exists (select from move m where m.id = new.move_id and (m.kind = 'FROM_VENUE' or (m.kind = 'CAPITAL_IN' and m.address is not null)))
    and not exists (select from move_arrival a where a.move_id = new.move_id and a.tx_hash = new.proof and a.units = new.units and a.block_hash is not null) then
    raise check_violation using message = 'a chain tells of a move by an output', constraint = 'move_fact_of_chain';
  end if;
  return null;
end $$;

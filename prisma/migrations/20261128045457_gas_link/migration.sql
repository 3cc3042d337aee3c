-- A person says that ether or TRX between two accounts of ours was an agreed move, which nothing linked by itself, since it was
-- sent before it was agreed to (rulebook 13.32): as of the coins that are traded, by somebody else than who asked for it.
alter table resolution drop constraint resolution_check1,
  add constraint resolution_link check (kind <> 'LINK' or subject in ('OUTGOING', 'GAS'));

-- Whether this transaction, out of the books, is that move: all of it, to the account of ours that the move names, and neither
-- has another.
create function is_gas_link(g gas_payment, of_move uuid) returns boolean language sql stable as $$
  select g.kind = 'SENT' and g.own and is_weighed(g) and g.moved_wei = g.value_wei and g.times_posted = g.times_reversed and not is_resolved(g.id)
    and not exists (select from outgoing o where o.network = g.network and o.tx_hash = g.tx_hash)
    and not exists (select from gas_payment other where other.move_id = of_move and other.id <> g.id and other.block_hash is not null)
    and exists (select from move m join deposit_address a on a.network = g.network and a.address = m.address
      where m.id = of_move and m.kind = 'GAS' and m.status = 'APPROVED' and m.asset = gas_asset(g.network)
        and m.from_place = 'custody:' || g.network and a.script = g.counter
        and g.moved_wei = m.quantity_units * gas_unit(g.network))
$$;
create or replace function gas_payment_guard() returns trigger language plpgsql as $$
begin
  if old.times_posted > old.times_reversed and new.times_posted > new.times_reversed
    and row(new.block_hash, new.weighed_hash, new.fee_wei, new.moved_wei, new.move_id) is distinct from row(old.block_hash, old.weighed_hash, old.fee_wei, old.moved_wei, old.move_id) then
    raise restrict_violation using message = 'gas in the books stays as it was told';
  end if;
  if new.move_id is not null and new.move_id is distinct from old.move_id and (old.move_id is not null or not is_gas_link(new, new.move_id)) then
    raise restrict_violation using message = 'what carries out a move is known at its first sighting, or linked to it whole';
  end if;
  return new;
end $$;
-- And a person has said so, in the same transaction.
create function gas_payment_linked() returns trigger language plpgsql as $$
begin
  if not exists (select from resolution r where r.kind = 'LINK' and r.subject = 'GAS' and r.subject_id = new.id and r.move_id = new.move_id
      and r.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'a person links what was not linked by itself', constraint = 'gas_payment_linked';
  end if;
  return null;
end $$;
create constraint trigger gas_payment_linked after update of move_id on gas_payment deferrable initially deferred
  for each row when (old.move_id is null and new.move_id is not null) execute function gas_payment_linked();

create or replace function resolution_linked() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from outgoing_amount m join outgoing_claim c on c.outgoing_id = m.outgoing_id and c.asset = m.asset
      where new.subject = 'OUTGOING' and m.id = new.subject_id and c.kind = 'MOVE' and c.object_id = new.move_id and c.units = new.units and c.asset = new.asset)
    and not exists (select 1 from gas_payment g where new.subject = 'GAS' and g.id = new.subject_id and g.move_id = new.move_id
      and g.moved_wei = new.units * gas_unit(g.network) and new.asset = gas_asset(g.network)) then
    raise check_violation using message = 'a link explains what has left', constraint = 'resolution_linked';
  end if;
  return null;
end $$;

-- What a transaction posts where no move posts it.
create function gas_alone(g gas_payment) returns table (code text, asset text, debit numeric) language sql immutable as $$
  select w.code, gas_asset(g.network), w.debit
  from (select gas_unit(g.network) as unit, case g.kind when 'SENT' then 0 else g.moved_wei end as came,
    case when g.kind = 'SENT' and not g.own then g.moved_wei else 0 end as gone) x
  cross join lateral (select div(g.fee_wei + x.unit - 1, x.unit) as fee, div(x.gone + x.unit - 1, x.unit) as gone, div(x.came, x.unit) as came) u
  cross join lateral (values ('house:network-fee', u.fee), ('house:missing', u.gone),
    (case g.kind when 'OPENING' then 'house:capital' else 'house:unassigned' end, -u.came),
    ('custody:' || g.network, u.came - u.fee - u.gone)) w(code, debit)
  where w.debit <> 0
$$;
create or replace function gas_postings(g gas_payment) returns table (code text, asset text, debit numeric) language sql immutable as $$
  select code, asset, debit from gas_alone(g) where g.move_id is null
$$;
-- What was in the books by itself is mirrored when it is linked; what was not has nothing to mirror.
create or replace function is_of_gas(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from gas_payment g
    where g.network = split_part(entry.effect_key, ':', 2) and g.tx_hash = split_part(entry.effect_key, ':', 3)
      and entry.effect_key = 'gas:' || g.network || ':' || g.tx_hash || ':'
        || case entry.event when 'gas.booked' then g.times_posted::text else g.times_reversed || ':reversed' end
      and (g.move_id is null or (entry.event = 'gas.reversed' and exists (select from ledger_transaction t where t.event = 'gas.booked'
        and t.effect_key = 'gas:' || g.network || ':' || g.tx_hash || ':' || g.times_reversed)))
      and not exists (select l.code, p.asset, sum(p.debit) from posting p join ledger_account l on l.id = p.ledger_account_id
          where p.transaction_id = entry.id group by 1, 2
        except select code, asset, case entry.event when 'gas.reversed' then -debit else debit end from gas_alone(g))
      and (select count(distinct p.ledger_account_id) from posting p where p.transaction_id = entry.id) = (select count(*) from gas_alone(g)))
$$;

-- What arrived for a move that has not left, and is another's money (VOID, rulebook 13.32), may be an output of a chain, or a
-- part of a line of the bank: these waited for ever. The output is read anew from its block, and is what it is without the
-- move: a deposit of its address's bill, or unassigned. The part is nobody's, and a case of its own.
alter table move_arrival
  add column voided_at timestamptz,
  add constraint move_arrival_voided check (voided_at is null or block_hash is null);
create function move_arrival_changed() returns trigger language plpgsql as $$
begin
  if old.voided_at is not null or (new.voided_at is not null and not is_voiding(new.move_id)) then
    raise restrict_violation using message = 'what is not a move''s is said once, by a resolution';
  end if;
  return new;
end $$;
create trigger move_arrival_changed before update on move_arrival for each row execute function move_arrival_changed();
create or replace function our_output(of_network text, of_hash text, of_index integer)
returns table (asset text, units numeric, in_books boolean) language sql stable as $$
  select asset, quantity_units::numeric, times_confirmed > times_reversed from deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select asset, quantity_units::numeric, status = 'CONFIRMED' from stray_deposit
  where network = of_network and tx_hash = of_hash and output_index = of_index
  union all
  select a.asset, a.units::numeric, is_arrived(a) from move_arrival a
  where a.network = of_network and a.tx_hash = of_hash and a.output_index = of_index and a.voided_at is null
  union all
  select p.asset, p.units::numeric, o.times_posted > o.times_reversed from outgoing o join outgoing_output p on p.outgoing_id = o.id
  where o.network = of_network and o.tx_hash = of_hash and p.output_index = of_index and p.own
    and of_network in ('bitcoin', 'bitcoincash')
$$;

-- Nobody's: of no move and no payout, and booked under its own id, each time under a key of its own.
alter table bank_part add column voided smallint not null default 0 check (voided >= 0);
alter table bank_part drop constraint bank_part_check,
  add constraint bank_part_owner check (num_nonnulls(move_id, payout_id) = 1 or (num_nonnulls(move_id, payout_id) = 0 and voided > 0));
create function is_nobodys(p bank_part) returns boolean language sql stable as $$
  select p.move_id is null and p.payout_id is null
$$;
create function bank_part_guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['move_id', 'proof', 'voided']) <> (to_jsonb(old) - array['move_id', 'proof', 'voided'])
    or not (case when is_nobodys(old) then not is_nobodys(new) and (new.proof, new.voided) = (old.proof, old.voided)
      else is_nobodys(new) and is_voiding(old.move_id) and (new.proof, new.voided) = (new.id, old.voided + 1) end) then
    raise restrict_violation using message = 'a part of a line stays as it is, until somebody says that it is not its move''s';
  end if;
  return new;
end $$;
drop trigger bank_part_append_only on bank_part;
create trigger bank_part_append_only before delete on bank_part for each row execute function refuse_change();
create trigger bank_part_guard before update on bank_part for each row execute function bank_part_guard();
create function is_part_case(p bank_part) returns boolean language sql stable as $$
  select is_nobodys(p) and not is_resolved(p.id)
$$;
create or replace function is_of_bank(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select 1 from (
      select id, place, asset, side, units, voided, belongs_to = 'NOBODY' as stands from bank_line where was_nobodys
      union all select p.id, l.place, l.asset, l.side, p.units, p.voided - 1, is_nobodys(p) from bank_part p join bank_line l on l.id = p.line_id where p.voided > 0) l
    cross join lateral (select k, 'bank:' || l.id || case when k > 0 then ':' || k else '' end as key
      from generate_series(0, l.voided) k) b where l.id::text = split_part(entry.effect_key, ':', 2)
    and case entry.event when 'bank.linked' then (b.k < l.voided or not l.stands) and entry.effect_key = b.key || ':linked'
      else entry.effect_key = b.key and l.side = case entry.event when 'bank.credited' then 'CREDIT' else 'DEBIT' end end
    and (select count(*) = 2 and count(*) filter (where p.asset = l.asset and p.debit
        = case when l.side = 'CREDIT' then l.units else -l.units end * case entry.event when 'bank.linked' then -1 else 1 end
          * case when a.code = code_of_place(l.place) then 1
            when a.code = case l.side when 'CREDIT' then 'house:unassigned' else 'house:missing' end then -1 end) = 2
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
create or replace function open_subject(of_subject uuid)
returns table (subject text, asset text, units numeric, side text, name text) language sql stable as $$
  select s.subject, s.asset, s.units, s.side, s.name from (
    select 'OUTGOING' as subject, m.asset, unexplained_units(m) as units, 'MISSING' as side, o.tx_hash as name
      from outgoing_amount m join outgoing o on o.id = m.outgoing_id
      where m.id = of_subject and o.times_posted > o.times_reversed and o.status = 'FINAL'
    union all select 'DEPOSIT', asset, quantity_units::numeric, 'UNASSIGNED', tx_hash from stray_deposit where id = of_subject and status = 'CONFIRMED'
    union all select 'LINE', asset, units::numeric, case side when 'CREDIT' then 'UNASSIGNED' else 'MISSING' end, reference
      from bank_line where id = of_subject and belongs_to = 'NOBODY'
    union all select 'LINE', l.asset, p.units::numeric, 'UNASSIGNED', l.reference
      from bank_part p join bank_line l on l.id = p.line_id where p.id = of_subject and is_nobodys(p)
    union all select 'TRANSFER', asset, units::numeric, case kind when 'DEPOSIT' then 'UNASSIGNED' else 'MISSING' end, venue_ref
      from venue_transfer where id = of_subject and belongs_to = 'NOBODY' and status = 'DONE'
    union all select 'GAS', gas_asset(g.network), x.units, x.side, gas_name(g) from gas_payment g
      cross join lateral (values (gas_given(g), 'UNASSIGNED'), (gas_gone(g), 'MISSING')) x(units, side)
      where g.id = of_subject and is_gas_final(g)
    union all select 'MOVE', m.asset, l.units::numeric, 'MISSING', m.reference from move m
      join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      where m.id = of_subject and m.status = 'SENT' and l.at <= business_now() - interval '1 day'
    union all select 'MOVE', m.asset, a.units::numeric, 'UNPROVEN', m.reference from move m
      join move_fact a on a.move_id = m.id and a.side = 'ARRIVED' and a.status = 'EARLY'
      where m.id = of_subject and m.status = 'APPROVED'
    union all select 'PAYOUT', o.asset, o.quantity_units::numeric, 'UNPROVEN', coalesce(o.bank_reference, o.reference) from payout o
      where o.id = of_subject and o.status = 'RECORDED' and is_fiat(o.asset)
        and not exists (select from bank_line l where l.payout_id = o.id) and not exists (select from bank_part p where p.payout_id = o.id)
    union all select 'PAYOUT', o.asset, o.quantity_units::numeric, 'UNPROVEN', g.tx_hash from payout o cross join lateral spent_otherwise(o.id) g
      where o.id = of_subject and o.status in ('RECORDED', 'BROADCAST', 'CONFIRMED')) s
  where s.units > 0 and not is_resolved(of_subject)
$$;
create or replace function resolution_voids() returns trigger language plpgsql as $$
begin
  if not (case new.subject when 'PAYOUT' then exists (select from payout o where o.id = new.subject_id and o.status = 'FAILED'
      and not exists (select from bank_line l where l.payout_id = o.id))
    else not exists (select from move_fact f where f.move_id = new.subject_id and f.side = 'ARRIVED' and f.status <> 'GONE')
      and not exists (select from bank_line l where l.move_id = new.subject_id and l.side = 'CREDIT')
      and not exists (select from bank_part p join bank_line l on l.id = p.line_id where p.move_id = new.subject_id and l.side = 'CREDIT')
      and not exists (select from move_arrival a where a.move_id = new.subject_id and a.block_hash is not null)
      and not exists (select from venue_transfer t where t.move_id = new.subject_id and t.kind = 'DEPOSIT' and t.status <> 'FAILED') end) then
    raise check_violation using message = 'what is void does not stand any more', constraint = 'resolution_voids';
  end if;
  return null;
end $$;

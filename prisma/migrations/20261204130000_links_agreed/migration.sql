-- A person links a bank's line or a venue's transfer to a move alone where it says what was agreed to. What paid another
-- account or address than the move's destination, or brings over a hundredth less than has left, is linked by two: else one
-- alone leads the books past the list that two persons made, or makes a theft a fee.
create function link_departs(of_move uuid, of_side text, of_units numeric, told text[]) returns boolean language sql stable as $$
  select case of_side
    when 'ARRIVED' then m.from_place is not null and (due.units - of_units) * 100 > due.units
    else exists (select from unnest(told) t(place)
      cross join lateral (select lower(regexp_replace(t.place, '\s|^(bitcoincash:|0x)', '', 'gi')) as plain) p
      where (not is_fiat(m.asset) or p.plain ~ '^[a-z]{2}[0-9]{2}[a-z0-9]{11,30}$')
        and p.plain <> lower(regexp_replace(d.address, '^(bitcoincash:|0x)', '', 'i'))) end
  from move m left join destination d on d.id = m.destination_id
  cross join lateral (select coalesce((select f.units from move_fact f where f.move_id = m.id and f.side = 'LEFT' and f.status <> 'GONE'),
    m.quantity_units) as units) due
  where m.id = of_move
$$;
create function check_link(fact move_fact, told text[], subject jsonb) returns void language plpgsql as $$
begin
  if fact.note is not null and link_departs(fact.move_id, fact.side, fact.units, told) and two_persons() and not in_setup() then
    perform check_approval(fact.approval_id, 'move', house_account(), subject || jsonb_build_object('act', 'link', 'moveId', fact.move_id::text,
      'side', fact.side, 'quantity', amount_of(fact.units, (select asset from move where id = fact.move_id))::text, 'note', fact.note));
  end if;
end $$;

create or replace function move_fact_of_bank() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from move m where m.id = new.move_id and new.units = (
    select sum(told.units) from (
      select l.units, l.side, l.place, l.asset from bank_line l where l.id::text = new.proof and l.move_id = m.id
      union all select p.units, l.side, l.place, l.asset from bank_part p join bank_line l on l.id = p.line_id
        where p.proof::text = new.proof and p.move_id = m.id) told
    where told.asset = m.asset and case new.side when 'LEFT' then told.side = 'DEBIT' and told.place = m.from_place
      else told.side = 'CREDIT' and told.place = m.to_place end)) then
    raise check_violation using message = 'a bank tells of a move by a line', constraint = 'move_fact_of_bank';
  end if;
  perform check_link(new, (select array[l.counterparty_iban] from bank_line l where l.id::text = new.proof), jsonb_build_object('lineId', new.proof));
  return null;
end $$;

create or replace function move_fact_of_venue() returns trigger language plpgsql as $$
declare
  of_move move;
  told venue_transfer;
begin
  select * into told from venue_transfer t where t.move_id = new.move_id and t.venue_ref = new.proof and t.status = 'DONE'
    and t.units = new.units and t.kind = case new.side when 'LEFT' then 'WITHDRAWAL' else 'DEPOSIT' end
    and new.fee_units = case new.side when 'LEFT' then t.fee_units else 0 end;
  if found then
    perform check_link(new, array[told.address, case when is_fiat(told.asset) then told.label end], jsonb_build_object('transferId', told.id::text));
    return null;
  end if;
  select * into of_move from move where id = new.move_id;
  if new.note is null or venue_reports(new.side, of_move) then
    raise check_violation using message = 'a venue tells of a move by a transfer', constraint = 'move_fact_of_venue';
  end if;
  if two_persons() and not in_setup() then
    perform check_approval(new.approval_id, 'move', house_account(), jsonb_build_object('act', 'link', 'moveId', new.move_id::text,
      'side', new.side, 'proof', new.proof, 'quantity', amount_of(new.units, of_move.asset)::text,
      'fee', amount_of(new.fee_units, of_move.asset)::text, 'note', new.note));
  end if;
  return null;
end $$;

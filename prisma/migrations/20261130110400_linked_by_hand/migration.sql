-- That a move has left a venue, or arrived there, is the venue's to tell. Where it tells its transfers a move is proven by
-- one of them alone, to the unit and with its fee, also where a person links it. Only of a venue that is not read, was not
-- when the move was asked for, or has not answered for a day, and of a correction, which is no transfer, may a person say so
-- by hand, with a note; where two persons are asked for, another agrees.
alter table move_fact add column approval_id uuid references approval;
create unique index move_fact_approval on move_fact (approval_id) where approval_id is not null;

create function venue_reports(of_side text, m move) returns boolean language sql stable as $$
  select m.kind <> 'CORRECTION' and exists (select from venue_watch w
    where 'venue:' || w.venue = case of_side when 'LEFT' then m.from_place else m.to_place end
      and w.from_at <= m.created_at and w.answered_at > business_now() - interval '1 day')
$$;

create or replace function move_fact_of_venue() returns trigger language plpgsql as $$
declare
  of_move move;
begin
  if exists (select from venue_transfer t where t.move_id = new.move_id and t.venue_ref = new.proof and t.status = 'DONE'
    and t.units = new.units and t.kind = case new.side when 'LEFT' then 'WITHDRAWAL' else 'DEPOSIT' end
    and new.fee_units = case new.side when 'LEFT' then t.fee_units else 0 end) then
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
drop trigger move_fact_of_venue on move_fact;
create constraint trigger move_fact_of_venue after insert on move_fact deferrable initially deferred
  for each row when (new.source = 'VENUE') execute function move_fact_of_venue();
-- What left beside it stays as it was told; of what arrived it follows from what had left.
create function move_fact_fee_kept() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'a fact stays as it was told';
end $$;
create trigger move_fact_fee_kept before update of fee_units on move_fact for each row
  when (new.fee_units is distinct from old.fee_units and new.source = 'VENUE' and new.side = 'LEFT') execute function move_fact_fee_kept();

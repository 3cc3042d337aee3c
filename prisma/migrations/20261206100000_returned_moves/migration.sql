-- What has left and comes back, or never arrives, ends its move (rulebook 13.32). RETURN: what came and belongs to nobody is a
-- move that was on its way; what it lacks of what has left was kept by whoever sent it back. WRITE_OFF of a MOVE: what is on its
-- way is lost. Both fail the move; it is on its way again once the resolution is mirrored.
alter table resolution
  drop constraint resolution_kind_check,
  add constraint resolution_kind_check check (kind in ('LINK', 'OWN', 'WRITE_OFF', 'ASSIGN', 'RETURN')),
  drop constraint resolution_subject_check,
  add constraint resolution_subject_check check (subject in ('OUTGOING', 'DEPOSIT', 'LINE', 'TRANSFER', 'GAS', 'MOVE')),
  drop constraint resolution_check,
  add constraint resolution_move check ((kind in ('LINK', 'RETURN')) = (move_id is not null)),
  add constraint resolution_lost check (subject <> 'MOVE' or kind = 'WRITE_OFF');
insert into state_transition (machine, from_state, to_state) values
  ('move', 'FAILED', 'SENT');

create or replace function open_subject(of_subject uuid)
returns table (subject text, asset text, units numeric, side text, name text) language sql stable as $$
  select s.subject, s.asset, s.units, s.side, s.name from (
    select 'OUTGOING' as subject, m.asset, unexplained_units(m) as units, 'MISSING' as side, o.tx_hash as name
      from outgoing_amount m join outgoing o on o.id = m.outgoing_id
      where m.id = of_subject and o.times_posted > o.times_reversed and o.status = 'FINAL'
    union all select 'DEPOSIT', asset, quantity_units::numeric, 'UNASSIGNED', tx_hash from stray_deposit where id = of_subject and status = 'CONFIRMED'
    union all select 'LINE', asset, units::numeric, case side when 'CREDIT' then 'UNASSIGNED' else 'MISSING' end, reference
      from bank_line where id = of_subject and belongs_to = 'NOBODY'
    union all select 'TRANSFER', asset, units::numeric, case kind when 'DEPOSIT' then 'UNASSIGNED' else 'MISSING' end, venue_ref
      from venue_transfer where id = of_subject and belongs_to = 'NOBODY' and status = 'DONE'
    union all select 'GAS', gas_asset(g.network), x.units, x.side, gas_name(g) from gas_payment g
      cross join lateral (values (gas_given(g), 'UNASSIGNED'), (gas_gone(g), 'MISSING')) x(units, side)
      where g.id = of_subject and is_gas_final(g)
    union all select 'MOVE', m.asset, l.units::numeric, 'MISSING', m.reference from move m
      join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      where m.id = of_subject and m.status = 'SENT' and l.at <= business_now() - interval '1 day') s
  where s.units > 0 and not is_resolved(of_subject)
$$;

create or replace function resolution_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or old.kind = 'LINK' or to_jsonb(new) - 'reversed_at' <> to_jsonb(old) - 'reversed_at' then
      raise restrict_violation using message = 'a resolution stays as it was made';
    end if;
    return new;
  end if;
  if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a resolution'); end if;
  if new.reversed_at is not null or (new.kind <> 'LINK' and not exists (select 1 from open_subject(new.subject_id) s
      where s.subject = new.subject and s.asset = new.asset and s.units = new.units
        and s.side = case new.kind when 'WRITE_OFF' then 'MISSING' else 'UNASSIGNED' end)) then
    raise check_violation using message = 'a resolution is of what stands open, all of it', constraint = 'resolution_open';
  end if;
  if new.bill_id is not null and not exists (select from bill b
      where b.id = new.bill_id and b.account_id = new.account_id and b.asset = new.asset) then
    raise check_violation using message = 'what is assigned is of the asset of a bill of the account', constraint = 'resolution_bill';
  end if;
  if new.kind = 'RETURN' and not exists (select from move m join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      where m.id = new.move_id and m.status = 'SENT' and m.asset = new.asset and l.units >= new.units) then
    raise check_violation using message = 'what comes back was on its way, all of it', constraint = 'resolution_returned';
  end if;
  return new;
end $$;

-- A move has failed as long as one stands that says so, and no other way.
create function fail_move() returns trigger language plpgsql as $$
begin
  update move set status = case when new.reversed_at is null then 'FAILED' else 'SENT' end, updated_at = business_now(),
    ended_reason = case when new.reversed_at is null then new.note end
  where id = case when new.subject = 'MOVE' then new.subject_id else new.move_id end;
  return null;
end $$;
create trigger resolution_fails_move after insert or update of reversed_at on resolution for each row
  when (new.kind = 'RETURN' or new.subject = 'MOVE') execute function fail_move();
create function move_failed() returns trigger language plpgsql as $$
begin
  if (new.status = 'FAILED') <> exists (select from resolution r where r.reversed_at is null
      and ((r.kind = 'RETURN' and r.move_id = new.id) or (r.subject = 'MOVE' and r.subject_id = new.id))) then
    raise check_violation using message = 'a move fails by what says that it came back, or is lost', constraint = 'move_failed';
  end if;
  return null;
end $$;
create constraint trigger move_failed after update of status on move deferrable initially deferred
  for each row when (new.status <> old.status and 'FAILED' in (new.status, old.status)) execute function move_failed();

create or replace function is_of_resolution(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from resolution r
    cross join lateral (select case entry.event when 'resolution.reversed' then -1 else 1 end as sign,
      case when r.subject = 'MOVE' then 'transit' when r.kind = 'WRITE_OFF' then 'house:missing' else 'house:unassigned' end as code,
      case r.kind when 'WRITE_OFF' then -1 else 1 end as side) x
    where r.kind <> 'LINK' and r.account_id is not distinct from entry.account_id
    and r.bill_id is not distinct from entry.bill_id
    and entry.effect_key = 'resolution:' || r.id || case entry.event when 'resolution.reversed' then ':reversed' else '' end
    and (entry.event = 'resolution.made' or r.reversed_at is not null)
    and (select count(*) filter (where p.asset = r.asset and a.code = x.code and p.debit = r.units * x.side * x.sign) = 1
        and count(*) = 1 + count(*) filter (where p.asset = r.asset and (case r.kind when 'ASSIGN' then
            a.code = 'acc:' || r.account_id || ':available' or (a.code = 'acc:' || r.account_id || ':owed'
              and case entry.event when 'resolution.reversed' then p.debit > 0 else p.debit < 0 and r.bill_id is not null end)
          when 'OWN' then a.code = 'house:capital'
          when 'RETURN' then exists (select from move m join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.times_posted > 0
            where m.id = r.move_id and case a.code when 'transit' then p.debit = -l.units * x.sign
              when case when starts_with(m.from_place, 'bank:') then 'house:bank-fee' else 'house:venue-fee' end then p.debit = (l.units - r.units) * x.sign end)
          else a.code = case when is_fiat(r.asset) then 'house:result' else 'house:capital' end end))
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;

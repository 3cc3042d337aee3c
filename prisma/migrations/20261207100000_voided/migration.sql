-- What was recorded as paid and was not, and what was taken for a move's arrival and is another's money, end where they stood
-- (rulebook 13.32): VOID. A payout of fiat that its bank never made has FAILED, and its money is the account's again; what
-- arrived for a move that has not left is nobody's, and a case, while the move waits on.
alter table resolution
  drop constraint resolution_kind_check,
  add constraint resolution_kind_check check (kind in ('LINK', 'OWN', 'WRITE_OFF', 'ASSIGN', 'RETURN', 'VOID')),
  drop constraint resolution_subject_check,
  add constraint resolution_subject_check check (subject in ('OUTGOING', 'DEPOSIT', 'LINE', 'TRANSFER', 'GAS', 'MOVE', 'PAYOUT')),
  drop constraint resolution_lost,
  add constraint resolution_lost check (subject <> 'MOVE' or kind in ('WRITE_OFF', 'VOID')),
  add constraint resolution_void check (case when subject = 'PAYOUT' then kind = 'VOID' and is_fiat(asset) else kind <> 'VOID' or subject = 'MOVE' end),
  drop constraint resolution_assigned,
  add constraint resolution_assigned check ((kind = 'ASSIGN' or subject = 'PAYOUT') = (account_id is not null)
    and (kind <> 'ASSIGN' or is_fiat(asset) or subject = 'DEPOSIT')
    and (bill_id is not null) = (kind = 'ASSIGN' and subject = 'DEPOSIT'));
-- It says what was not so, once; what comes afterwards is resolved by itself.
drop index resolution_standing;
create unique index resolution_standing on resolution (subject_id) where reversed_at is null and kind not in ('LINK', 'VOID');
create or replace function is_resolved(of_subject uuid) returns boolean language sql stable as $$
  select exists (select 1 from resolution r where r.subject_id = of_subject and r.reversed_at is null and r.kind not in ('LINK', 'VOID'))
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
    union all select 'TRANSFER', asset, units::numeric, case kind when 'DEPOSIT' then 'UNASSIGNED' else 'MISSING' end, venue_ref
      from venue_transfer where id = of_subject and belongs_to = 'NOBODY' and status = 'DONE'
    union all select 'GAS', gas_asset(g.network), x.units, x.side, gas_name(g) from gas_payment g
      cross join lateral (values (gas_given(g), 'UNASSIGNED'), (gas_gone(g), 'MISSING')) x(units, side)
      where g.id = of_subject and is_gas_final(g)
    union all select 'MOVE', m.asset, l.units::numeric, 'MISSING', m.reference from move m
      join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      where m.id = of_subject and m.status = 'SENT' and l.at <= business_now() - interval '1 day'
    union all select 'MOVE', m.asset, a.units::numeric, 'UNPROVEN', m.reference from move m
      join move_fact a on a.move_id = m.id and a.side = 'ARRIVED' and a.status = 'EARLY' and (a.source = 'VENUE' or exists (select from bank_line l where l.id::text = a.proof and l.belongs_to = 'MOVE'))
      where m.id = of_subject and m.status = 'APPROVED' and a.source in ('VENUE', 'BANK')
    union all select 'PAYOUT', o.asset, o.quantity_units::numeric, 'UNPROVEN', coalesce(o.bank_reference, o.reference) from payout o
      where o.id = of_subject and o.status = 'RECORDED' and is_fiat(o.asset)
        and not exists (select from bank_line l where l.payout_id = o.id) and not exists (select from bank_part p where p.payout_id = o.id)) s
  where s.units > 0 and not is_resolved(of_subject)
$$;
create or replace function resolution_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or old.kind in ('LINK', 'VOID') or to_jsonb(new) - 'reversed_at' <> to_jsonb(old) - 'reversed_at' then
      raise restrict_violation using message = 'a resolution stays as it was made';
    end if;
    return new;
  end if;
  if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a resolution'); end if;
  if new.reversed_at is not null or (new.kind <> 'LINK' and not exists (select 1 from open_subject(new.subject_id) s
      where s.subject = new.subject and s.asset = new.asset and s.units = new.units
        and s.side = case new.kind when 'WRITE_OFF' then 'MISSING' when 'VOID' then 'UNPROVEN' else 'UNASSIGNED' end)) then
    raise check_violation using message = 'a resolution is of what stands open, all of it', constraint = 'resolution_open';
  end if;
  if new.bill_id is not null and not exists (select from bill b
      where b.id = new.bill_id and b.account_id = new.account_id and b.asset = new.asset) then
    raise check_violation using message = 'what is assigned is of the asset of a bill of the account', constraint = 'resolution_bill';
  end if;
  if new.subject = 'PAYOUT' and new.account_id is distinct from (select account_id from payout where id = new.subject_id) then
    raise check_violation using message = 'what was never paid is its account''s', constraint = 'resolution_unpaid';
  end if;
  if new.kind = 'RETURN' and not exists (select from move m join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      where m.id = new.move_id and m.status = 'SENT' and m.asset = new.asset and l.units >= new.units) then
    raise check_violation using message = 'what comes back was on its way, all of it', constraint = 'resolution_returned';
  end if;
  return new;
end $$;
-- What is void stands so at once: the payout failed, or nothing told as arrived for the move.
create function resolution_voids() returns trigger language plpgsql as $$
begin
  if not (case new.subject when 'PAYOUT' then exists (select from payout o where o.id = new.subject_id and o.status = 'FAILED'
      and not exists (select from bank_line l where l.payout_id = o.id))
    else not exists (select from move_fact f where f.move_id = new.subject_id and f.side = 'ARRIVED' and f.status <> 'GONE')
      and not exists (select from bank_line l where l.move_id = new.subject_id and l.side = 'CREDIT')
      and not exists (select from venue_transfer t where t.move_id = new.subject_id and t.kind = 'DEPOSIT' and t.status <> 'FAILED') end) then
    raise check_violation using message = 'what is void does not stand any more', constraint = 'resolution_voids';
  end if;
  return null;
end $$;
create constraint trigger resolution_voids after insert on resolution deferrable initially deferred
  for each row when (new.kind = 'VOID') execute function resolution_voids();
-- Whether somebody says so in this very transaction.
create function is_voiding(of_subject uuid) returns boolean language sql stable as $$
  select exists (select from resolution r where r.kind = 'VOID' and r.subject_id = of_subject
    and r.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296)
$$;

drop trigger resolution_fails_move on resolution;
create trigger resolution_fails_move after insert or update of reversed_at on resolution for each row
  when (new.kind = 'RETURN' or (new.subject = 'MOVE' and new.kind = 'WRITE_OFF')) execute function fail_move();
create or replace function move_failed() returns trigger language plpgsql as $$
begin
  if (new.status = 'FAILED') <> exists (select from resolution r where r.reversed_at is null
      and ((r.kind = 'RETURN' and r.move_id = new.id) or (r.subject = 'MOVE' and r.kind = 'WRITE_OFF' and r.subject_id = new.id))) then
    raise check_violation using message = 'a move fails by what says that it came back, or is lost', constraint = 'move_failed';
  end if;
  return null;
end $$;
create or replace function is_of_resolution(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from resolution r
    cross join lateral (select case entry.event when 'resolution.reversed' then -1 else 1 end as sign,
      case when r.kind = 'VOID' then code_of_place('bank:main') when r.subject = 'MOVE' then 'transit' when r.kind = 'WRITE_OFF' then 'house:missing' else 'house:unassigned' end as code,
      case r.kind when 'WRITE_OFF' then -1 else 1 end as side) x
    where r.kind <> 'LINK' and (r.kind, r.subject) <> ('VOID', 'MOVE') and r.account_id is not distinct from entry.account_id
    and r.bill_id is not distinct from entry.bill_id
    and entry.effect_key = 'resolution:' || r.id || case entry.event when 'resolution.reversed' then ':reversed' else '' end
    and (entry.event = 'resolution.made' or r.reversed_at is not null)
    and (select count(*) filter (where p.asset = r.asset and a.code = x.code and p.debit = r.units * x.side * x.sign) = 1
        and count(*) = 1 + count(*) filter (where p.asset = r.asset and (case r.kind when 'ASSIGN' then
            a.code = 'acc:' || r.account_id || ':available' or (a.code = 'acc:' || r.account_id || ':owed'
              and case entry.event when 'resolution.reversed' then p.debit > 0 else p.debit < 0 and r.bill_id is not null end)
          when 'VOID' then a.code = 'acc:' || r.account_id || ':available'
          when 'OWN' then a.code = 'house:capital'
          when 'RETURN' then exists (select from move m join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.times_posted > 0
            where m.id = r.move_id and case a.code when 'transit' then p.debit = -l.units * x.sign
              when case when starts_with(m.from_place, 'bank:') then 'house:bank-fee' else 'house:venue-fee' end then p.debit = (l.units - r.units) * x.sign end)
          else a.code = case when is_fiat(r.asset) then 'house:result' else 'house:capital' end end))
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;

-- ---------------------------------------------------------------- the payout that a bank never made
alter table payout drop constraint payout_recorded;
alter table payout add constraint payout_recorded check (case when status = 'RECORDED'
    then is_out and num_nonnulls(refund_link_id, file_id) = 0
    when status = 'FAILED' and approved_at is null and is_fiat(asset) then num_nonnulls(refund_link_id, file_id) = 0
    else num_nonnulls(beneficiary_id, refund_link_id) = 1 end);
insert into state_transition (machine, from_state, to_state) values ('payout', 'RECORDED', 'FAILED');
create or replace function payout_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.status = 'RECORDED' then
    if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a payout'); end if;
  elsif tg_op = 'INSERT' then
    if new.status <> 'REQUESTED' or new.is_out or new.file_id is not null then
      raise check_violation using message = 'a payout begins as it is asked for', constraint = 'payout_begins';
    end if;
    -- Whoever made the link asks for what comes of it.
    if new.refund_link_id is not null
      and not exists (select 1 from refund_link l where l.id = new.refund_link_id and l.made_by = new.recorded_by) then
      raise check_violation using message = 'a refund is asked for by the maker of its link', constraint = 'payout_refund_asker';
    end if;
  else
    if (old.status = 'RECORDED' and not (new.status = 'FAILED' and is_voiding(new.id)
        and new.bank_reference is not distinct from old.bank_reference)) or row(new.id, new.account_id, new.asset, new.quantity_units, new.from_pending, new.reference,
        new.recorded_by, new.recorded_at, new.kind, new.beneficiary_id, new.refund_link_id, new.bill_id, new.deposit_id, new.approval_id)
      is distinct from row(old.id, old.account_id, old.asset, old.quantity_units, old.from_pending, old.reference,
        old.recorded_by, old.recorded_at, old.kind, old.beneficiary_id, old.refund_link_id, old.bill_id, old.deposit_id, old.approval_id)
      or (old.file_id is not null and new.file_id is distinct from old.file_id) then
      raise restrict_violation using message = 'a payout stays as it was asked for';
    end if;
    if new.status = 'APPROVED' and old.status <> 'APPROVED' and new.approval_id is null and two_persons() and not in_setup() then
      perform refuse_alone('a payout');
    end if;
  end if;
  -- Money is asked for, agreed to and sent only where it may go at that moment; what is recorded may name no place.
  if (tg_op = 'INSERT' or (new.status in ('APPROVED', 'PREPARED') and old.status <> new.status))
    and (new.status <> 'RECORDED' or new.beneficiary_id is not null)
    and not exists (select 1 from place_of_payout(new) p where p.stands) then
    raise check_violation using message = 'a payout goes to a standing beneficiary of its account, or where a used link of its deposit says',
      constraint = 'payout_beneficiary';
  end if;
  return new;
end $$;
create or replace function is_of_payout(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from payout o left join payout_part part on part.payout_id = o.id and part.deposit_id = entry.deposit_id
    where entry.effect_key = 'payout:' || o.id || coalesce(':' || entry.deposit_id, '') and o.account_id = entry.account_id
      and (o.status = 'RECORDED' or exists (select from resolution r where r.kind = 'VOID' and r.subject_id = o.id))
      and (select count(distinct asset) = 1 and min(asset) = o.asset from moved_by(entry))
      and (select sum(debit) from moved_by(entry) where account_id is not null)
        = case when entry.deposit_id is null then o.quantity_units else part.quantity_units end)
$$;

-- ---------------------------------------------------------------- what arrived for a move and is another's
-- How often it was nobody's again after somebody had linked it: each time is booked under a key of its own.
alter table bank_line add column voided smallint not null default 0 check (voided >= 0);
alter table venue_transfer add column voided smallint not null default 0 check (voided >= 0);
create or replace function bank_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from bank_statement s where s.id = new.statement_id and s.place = new.place and s.asset = new.asset) then
      raise check_violation using message = 'a line is of its statement''s account', constraint = 'bank_line_account';
    end if;
    -- What two persons, or a machine's key, have answered for is the file as it is: no line is added to it later.
    if not exists (select 1 from bank_statement s where s.id = new.statement_id
      and s.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296) then
      raise restrict_violation using message = 'a line comes with its statement';
    end if;
  elsif old.belongs_to = 'MOVE' and new.belongs_to = 'NOBODY' and is_voiding(old.move_id) then
    if num_nonnulls(new.linked_by, new.linked_at, new.note) > 0 or new.voided <> old.voided + old.was_nobodys::integer
      or (to_jsonb(new) - array['belongs_to', 'move_id', 'was_nobodys', 'voided', 'linked_by', 'linked_at', 'note'])
        <> (to_jsonb(old) - array['belongs_to', 'move_id', 'was_nobodys', 'voided', 'linked_by', 'linked_at', 'note']) then
      raise restrict_violation using message = 'a line stays as its bank told it';
    end if;
  elsif (new.voided, new.was_nobodys) <> (old.voided, old.was_nobodys) or old.belongs_to <> 'NOBODY' or new.belongs_to = 'NOBODY'
    or (new.belongs_to <> 'PARTS' and (new.linked_by is null or new.note is null)) then
    raise restrict_violation using message = 'a line is linked once: by its sum, or by somebody, with a note';
  elsif new.belongs_to = 'PAYOUT' and not (new.side = 'DEBIT' and exists (select 1 from payout o
    where o.id = new.payout_id and o.asset = new.asset and o.quantity_units = new.units
      and (o.status = 'RECORDED' and new.place = 'bank:main' and o.bank_reference in (new.reference, new.end_to_end)
        or o.status = 'APPROVED' and strpos(replace(lower(concat_ws(' ', new.end_to_end, new.remittance)), '-', ''),
          replace(o.id::text, '-', '')) > 0))) then
    raise check_violation using message = 'a line is linked to a payout that is recorded as it, or that it names', constraint = 'bank_line_payout_recorded';
  end if;
  if new.reversal_of is not null and ((new.side = 'DEBIT' and new.belongs_to in ('PAYOUT', 'PARTS')) or (new.belongs_to = 'MOVE' and new.linked_by is null)) then
    raise check_violation using message = 'what a bank takes back pays nothing of ours by itself', constraint = 'bank_line_reversal';
  end if;
  return new;
end $$;
create or replace function venue_transfer_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if row(new.venue, new.kind, new.venue_ref, new.asset, new.seen_at) is distinct from row(old.venue, old.kind, old.venue_ref, old.asset, old.seen_at)
      or (old.status <> 'PENDING' and row(new.quantity, new.fee, new.units, new.fee_units, new.told_at)
        is distinct from row(old.quantity, old.fee, old.units, old.fee_units, old.told_at))
      or (old.was_nobodys and not new.was_nobodys) then
      raise restrict_violation using message = 'a transfer stays as the venue told it';
    end if;
    -- Before anything is booked of it, what it belongs to is found anew.
    if new.voided <> old.voided and not (old.belongs_to = 'MOVE' and new.belongs_to = 'NOBODY' and new.voided = old.voided + 1) then
      raise restrict_violation using message = 'a transfer stays as the venue told it';
    end if;
    if new.move_id is distinct from old.move_id and old.status <> 'PENDING' and not (old.belongs_to = 'MOVE' and new.belongs_to = 'NOBODY'
      and is_voiding(old.move_id) and new.voided = old.voided + old.was_nobodys::integer and num_nonnulls(new.linked_by, new.linked_at, new.note) = 0) and (old.belongs_to = 'MOVE'
      or new.linked_by is null or new.note is null) then
      raise restrict_violation using message = 'a transfer is linked once, by somebody, with a note';
    end if;
  end if;
  if new.move_id is not null and (tg_op = 'INSERT' or new.move_id is distinct from old.move_id) and not exists (select from move m
    where m.id = new.move_id and m.asset = new.asset and m.status in ('APPROVED', 'SENT', 'ARRIVED')
      and 'venue:' || new.venue = case new.kind when 'DEPOSIT' then m.to_place else m.from_place end) then
    raise check_violation using message = 'a transfer is of a move that was agreed to, at its venue', constraint = 'venue_transfer_move_agreed';
  end if;
  new.fraction := trim_scale(case new.kind when 'DEPOSIT' then new.quantity - amount_of(new.units, new.asset)
    else amount_of(new.units + new.fee_units, new.asset) - new.quantity - new.fee end);
  if new.fraction < 0 or new.fraction >= unit_of(new.asset) then
    raise check_violation using message = 'a transfer is booked as the venue tells it, but for less than a unit', constraint = 'venue_transfer_rounded';
  end if;
  return new;
end $$;
create or replace function is_of_bank(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select 1 from bank_line l cross join lateral (select k, 'bank:' || l.id || case when k > 0 then ':' || k else '' end as key
      from generate_series(0, l.voided) k) b where l.was_nobodys and l.id::text = split_part(entry.effect_key, ':', 2)
    and case entry.event when 'bank.linked' then (b.k < l.voided or l.belongs_to <> 'NOBODY') and entry.effect_key = b.key || ':linked'
      else entry.effect_key = b.key and l.side = case entry.event when 'bank.credited' then 'CREDIT' else 'DEBIT' end end
    and (select count(*) = 2 and count(*) filter (where p.asset = l.asset and p.debit
        = case when l.side = 'CREDIT' then l.units else -l.units end * case entry.event when 'bank.linked' then -1 else 1 end
          * case when a.code = code_of_place(l.place) then 1
            when a.code = case l.side when 'CREDIT' then 'house:unassigned' else 'house:missing' end then -1 end) = 2
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
create or replace function is_of_transfer(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from venue_transfer t cross join lateral (select k, 'transfer:' || t.id || case when k > 0 then ':' || k else '' end as key
      from generate_series(0, t.voided) k) b
    where t.was_nobodys and t.id::text = split_part(entry.effect_key, ':', 2)
      and case entry.event when 'venue.mirrored' then (b.k < t.voided or t.belongs_to = 'MOVE' or t.status = 'FAILED') and entry.effect_key = b.key || ':mirrored'
        else entry.effect_key = b.key and t.kind = case entry.event when 'venue.credited' then 'DEPOSIT' else 'WITHDRAWAL' end end
      and not exists (select l.code, p.asset, sum(p.debit) from posting p join ledger_account l on l.id = p.ledger_account_id
          where p.transaction_id = entry.id group by 1, 2
        except select code, asset, case entry.event when 'venue.mirrored' then -debit else debit end from transfer_postings(t))
      and (select count(distinct p.ledger_account_id) from posting p where p.transaction_id = entry.id) = (select count(*) from transfer_postings(t)))
$$;

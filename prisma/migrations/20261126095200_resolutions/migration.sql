-- What becomes of money that nobody expected, or that left without leave, when a person says so (rulebook 13.32): never a
-- fact by itself, always of one thing that was seen, and where two persons are asked for agreed to by a second one.
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check check (what in
  ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary', 'move', 'destination', 'settlement-terms',
   'bank-mapping', 'bank-statement', 'resolution'));

create table resolution (
  id uuid primary key,
  -- LINK: it was this move. OWN: what came is the house's own. WRITE_OFF: what is missing will not come back.
  kind text not null check (kind in ('LINK', 'OWN', 'WRITE_OFF')),
  -- An asset of a transaction that left, a deposit of no known bill, a line of a bank, a transfer of a venue.
  subject text not null check (subject in ('OUTGOING', 'DEPOSIT', 'LINE', 'TRANSFER')),
  subject_id uuid not null,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  units units not null check (units > 0),
  move_id uuid references move,
  note text not null check (length(note) between 1 and 1000),
  approval_id uuid references approval,
  made_by text not null,
  made_at timestamptz not null default business_now(),
  -- What it was about is gone: its block, or what the venue told.
  reversed_at timestamptz,
  check ((kind = 'LINK') = (move_id is not null)),
  check (kind <> 'LINK' or subject = 'OUTGOING')
);
create unique index resolution_standing on resolution (subject_id) where reversed_at is null and kind <> 'LINK';
create unique index resolution_approval on resolution (approval_id) where approval_id is not null;
create index resolution_subject on resolution (subject_id);

create function is_resolved(of_subject uuid) returns boolean language sql stable as $$
  select exists (select 1 from resolution r where r.subject_id = of_subject and r.reversed_at is null and r.kind <> 'LINK')
$$;
-- What stands unassigned or missing by one thing that was seen, and by which name it is known.
create function open_subject(of_subject uuid)
returns table (subject text, asset text, units numeric, side text, name text) language sql stable as $$
  select s.subject, s.asset, s.units, s.side, s.name from (
    select 'OUTGOING' as subject, m.asset, unexplained_units(m) as units, 'MISSING' as side, o.tx_hash as name
      from outgoing_amount m join outgoing o on o.id = m.outgoing_id
      where m.id = of_subject and o.times_posted > o.times_reversed and o.status = 'FINAL'
    union all select 'DEPOSIT', asset, quantity_units::numeric, 'UNASSIGNED', tx_hash from stray_deposit where id = of_subject and status = 'CONFIRMED'
    union all select 'LINE', asset, units::numeric, case side when 'CREDIT' then 'UNASSIGNED' else 'MISSING' end, reference
      from bank_line where id = of_subject and belongs_to = 'NOBODY'
    union all select 'TRANSFER', asset, units::numeric, case kind when 'DEPOSIT' then 'UNASSIGNED' else 'MISSING' end, venue_ref
      from venue_transfer where id = of_subject and belongs_to = 'NOBODY' and status = 'DONE') s
  where s.units > 0 and not is_resolved(of_subject)
$$;

create function resolution_guard() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger resolution_guard before insert or update on resolution for each row execute function resolution_guard();
-- A link is what explains the transaction from then on.
create function resolution_linked() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from outgoing_amount m join outgoing_claim c on c.outgoing_id = m.outgoing_id and c.asset = m.asset
      where m.id = new.subject_id and c.kind = 'MOVE' and c.object_id = new.move_id and c.units = new.units and c.asset = new.asset) then
    raise check_violation using message = 'a link explains what has left', constraint = 'resolution_linked';
  end if;
  return null;
end $$;
create constraint trigger resolution_linked after insert on resolution deferrable initially deferred
  for each row when (new.kind = 'LINK') execute function resolution_linked();
create function resolution_approved() returns trigger language plpgsql as $$
declare
  asked approval;
begin
  select * into asked from approval where id = new.approval_id;
  perform check_approval(new.approval_id, 'resolution', house_account(), jsonb_strip_nulls(jsonb_build_object('kind', new.kind,
    'subjectId', new.subject_id::text, 'moveId', new.move_id::text, 'note', new.note, 'asset', split_part(new.asset, '@', 1))));
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.units, new.asset)::numeric then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;
create constraint trigger resolution_approved after insert on resolution deferrable initially deferred
  for each row when (new.approval_id is not null) execute function resolution_approved();
create constraint trigger resolution_told after insert or update on resolution deferrable initially deferred
  for each row execute function told_in_audit();

-- What was resolved is nobody's any more, and no move's or payout's either.
create function resolved_guard() returns trigger language plpgsql as $$
begin
  if is_resolved(new.id) then
    raise restrict_violation using message = 'what was resolved is linked to nothing';
  end if;
  return new;
end $$;
create trigger bank_line_resolved before update of belongs_to on bank_line for each row
  when (old.belongs_to <> new.belongs_to) execute function resolved_guard();
create trigger venue_transfer_resolved before update of belongs_to on venue_transfer for each row
  when (old.belongs_to <> new.belongs_to) execute function resolved_guard();

-- Its posting: all of it, from where it stood to the owner's capital, of missing fiat to the result; and its mirror.
insert into ledger_event (event, object) values ('resolution.made', 'resolution'), ('resolution.reversed', 'resolution');
create function is_of_resolution(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select 1 from resolution r where r.kind <> 'LINK'
    and entry.effect_key = 'resolution:' || r.id || case entry.event when 'resolution.reversed' then ':reversed' else '' end
    and (entry.event = 'resolution.made' or r.reversed_at is not null)
    and (select count(*) = 2 and count(*) filter (where p.asset = r.asset and p.debit = r.units
        * case entry.event when 'resolution.reversed' then -1 else 1 end * case r.kind when 'OWN' then 1 else -1 end
        * case when a.code = case r.kind when 'OWN' then 'house:unassigned' else 'house:missing' end then 1
          when a.code = case when r.kind = 'WRITE_OFF' and is_fiat(r.asset) then 'house:result' else 'house:capital' end then -1 end) = 2
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'outgoing' then is_outgoing(entry)
      when 'move' then is_of_move(entry)
      when 'bank' then is_of_bank(entry)
      when 'trade' then is_of_trade(entry)
      when 'sweep' then is_of_sweep(entry)
      when 'transfer' then is_of_transfer(entry)
      when 'resolution' then is_of_resolution(entry)
      when 'gas' then is_of_gas(entry)
      when 'house' then is_of_house(entry)
      else false
    end
$$;

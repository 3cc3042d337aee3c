-- What was signed, or written into a file for a bank, in the hours that a restored database does not know can be sent by
-- whoever has it: what was asked for before is prepared again once people of the house have stated that nothing of it is
-- still to be sent (rulebook 13.36).
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check check (what in
  ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary', 'move', 'destination', 'settlement-terms',
   'bank-mapping', 'bank-statement', 'resolution', 'lost-hours'));

-- One statement for each epoch that a restore began.
create table lost_hours (
  id uuid primary key,
  epoch integer not null check (epoch > 1),
  since timestamptz not null,
  until timestamptz not null,
  note text not null check (length(note) between 1 and 1000),
  approval_id uuid references approval,
  stated_by text not null,
  stated_at timestamptz not null default business_now(),
  check (since <= until)
);
create unique index lost_hours_epoch on lost_hours (epoch);
create unique index lost_hours_approval on lost_hours (approval_id) where approval_id is not null;

-- The hours of which nobody has stated it yet: from the last that the backup knew, of several restores the first one's.
create function open_lost_hours() returns table (epoch integer, since timestamptz, until timestamptz) language sql stable as $$
  select d.epoch, least(d.restored_at, (select min((a.detail ->> 'since')::timestamptz) from audit a
      where a.object_id = 'desk' and a.action = 'database.restored'
        and a.at > coalesce((select max(h.stated_at) from lost_hours h), '-infinity'))), d.restored_at
  from deployment d where d.restored_at is not null and not exists (select from lost_hours h where h.epoch = d.epoch)
$$;

-- Whether what was asked for at a time may stand in a signed transaction, or a bank's file, that nobody here knows of. On
-- tron one that was signed before has expired once the network has told (13.35); a venue tells what was asked of it.
create function may_be_signed(from_place text, asked_at timestamptz) returns boolean language sql stable as $$
  select from_place <> 'custody:tron' and split_part(from_place, ':', 1) in ('custody', 'bank')
    and exists (select from open_lost_hours() h where asked_at < h.until)
$$;

create function payout_may_be_signed(o payout) returns boolean language sql stable as $$
  select o.status in ('REQUESTED', 'APPROVED') and may_be_signed(
    case when is_fiat(o.asset) then 'bank' else 'custody:' || (select p.network from place_of_payout(o) p) end, o.recorded_at)
$$;

-- What stands in a prepared transaction of before is excluded by its own coins, or number, and goes on.
create function move_may_be_signed(m move) returns boolean language sql stable as $$
  select m.status in ('REQUESTED', 'APPROVED') and m.from_place is not null and may_be_signed(m.from_place, m.created_at)
    and not exists (select from prepared_output x where x.object_id = m.id and x.kind = 'MOVE' and x.held)
$$;

create function lost_hours_guard() returns trigger language plpgsql as $$
begin
  if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a statement about lost hours'); end if;
  if not exists (select from open_lost_hours() h where (h.epoch, h.since, h.until) = (new.epoch, new.since, new.until)) then
    raise check_violation using message = 'a statement is about the hours that the last restore has lost', constraint = 'lost_hours_open';
  end if;
  return new;
end $$;
create trigger lost_hours_guard before insert on lost_hours for each row execute function lost_hours_guard();

create function lost_hours_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'lost-hours', house_account(), jsonb_build_object('note', new.note,
    'since', to_char(new.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'until', to_char(new.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return null;
end $$;
create constraint trigger lost_hours_approved after insert on lost_hours deferrable initially deferred
  for each row when (new.approval_id is not null) execute function lost_hours_approved();
create constraint trigger lost_hours_told after insert on lost_hours deferrable initially deferred
  for each row execute function told_in_audit();

create or replace function payout_json(o payout) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select o.id as "payoutId", o.kind as "kind", o.status as "status", (select name from account where id = o.account_id) as "username",
      split_part(o.asset, '@', 1) as "asset", network_type_of(o.asset) as "networkType", amount_of(o.quantity_units, o.asset) as "quantity",
      o.bill_id as "paymentId", o.deposit_id as "txId", o.reference as "reference", o.beneficiary_id as "beneficiaryId",
      (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary", o.refund_link_id as "refundLinkId",
      (select p.place from place_of_payout(o) p) as "place",
      o.approval_id as "approvalId", case when payout_may_have_left(o) or payout_may_be_signed(o) then true end as "mayHaveLeft",
      o.tx_hash as "txHash", o.bank_reference as "bankReference",
      case when o.file_id is not null then replace(o.id::text, '-', '') end as "endToEndId", o.file_id as "fileId",
      o.recorded_by as "askedBy", o.reason as "reason", epoch_ms(o.recorded_at) as "at", epoch_ms(o.approved_at) as "approvedAt",
      epoch_ms(o.ended_at) as "endedAt"
  ) r
$$;

-- A payout that was made elsewhere is recorded with what proves it: crypto by a transaction of ours that a block has and that
-- pays exactly this, there. It may name the beneficiary that was paid.
alter table payout drop constraint payout_recorded;
alter table payout
  add constraint payout_recorded check (case when status = 'RECORDED'
    then is_out and num_nonnulls(refund_link_id, file_id) = 0
    else num_nonnulls(beneficiary_id, refund_link_id) = 1 end);

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
    if old.status = 'RECORDED' or row(new.id, new.account_id, new.asset, new.quantity_units, new.from_pending, new.reference,
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

create or replace function payout_approved() returns trigger language plpgsql as $$
declare
  asked approval;
  said jsonb := jsonb_build_object('asset', split_part(new.asset, '@', 1), 'reference', new.reference);
begin
  select * into asked from approval where id = new.approval_id;
  -- A recorded payout carries out what was agreed to, by the proof that was named; one that was asked for was agreed to as it
  -- stands.
  if new.status <> 'RECORDED' then
    said := said || jsonb_build_object('payoutId', new.id::text, 'place', (select p.place from place_of_payout(new) p))
      || jsonb_strip_nulls(jsonb_build_object('beneficiaryId', new.beneficiary_id::text, 'refundLinkId', new.refund_link_id::text));
  elsif asked.request ? 'payoutId' or row(new.beneficiary_id::text, new.tx_hash, new.bank_reference)
    is distinct from row(asked.request ->> 'beneficiaryId', asked.request ->> 'txHash', asked.request ->> 'bankReference') then
    perform refuse_alone('what another has not agreed to');
  end if;
  perform check_approval(new.approval_id, 'payout', new.account_id, said);
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.quantity_units, new.asset)::numeric
    or coalesce(asked.request ->> 'networkType', split_part(new.asset, '@', 2)) <> split_part(new.asset, '@', 2)
    or (new.refund_link_id is not null and not exists (select 1 from refund_link l where l.id = new.refund_link_id
      and l.made_by = asked.asked_by and l.made_user_id is not distinct from asked.asked_user_id)) then
    perform refuse_alone('what another has not agreed to');
  end if;
  if asked.first_user_id is null and two_persons() and not in_setup() and account_owes(new.account_id) then
    raise check_violation using message = 'a payout of an account in debt needs two of the house', constraint = 'second_person';
  end if;
  return null;
end $$;

-- Whether a transaction that a block has pays exactly this, to this destination where one is named, by an output that explains
-- no other payout or move.
create function pays_exactly(of_outgoing uuid, of_asset text, of_units numeric, of_script text) returns boolean
language sql stable as $$
  select least(paid.all_of_it - claimed.all_of_it, case when of_script is not null then paid.there - claimed.there end) > 0
  from (select count(*) as all_of_it, count(*) filter (where x.script = of_script) as there
      from outgoing o join outgoing_output x on x.outgoing_id = o.id
      where o.id = of_outgoing and o.status in ('IN_BLOCK', 'FINAL') and x.asset = of_asset and x.units = of_units and not x.own) paid,
    (select count(*) as all_of_it, count(*) filter (where p.script = of_script) as there
      from outgoing_claim c left join payout o on o.id = c.object_id left join lateral place_of_payout(o) p on true
      where c.outgoing_id = of_outgoing and c.asset = of_asset and c.units = of_units and c.void_at is null) claimed
$$;

create function payout_recorded_paid() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from outgoing_claim c join outgoing g on g.id = c.outgoing_id
      join outgoing_output x on x.outgoing_id = g.id and x.asset = new.asset and x.units = new.quantity_units and not x.own
      where c.kind = 'RECORDED' and c.object_id = new.id and c.void_at is null and g.status in ('IN_BLOCK', 'FINAL')
        and (new.beneficiary_id is null or x.script = (select p.script from place_of_payout(new) p))) then
    raise check_violation using message = 'a payout is recorded by the transaction that paid it', constraint = 'payout_recorded_paid';
  end if;
  return null;
end $$;
create constraint trigger payout_recorded_paid after insert on payout deferrable initially deferred
  for each row when (new.status = 'RECORDED' and new.tx_hash is not null and not is_fiat(new.asset))
  execute function payout_recorded_paid();

-- ---------------------------------------------------------------- fiat leaves and comes back by what a bank says
-- What a bank has said under a proof, a line or parts of lines, of a payout: by an account, one way.
create function told_by_bank(of_payout uuid, of_proof text, of_side text, of_place text) returns numeric language sql stable as $$
  select coalesce(sum(told.units), 0) from (
    select l.units, l.side, l.place from bank_line l where l.id::text = of_proof and l.payout_id = of_payout
    union all select p.units, l.side, l.place from bank_part p join bank_line l on l.id = p.line_id
      where p.proof::text = of_proof and p.payout_id = of_payout) told
  where told.side = of_side and code_of_place(told.place) = of_place
$$;
create function payout_exit_of_bank() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payout o where o.id = new.payout_id and is_fiat(o.asset)
    and (told_by_bank(o.id, new.proof, 'DEBIT', new.place) <> o.quantity_units
      or (new.back_at is not null and told_by_bank(o.id, new.back_by, 'CREDIT', new.place) <> o.quantity_units))) then
    raise check_violation using message = 'a bank tells of a payout by a line', constraint = 'payout_exit_of_bank';
  end if;
  return null;
end $$;
create constraint trigger payout_exit_of_bank after insert or update on payout_exit deferrable initially deferred
  for each row execute function payout_exit_of_bank();

-- A line that was nobody's becomes the payout's that is recorded under what the bank calls it, over its sum.
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
  elsif old.belongs_to <> 'NOBODY' or new.belongs_to = 'NOBODY'
    or (new.belongs_to <> 'PARTS' and (new.linked_by is null or new.note is null)) then
    raise restrict_violation using message = 'a line is linked once: by its sum, or by somebody, with a note';
  elsif new.belongs_to = 'PAYOUT' and not (new.side = 'DEBIT' and new.place = 'bank:main' and exists (select 1 from payout o
    where o.id = new.payout_id and o.status = 'RECORDED' and o.asset = new.asset and o.quantity_units = new.units
      and o.bank_reference in (new.reference, new.end_to_end))) then
    raise check_violation using message = 'a line is linked to a payout that is recorded as it', constraint = 'bank_line_payout_recorded';
  end if;
  return new;
end $$;

-- Refused refund addresses are cases (rulebook 13.19): few lines of a long record.
create index audit_refused_refund on audit (at) where action = 'refund-link.refuse';

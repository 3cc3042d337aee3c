-- On eth and tron a payout's own transaction can pay its destination another quantity: a token that keeps some of what it moves.
-- It has then failed, and what its destination got is recorded in its place, in one transaction: the account pays what has
-- arrived, and what it reserved beyond that is free again.
alter table payout add column in_place_of uuid references payout;
create unique index payout_in_place_of on payout (in_place_of) where in_place_of is not null;
alter table payout add constraint payout_in_place check (in_place_of is null
  or (status = 'RECORDED' and tx_hash is not null and beneficiary_id is null and not is_fiat(asset)));

-- What is recorded in the place of a payout has gone where that one was to go, whatever became of the place since.
create or replace function place_of_payout(o payout) returns table (place text, network text, address text, script text, stands boolean)
language sql stable as $$
  select place_of(b), b.network, b.address, b.script, b.status = 'ACTIVE' and not is_listed(b)
  from beneficiary b where b.id = o.beneficiary_id and b.account_id = o.account_id and b.asset = o.asset
  union all
  select l.address, l.network, l.address, l.script, not is_sanctioned(l.network, l.compared)
  from refund_link l where l.id = o.refund_link_id and l.account_id = o.account_id and l.asset = o.asset
    and l.deposit_id = o.deposit_id and l.bill_id = o.bill_id and l.used_at is not null
  union all
  select coalesce(place_of(b), l.address), coalesce(b.network, l.network), coalesce(b.address, l.address), coalesce(b.script, l.script), true
  from payout f left join beneficiary b on b.id = f.beneficiary_id left join refund_link l on l.id = f.refund_link_id
  where f.id = o.in_place_of and f.account_id = o.account_id and f.asset = o.asset
$$;

-- The final transactions of ours that were made for a payout, and where they were to pay it.
create function sent_for(of_payout uuid) returns table (outgoing_id uuid, tx_hash text, script text) language sql stable as $$
  select g.id, g.tx_hash, p.script from prepared_output p
  join prepared_transaction t on t.family_id = p.prepared_id and t.status in ('CONFIRMED', 'FAILED') and t.network in ('eth', 'tron')
  join outgoing g on g.network = t.network and g.tx_hash = t.tx_hash and g.status = 'FINAL'
  where p.object_id = of_payout
$$;

-- What such a transaction has paid the destination of a payout that waits, by an output that explains nothing else: in another
-- quantity, or it would have carried the payout out. In a batch of several to one place, the nearest below what was asked for.
create function paid_instead(o payout) returns table (outgoing_id uuid, tx_hash text, script text, units numeric) language sql stable as $$
  select s.outgoing_id, s.tx_hash, s.script, x.units from sent_for(o.id) s
  join outgoing_output x on x.outgoing_id = s.outgoing_id and x.asset = o.asset and x.script = s.script and not x.own
  where o.status in ('SIGNED', 'BROADCAST') and not o.is_out and pays_exactly(s.outgoing_id, x.asset, x.units, x.script)
  order by x.units > o.quantity_units, abs(x.units - o.quantity_units), x.output_index limit 1
$$;

create or replace function payout_recorded_paid() returns trigger language plpgsql as $$
declare
  failed payout;
begin
  if new.in_place_of is null and num_nulls(new.tx_hash, new.beneficiary_id) > 0
    and exists (select from beneficiary b where b.account_id = new.account_id and b.active_at is not null) then
    raise check_violation using message = 'crypto that was paid elsewhere names its transaction and the beneficiary that it paid',
      constraint = 'payout_recorded_to';
  end if;
  if new.in_place_of is not null then
    select * into failed from payout where id = new.in_place_of;
    if row(failed.account_id, failed.asset, failed.from_pending, failed.status) is distinct from row(new.account_id, new.asset, new.from_pending, 'FAILED')
      or failed.quantity_units < new.quantity_units
      or not exists (select from sent_for(failed.id) s where s.tx_hash = new.tx_hash) then
      raise check_violation using message = 'what is recorded in the place of a payout was paid by its own transaction', constraint = 'payout_in_place_of';
    end if;
  end if;
  -- Of what got more than it was to get the account pays what it asked for.
  if new.tx_hash is not null and not exists (select 1 from outgoing_claim c join outgoing g on g.id = c.outgoing_id
      join outgoing_output x on x.outgoing_id = g.id and x.asset = new.asset and not x.own
        and (x.units = new.quantity_units or (x.units > new.quantity_units and new.quantity_units = failed.quantity_units))
      where c.kind = 'RECORDED' and c.object_id = new.id and c.void_at is null and g.status = 'FINAL'
        and (num_nulls(new.beneficiary_id, new.in_place_of) = 2 or x.script = (select p.script from place_of_payout(new) p))) then
    raise check_violation using message = 'a payout is recorded by the transaction that paid it', constraint = 'payout_recorded_paid';
  end if;
  return null;
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
  elsif asked.request ? 'payoutId' or row(new.beneficiary_id::text, new.tx_hash, new.bank_reference, new.in_place_of::text)
    is distinct from row(asked.request ->> 'beneficiaryId', asked.request ->> 'txHash', asked.request ->> 'bankReference', asked.request ->> 'inPlaceOf') then
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

create or replace function payout_json(o payout) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select o.id as "payoutId", o.kind as "kind", o.status as "status", (select name from account where id = o.account_id) as "username",
      split_part(o.asset, '@', 1) as "asset", network_type_of(o.asset) as "networkType", amount_of(o.quantity_units, o.asset) as "quantity",
      o.bill_id as "paymentId", o.deposit_id as "txId", o.reference as "reference", o.beneficiary_id as "beneficiaryId",
      (select b.name from beneficiary b where b.id = coalesce(o.beneficiary_id, (select f.beneficiary_id from payout f where f.id = o.in_place_of))) as "beneficiary", o.refund_link_id as "refundLinkId",
      (select p.place from place_of_payout(o) p) as "place",
      o.approval_id as "approvalId", case when payout_may_have_left(o) or payout_may_be_signed(o) then true end as "mayHaveLeft",
      o.tx_hash as "txHash", o.bank_reference as "bankReference",
      case when o.status in ('SIGNED', 'BROADCAST') and not o.is_out then (select trim_scale(amount_of(p.units, o.asset)) from paid_instead(o) p) end as "paidOtherwise",
      o.in_place_of as "inPlaceOf",
      case when o.file_id is not null then replace(o.id::text, '-', '') end as "endToEndId", o.file_id as "fileId",
      o.recorded_by as "askedBy", o.reason as "reason", epoch_ms(o.recorded_at) as "at", epoch_ms(o.approved_at) as "approvedAt",
      epoch_ms(o.ended_at) as "endedAt"
  ) r
$$;

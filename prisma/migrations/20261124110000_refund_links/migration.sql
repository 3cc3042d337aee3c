-- The payer says where a refund goes (rulebook 13.19): a link that the account sends, used once. Of its token only the digest is
-- kept. A payout goes to an address without a standing beneficiary only where a link was used to give it.

-- Whether the newest list names an address, now.
create function is_sanctioned(of_network text, of_compared text) returns boolean language sql stable as $$
  select exists (select 1 from sanctioned_address s where s.network = of_network and s.address = of_compared
    and s.list_id = (select id from sanctions_list order by id desc limit 1))
$$;
create or replace function is_listed(b beneficiary) returns boolean language sql stable as $$
  select is_sanctioned(b.network, b.compared)
$$;
-- What an address of our own pays to: bitcoin and bitcoincash share keys, and so do eth and tron.
create function is_our_script(of_script text) returns boolean language sql stable as $$
  select exists (select 1 from deposit_address where script = of_script) or exists (select 1 from change_address where script = of_script)
$$;

create table refund_link (
  id uuid primary key,
  account_id uuid not null references account,
  bill_id uuid not null references bill,
  deposit_id uuid not null references deposit,
  asset text not null check (not is_fiat(asset)),
  digest bytea not null unique check (octet_length(digest) = 32),
  made_by text not null,
  made_user_id uuid references staff_user,
  made_at timestamptz not null default business_now(),
  expires_at timestamptz not null default business_now() + interval '14 days',
  used_at timestamptz,
  network text check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  address text check (length(address) <= 128),
  -- The address as lists of sanctioned ones are compared.
  compared text,
  -- What the chain pays to.
  script text check (script ~ '^[0-9a-f]+$'),
  ended_at timestamptz,
  ended_by text,
  ended_why text check (ended_why in ('ENDED', 'REPLACED', 'NOTHING_LEFT')),
  check (num_nulls(used_at, network, address, compared, script) in (0, 5)),
  check (num_nulls(ended_at, ended_by, ended_why) in (0, 3)),
  check (used_at is null or ended_at is null),
  check ((made_by like 'staff:%') = (made_user_id is not null))
);
create index refund_link_bill on refund_link (bill_id, id desc);
-- One is open for a deposit.
create unique index refund_link_open on refund_link (deposit_id) where used_at is null and ended_at is null;

create function refund_link_status(l refund_link, at timestamptz) returns text language sql immutable as $$
  select case when l.used_at is not null then 'USED' when l.ended_at is not null then 'ENDED'
    when l.expires_at <= at then 'EXPIRED' else 'OPEN' end
$$;

create function refund_link_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.used_at is not null or new.ended_at is not null or new.expires_at > business_now() + interval '14 days'
      or not exists (select 1 from deposit d where d.id = new.deposit_id and d.bill_id = new.bill_id
        and d.account_id = new.account_id and d.asset = new.asset) then
      raise check_violation using message = 'a refund link begins open, for a deposit of its account', constraint = 'refund_link_begins';
    end if;
    -- Who makes it asks for the payout that comes of it.
    if walled() and new.made_user_id is not null
      and not coalesce(has_proven(new.made_user_id, array['SESSION']) and has_proven_name(new.made_by), false) then
      perform refuse_wall('a refund link in a person''s name');
    end if;
    return new;
  end if;
  if old.used_at is not null or old.ended_at is not null
    or row(new.id, new.account_id, new.bill_id, new.deposit_id, new.asset, new.digest, new.made_by, new.made_user_id, new.made_at, new.expires_at)
      is distinct from row(old.id, old.account_id, old.bill_id, old.deposit_id, old.asset, old.digest, old.made_by, old.made_user_id, old.made_at, old.expires_at) then
    raise restrict_violation using message = 'a refund link is used or ended once, and stays as it was made';
  end if;
  if new.used_at is not null then
    if new.expires_at <= business_now() then
      raise check_violation using message = 'a refund link is used before it expires', constraint = 'refund_link_expired';
    end if;
    if new.network <> (select network from deposit where id = new.deposit_id) or is_our_script(new.script) or is_sanctioned(new.network, new.compared) then
      raise check_violation using message = 'nothing is refunded to this address', constraint = 'refund_link_place';
    end if;
  end if;
  return new;
end $$;
create trigger refund_link_guard before insert or update on refund_link for each row execute function refund_link_guard();
create constraint trigger refund_link_told after insert or update on refund_link deferrable initially deferred
  for each row execute function told_in_audit();

-- Uses a link: whoever knows its token, and nobody else, gives the address. The token itself is kept nowhere.
create function take_refund_link(of_token text, of_network text, of_address text, of_compared text, of_script text) returns uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  taken uuid;
begin
  update refund_link set used_at = business_now(), network = of_network, address = of_address, compared = of_compared, script = of_script
  where digest = sha256(convert_to(of_token, 'UTF8')) and used_at is null and ended_at is null and expires_at > business_now()
  returning id into taken;
  return taken;
end $$;

-- ---------------------------------------------------------------- the payout of a used link
alter table payout add column refund_link_id uuid references refund_link;
alter table payout drop constraint payout_recorded;
alter table payout
  add constraint payout_recorded check (case when status = 'RECORDED'
    then is_out and num_nonnulls(beneficiary_id, refund_link_id, file_id) = 0
    else num_nonnulls(beneficiary_id, refund_link_id) = 1 end),
  add constraint payout_refund check (refund_link_id is null or kind = 'REFUND');
-- A link brings one payout.
create unique index payout_refund_link on payout (refund_link_id) where refund_link_id is not null;

-- Where a payout goes, and whether it may go there at this moment.
create function place_of_payout(o payout) returns table (place text, network text, address text, script text, stands boolean)
language sql stable as $$
  select place_of(b), b.network, b.address, b.script, b.status = 'ACTIVE' and not is_listed(b)
  from beneficiary b where b.id = o.beneficiary_id and b.account_id = o.account_id and b.asset = o.asset
  union all
  select l.address, l.network, l.address, l.script, not is_sanctioned(l.network, l.compared)
  from refund_link l where l.id = o.refund_link_id and l.account_id = o.account_id and l.asset = o.asset
    and l.deposit_id = o.deposit_id and l.bill_id = o.bill_id and l.used_at is not null
$$;

create or replace function payout_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.status = 'RECORDED' then
    if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a payout'); end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
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
  -- Money is asked for, agreed to and sent only where it may go at that moment.
  if (tg_op = 'INSERT' or (new.status in ('APPROVED', 'PREPARED') and old.status <> new.status))
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
  -- A recorded payout carries out what was agreed to; one that was asked for was agreed to as it stands.
  if new.status <> 'RECORDED' then
    said := said || jsonb_build_object('payoutId', new.id::text, 'place', (select p.place from place_of_payout(new) p))
      || jsonb_strip_nulls(jsonb_build_object('beneficiaryId', new.beneficiary_id::text, 'refundLinkId', new.refund_link_id::text));
  elsif asked.request ? 'payoutId' then
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

-- At commit: a used link has its payout, from its deposit alone. Whatever else it is, it was not used.
create function check_refund_link_used() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from payout o where o.refund_link_id = new.id)
    or exists (select 1 from payout o join payout_part p on p.payout_id = o.id
      where o.refund_link_id = new.id and p.deposit_id <> new.deposit_id) then
    raise check_violation using message = format('refund link %s was used for nothing of its deposit', new.id), constraint = 'refund_link_used';
  end if;
  return null;
end $$;
create constraint trigger refund_link_used after update of used_at on refund_link deferrable initially deferred
  for each row when (new.used_at is not null) execute function check_refund_link_used();

-- The link's maker proved who they are when they made it: what its use asks for stands in their name.
create or replace function approval_wall() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.decided_user_id, new.asked_user_id);
  named text := coalesce(new.decided_by, new.asked_by);
  agrees boolean := false;
begin
  if not walled() then return new; end if;
  if tg_op = 'INSERT' then
    new.made_at := clock_timestamp();
    if new.what = 'payout' and exists (select 1 from refund_link l where l.id::text = new.request ->> 'refundLinkId'
      and l.account_id = new.account_id and l.made_by = new.asked_by and l.made_user_id = new.asked_user_id and l.used_at is not null
      and l.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296) then
      return new;
    end if;
  elsif new.status <> old.status then
    agrees := new.status = 'APPROVED';
  elsif new.first_user_id is distinct from old.first_user_id then
    person := new.first_user_id;
    named := new.first_by;
    agrees := true;
  else
    return new;
  end if;
  if (person is not null or named like 'staff:%')
    and not coalesce(has_proven(person, array['SESSION']) and has_proven_name(named), false) then
    perform refuse_wall('a request in a person''s name');
  end if;
  if agrees and is_live() and not has_proven_factor(person) then perform refuse_wall('an agreement without a second factor'); end if;
  return new;
end $$;

-- Whether an output pays what was agreed to, where it was agreed to go; or comes back to us.
create or replace function is_agreed_output(p prepared_transaction, x prepared_output) returns boolean language sql stable as $$
  select case x.kind
    when 'PAYOUT' then exists (select from payout o cross join lateral place_of_payout(o) l
      where o.id = x.object_id and o.asset = p.asset and o.quantity_units = x.units and l.script = x.script
        and o.status in ('PREPARED', 'SIGNED', 'BROADCAST'))
    when 'MOVE' then exists (select from move m join destination d on d.id = m.destination_id
      where m.id = x.object_id and m.asset = p.asset and m.quantity_units = x.units and d.address = x.address
        and m.from_place = 'custody:' || p.network and m.status = 'APPROVED')
    else p.network in ('bitcoin', 'bitcoincash') and exists (select from change_address c
      where c.wallet_id = p.wallet_id and c.index = x.key_index and c.script = x.script) end
$$;

-- ---------------------------------------------------------------- the records, written once
create or replace function payout_json(o payout) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select o.id as "payoutId", o.kind as "kind", o.status as "status", (select name from account where id = o.account_id) as "username",
      split_part(o.asset, '@', 1) as "asset", network_type_of(o.asset) as "networkType", amount_of(o.quantity_units, o.asset) as "quantity",
      o.bill_id as "paymentId", o.deposit_id as "txId", o.reference as "reference", o.beneficiary_id as "beneficiaryId",
      (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary", o.refund_link_id as "refundLinkId",
      (select p.place from place_of_payout(o) p) as "place",
      o.approval_id as "approvalId",
      o.tx_hash as "txHash", o.bank_reference as "bankReference",
      case when o.file_id is not null then replace(o.id::text, '-', '') end as "endToEndId", o.file_id as "fileId",
      o.recorded_by as "askedBy", o.reason as "reason", epoch_ms(o.recorded_at) as "at", epoch_ms(o.approved_at) as "approvedAt",
      epoch_ms(o.ended_at) as "endedAt"
  ) r
$$;
create function refund_link_json(l refund_link, at timestamptz) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select l.id as "refundLinkId", refund_link_status(l, at) as "status", l.bill_id as "paymentId", l.deposit_id as "txId",
      split_part(l.asset, '@', 1) as "asset", network_type_of(l.asset) as "networkType", l.made_by as "madeBy",
      epoch_ms(l.made_at) as "madeAt", epoch_ms(l.expires_at) as "expiresAt", epoch_ms(l.used_at) as "usedAt", l.address as "address",
      o.id as "payoutId", amount_of(o.quantity_units, o.asset) as "quantity",
      epoch_ms(l.ended_at) as "endedAt", l.ended_by as "endedBy", l.ended_why as "endedWhy"
    from (select) it left join payout o on o.refund_link_id = l.id
  ) r
$$;

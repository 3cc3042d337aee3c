-- A payout has a destination and a life: asked for, it reserves the money; agreed to, it may leave; it has left when a block
-- or a bank line says so. Rows of the first edition, made elsewhere and only recorded here, stay as they are: RECORDED.
create table payout_file (
  id uuid primary key,
  bank text not null,
  currency text not null check (is_fiat(currency)),
  message_id text not null unique check (length(message_id) between 1 and 35),
  format text not null,
  payouts integer not null check (payouts > 0),
  total_units units not null check (total_units > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content text not null,
  made_by text not null,
  made_at timestamptz not null default business_now()
);
create trigger payout_file_append_only before update or delete on payout_file for each row execute function refuse_change();

drop trigger payout_append_only on payout;
alter table payout
  add column kind text not null default 'PAYOUT' check (kind in ('PAYOUT', 'REFUND', 'SETTLEMENT')),
  add column status text not null default 'RECORDED' check (status in ('RECORDED', 'REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED',
    'BROADCAST', 'CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED')),
  add column beneficiary_id uuid references beneficiary,
  add column bill_id uuid references bill,
  add column deposit_id uuid references deposit,
  add column bank_reference text,
  add column file_id uuid references payout_file,
  -- Whether the money has left the books.
  add column is_out boolean not null default true,
  add column reason text,
  add column approved_at timestamptz,
  add column ended_at timestamptz,
  add constraint payout_recorded check (case when status = 'RECORDED' then is_out and beneficiary_id is null and file_id is null
    else beneficiary_id is not null end),
  add constraint payout_gone check (status = 'RECORDED' or is_out = false or status in ('BROADCAST', 'CONFIRMED')),
  add constraint payout_confirmed check (status <> 'CONFIRMED' or is_out),
  add constraint payout_filed check (file_id is null or status in ('PREPARED', 'CONFIRMED', 'FAILED'));
create index payout_open on payout (status, id) where status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST');
create index payout_file_of on payout (file_id) where file_id is not null;

insert into state_transition (machine, from_state, to_state) values
  ('payout', 'REQUESTED', 'APPROVED'), ('payout', 'REQUESTED', 'REJECTED'), ('payout', 'REQUESTED', 'CANCELLED'),
  ('payout', 'APPROVED', 'PREPARED'), ('payout', 'APPROVED', 'CANCELLED'), ('payout', 'APPROVED', 'REJECTED'),
  ('payout', 'APPROVED', 'BROADCAST'), ('payout', 'APPROVED', 'CONFIRMED'),
  ('payout', 'PREPARED', 'SIGNED'), ('payout', 'PREPARED', 'BROADCAST'), ('payout', 'PREPARED', 'CONFIRMED'),
  ('payout', 'PREPARED', 'CANCELLED'),
  ('payout', 'SIGNED', 'BROADCAST'), ('payout', 'SIGNED', 'FAILED'),
  ('payout', 'BROADCAST', 'CONFIRMED'), ('payout', 'BROADCAST', 'FAILED'), ('payout', 'CONFIRMED', 'FAILED');
create trigger payout_state before update of status on payout for each row
  when (old.status is distinct from new.status) execute function check_transition('payout');

-- Each time a payout left: by a transaction in a block or by a line of the bank, and when that was taken back.
create table payout_exit (
  payout_id uuid not null references payout,
  proof text not null check (length(proof) between 1 and 128),
  n integer not null check (n > 0),
  -- The ledger account it left from.
  place text not null,
  fee_units units not null default 0,
  left_at timestamptz not null default business_now(),
  back_at timestamptz,
  back_by text,
  primary key (payout_id, proof, n)
);
create unique index payout_exit_standing on payout_exit (payout_id) where back_at is null;
-- A line of the bank is one payout's.
create unique index payout_exit_line on payout_exit (proof) where starts_with(place, 'bank');
create unique index payout_exit_back on payout_exit (back_by) where back_by is not null;
create function payout_exit_kept() returns trigger language plpgsql as $$
begin
  if old.back_at is not null or row(new.payout_id, new.proof, new.n, new.place, new.fee_units, new.left_at)
    is distinct from row(old.payout_id, old.proof, old.n, old.place, old.fee_units, old.left_at) then
    raise restrict_violation using message = 'an exit is taken back once and stays as it was';
  end if;
  return new;
end $$;
create trigger payout_exit_kept before update on payout_exit for each row execute function payout_exit_kept();

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
  else
    if old.status = 'RECORDED' or row(new.id, new.account_id, new.asset, new.quantity_units, new.from_pending, new.reference,
        new.recorded_by, new.recorded_at, new.kind, new.beneficiary_id, new.bill_id, new.deposit_id, new.approval_id)
      is distinct from row(old.id, old.account_id, old.asset, old.quantity_units, old.from_pending, old.reference,
        old.recorded_by, old.recorded_at, old.kind, old.beneficiary_id, old.bill_id, old.deposit_id, old.approval_id)
      or (old.file_id is not null and new.file_id is distinct from old.file_id) then
      raise restrict_violation using message = 'a payout stays as it was asked for';
    end if;
    if new.status = 'APPROVED' and old.status <> 'APPROVED' and new.approval_id is null and two_persons() and not in_setup() then
      perform refuse_alone('a payout');
    end if;
  end if;
  -- Money is asked for, agreed to and sent only where it may go at that moment.
  if (tg_op = 'INSERT' or (new.status in ('APPROVED', 'PREPARED') and old.status <> new.status))
    and not exists (select 1 from beneficiary b where b.id = new.beneficiary_id and b.account_id = new.account_id
      and b.asset = new.asset and b.status = 'ACTIVE' and not is_listed(b)) then
    raise check_violation using message = 'a payout goes to a standing beneficiary of its account', constraint = 'payout_beneficiary';
  end if;
  return new;
end $$;
drop trigger payout_guard on payout;
create trigger payout_guard before insert or update on payout for each row execute function payout_guard();

create or replace function payout_approved() returns trigger language plpgsql as $$
declare
  asked approval;
  said jsonb := jsonb_build_object('asset', split_part(new.asset, '@', 1), 'reference', new.reference);
begin
  select * into asked from approval where id = new.approval_id;
  -- A recorded payout carries out what was agreed to; one that was asked for was agreed to as it stands.
  if new.status <> 'RECORDED' then
    said := said || jsonb_build_object('payoutId', new.id::text, 'beneficiaryId', new.beneficiary_id::text,
      'place', (select place_of(b) from beneficiary b where b.id = new.beneficiary_id));
  elsif asked.request ? 'payoutId' then
    perform refuse_alone('what another has not agreed to');
  end if;
  perform check_approval(new.approval_id, 'payout', new.account_id, said);
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.quantity_units, new.asset)::numeric
    or coalesce(asked.request ->> 'networkType', split_part(new.asset, '@', 2)) <> split_part(new.asset, '@', 2) then
    perform refuse_alone('what another has not agreed to');
  end if;
  if asked.first_user_id is null and two_persons() and not in_setup() and account_owes(new.account_id) then
    raise check_violation using message = 'a payout of an account in debt needs two of the house', constraint = 'second_person';
  end if;
  return null;
end $$;
drop trigger payout_approved on payout;
create constraint trigger payout_approved_recorded after insert on payout deferrable initially deferred
  for each row when (new.status = 'RECORDED' and new.approval_id is not null) execute function payout_approved();
create constraint trigger payout_approved after update of status on payout deferrable initially deferred
  for each row when (new.status = 'APPROVED' and old.status <> 'APPROVED' and new.approval_id is not null)
  execute function payout_approved();
create constraint trigger payout_told after insert or update of status on payout deferrable initially deferred
  for each row execute function told_in_audit();

-- ---------------------------------------------------------------- the books of it
create index ledger_transaction_payout on ledger_transaction (split_part(effect_key, ':', 2)) where starts_with(effect_key, 'payout:');

create function is_open(o payout) returns boolean language sql immutable as $$
  select o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and not o.is_out
$$;
-- While it is open its money is reserved, to the unit, and else not; what has left has one standing exit.
create function is_payout_booked(o payout) returns boolean language sql stable as $$
  select coalesce((select sum(p.amount) from ledger_transaction t join posting p on p.transaction_id = t.id
      join ledger_account l on l.id = p.ledger_account_id and l.code = 'acc:' || o.account_id || ':reserved'
      where starts_with(t.effect_key, 'payout:') and split_part(t.effect_key, ':', 2) = o.id::text), 0)
    = case when is_open(o) then o.quantity_units else 0 end
    and o.is_out = exists (select 1 from payout_exit x where x.payout_id = o.id and x.back_at is null)
    and (is_fiat(o.asset) or o.quantity_units = (select sum(quantity_units) from payout_part where payout_id = o.id))
$$;
create function check_payout_booked() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from payout o where o.id = new.id and is_payout_booked(o)) then
    raise check_violation using message = format('payout %s: its books say otherwise', new.id), constraint = 'payout_booked';
  end if;
  return null;
end $$;
create constraint trigger payout_booked after insert or update of status, is_out on payout deferrable initially deferred
  for each row when (new.status <> 'RECORDED') execute function check_payout_booked();

-- A kind that no function knows explains nothing.
alter table ledger_event drop constraint ledger_event_object_check;
insert into ledger_event (event, object) values
  ('payout.reserved', 'payout-step'), ('payout.released', 'payout-step'), ('payout.left', 'payout-step'),
  ('payout.back', 'payout-step'), ('payout.returned', 'payout-step');

-- A step of a payout: under its own key, of the payout's asset alone, between the places that this step names, and
-- the payout is in the state that the books then say.
create function is_payout_step(entry ledger_transaction) returns boolean language sql stable as $$
  with moved as (
    select split_part(l.code, ':', 3) as balance, l.account_id, l.code, p.asset, p.debit
    from posting p join ledger_account l on l.id = p.ledger_account_id where p.transaction_id = entry.id),
  step as (
    select o.*, coalesce(part.quantity_units, o.quantity_units) as units, x.place, x.fee_units, x.back_at,
      'payout:' || o.id || ':reserved' || coalesce(':' || entry.deposit_id, '') as reserved_key,
      'payout:' || o.id || ':released' || coalesce(':' || entry.deposit_id, '') as released_key,
      'payout:' || o.id || ':' || x.proof || ':' || x.n as exit_key,
      case when o.from_pending then 'pending' else 'available' end as source
    from payout o left join payout_part part on part.payout_id = o.id and part.deposit_id = entry.deposit_id
    left join payout_exit x on x.payout_id = o.id
      and starts_with(entry.effect_key, 'payout:' || o.id || ':' || x.proof || ':' || x.n)
      and substr(entry.effect_key, length('payout:' || o.id || ':' || x.proof || ':' || x.n) + 1) in ('', ':reversed', ':returned')
    where o.id = case when split_part(entry.effect_key, ':', 2) ~ '^[0-9a-f-]{36}$' then split_part(entry.effect_key, ':', 2)::uuid end
      and o.account_id = entry.account_id and o.status <> 'RECORDED' and is_payout_booked(o))
  select exists (select 1 from step s where (select count(distinct asset) = 1 and min(asset) = s.asset from moved)
    and case entry.event
      when 'payout.reserved' then entry.effect_key = s.reserved_key and (entry.deposit_id is null) = is_fiat(s.asset)
        and (select array_agg(balance || debit order by balance) from moved)
          = (select array_agg(b order by b) from unnest(array[s.source || s.units, 'reserved-' || s.units]) b)
      when 'payout.released' then entry.effect_key = s.released_key and (entry.deposit_id is null) = is_fiat(s.asset)
        and s.status in ('REJECTED', 'CANCELLED', 'FAILED')
        and (select array_agg(balance || debit order by balance) from moved)
          = (select array_agg(b order by b) from unnest(array[s.source || '-' || s.units, 'reserved' || s.units]) b)
      when 'payout.left' then entry.effect_key = s.exit_key and entry.deposit_id is null
        and (select array_agg(code || ' ' || debit order by code) from moved) = (select array_agg(b order by b) from unnest(array[
          'acc:' || s.account_id || ':reserved ' || s.units, s.place || ' -' || (s.units + s.fee_units)]
          || case when s.fee_units > 0 then array['house:network-fee ' || s.fee_units] else array[]::text[] end) b)
      when 'payout.back' then entry.effect_key = s.exit_key || ':reversed' and entry.deposit_id is null and s.back_at is not null
        and (select array_agg(code || ' ' || debit order by code) from moved) = (select array_agg(b order by b) from unnest(array[
          'acc:' || s.account_id || ':reserved -' || s.units, s.place || ' ' || (s.units + s.fee_units)]
          || case when s.fee_units > 0 then array['house:network-fee -' || s.fee_units] else array[]::text[] end) b)
      when 'payout.returned' then entry.effect_key = s.exit_key || ':returned' and entry.deposit_id is null
        and s.back_at is not null and s.status = 'FAILED' and is_fiat(s.asset)
        and (select array_agg(code || ' ' || debit order by code) from moved) = (select array_agg(b order by b) from unnest(array[
          'acc:' || s.account_id || ':available -' || s.units, s.place || ' ' || s.units]) b)
      else false end)
$$;

-- One function for each kind of object that explains an entry; a migration that adds a kind adds its function, and its line
-- below.
create function moved_by(entry ledger_transaction) returns table (account_id uuid, asset text, debit numeric, fiat boolean)
language sql stable as $$
  select l.account_id, p.asset, p.debit::numeric, is_fiat(p.asset)
  from posting p join ledger_account l on l.id = p.ledger_account_id where p.transaction_id = entry.id
$$;
-- Crypto of the deposit alone and no more of it; fiat is given by a sale alone.
create function is_of_deposit(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from deposit d where d.id = entry.deposit_id and d.account_id = entry.account_id
    and starts_with(entry.effect_key, d.network || ':' || d.tx_hash || ':' || d.output_index || ':')
    and not exists (select 1 from moved_by(entry) where case when fiat then account_id is not null and debit < 0
      else asset <> d.asset or abs(debit) > d.quantity_units end))
$$;
create function is_of_fill(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from fill f join deposit d on d.id = f.deposit_id
    where f.effect_key = entry.effect_key and f.deposit_id = entry.deposit_id and d.account_id = entry.account_id
      and f.quantity_units = (select sum(debit) from moved_by(entry) where account_id is not null and not fiat)
      and f.fiat_units = (select coalesce(-sum(debit), 0) from moved_by(entry) where account_id is not null and fiat))
$$;
-- Between balances of the account.
create function is_of_conversion(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from conversion c where c.id = entry.conversion_id
      and c.account_id = entry.account_id and starts_with(entry.effect_key, 'invoice:' || c.id || ':'))
    and not exists (select 1 from moved_by(entry) where account_id is not null group by asset having sum(debit) <> 0)
$$;
-- One that was made elsewhere and recorded.
create function is_of_payout(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from payout o left join payout_part part on part.payout_id = o.id and part.deposit_id = entry.deposit_id
    where entry.effect_key = 'payout:' || o.id || coalesce(':' || entry.deposit_id, '') and o.account_id = entry.account_id
      and o.status = 'RECORDED'
      and (select count(distinct asset) = 1 and min(asset) = o.asset from moved_by(entry))
      and (select sum(debit) from moved_by(entry) where account_id is not null)
        = case when entry.deposit_id is null then o.quantity_units else part.quantity_units end)
$$;
create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'house' then entry.account_id is null
      else false
    end
$$;

-- ---------------------------------------------------------------- the record, written once
create function payout_json(o payout) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select o.id as "payoutId", o.kind as "kind", o.status as "status", (select name from account where id = o.account_id) as "username",
      split_part(o.asset, '@', 1) as "asset", network_type_of(o.asset) as "networkType", amount_of(o.quantity_units, o.asset) as "quantity",
      o.bill_id as "paymentId", o.deposit_id as "txId", o.reference as "reference", o.beneficiary_id as "beneficiaryId",
      (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary",
      (select place_of(b) from beneficiary b where b.id = o.beneficiary_id) as "place",
      o.approval_id as "approvalId",
      o.tx_hash as "txHash", o.bank_reference as "bankReference",
      case when o.file_id is not null then replace(o.id::text, '-', '') end as "endToEndId", o.file_id as "fileId",
      o.recorded_by as "askedBy", o.reason as "reason", epoch_ms(o.recorded_at) as "at", epoch_ms(o.approved_at) as "approvedAt",
      epoch_ms(o.ended_at) as "endedAt"
  ) r
$$;

-- Crypto of no bill may be an account's (rulebook 13.32). Each unit of an account's crypto is a deposit's, so what is assigned
-- becomes a deposit of a bill that the resolution names, kept as it is. Where the coins lie, and whether their block stands,
-- stays told by what came (`stray_deposit`): the deposit says whose they are, and is counted by no look at a chain.
alter table resolution
  add column bill_id uuid references bill,
  drop constraint resolution_assigned,
  add constraint resolution_assigned check ((kind = 'ASSIGN') = (account_id is not null)
    and (kind <> 'ASSIGN' or is_fiat(asset) or subject = 'DEPOSIT')
    and (bill_id is not null) = (kind = 'ASSIGN' and subject = 'DEPOSIT'));

alter table deposit
  add column stray_id uuid references stray_deposit,
  drop constraint deposit_reason_code_check,
  add constraint deposit_reason_code_check check (reason_code in ('RECEIVE_AS_IS', 'BILL_EXPIRED', 'LIMIT_NOT_MET',
    'OVERPAYMENT_KEPT', 'BELOW_MINIMUM', 'DEPOSIT_LIMIT', 'CONVERSION_FAILED', 'SCREENING', 'WRONG_ASSET', 'REORGANISED',
    'DOUBLE_SPENT', 'BEFORE_BILL', 'INSUFFICIENT_LIQUIDITY', 'ASSIGNED')),
  -- No price of a bill's is for it, no treatment sees it, and no block holds it: what came is held.
  add constraint deposit_assigned check (stray_id is null or (status in ('UNCONFIRMED', 'CREDITED', 'DROPPED') and guaranteed_units = 0
    and pending_units = 0 and not wrong_asset and block_hash is null and (status <> 'UNCONFIRMED' or block_height is null)));
-- What came is a deposit once, of one bill, whatever its chain does.
create unique index deposit_of_stray on deposit (stray_id);

-- Whether a person has said, and still says, that this came for the bill; all of it, and of no other asset.
create function is_assigned(d deposit) returns boolean language sql stable as $$
  select exists (select from resolution r join stray_deposit s on s.id = r.subject_id join bill b on b.id = r.bill_id
    where r.subject_id = d.stray_id and r.kind = 'ASSIGN' and r.reversed_at is null
      and r.bill_id = d.bill_id and r.account_id = d.account_id and b.account_id = d.account_id and b.asset = d.asset
      and s.status = 'CONFIRMED' and s.times_confirmed = d.times_confirmed and r.units = d.quantity_units
      and (s.network, s.tx_hash, s.output_index, s.asset, s.quantity_units) = (d.network, d.tx_hash, d.output_index, d.asset, d.quantity_units))
$$;
create function assigned_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.stray_id is distinct from new.stray_id
      or (old.bill_id, old.account_id, old.network, old.tx_hash, old.output_index, old.asset, old.quantity_units)
        <> (new.bill_id, new.account_id, new.network, new.tx_hash, new.output_index, new.asset, new.quantity_units) then
      raise restrict_violation using message = 'what was assigned stays of its bill';
    end if;
    if old.status = 'CREDITED' and new.status <> 'CREDITED' and is_assigned(new) then
      raise restrict_violation using message = 'what was assigned goes with its resolution';
    end if;
  end if;
  if new.status = 'CREDITED' and not is_assigned(new) then
    raise check_violation using message = 'what came for no bill is a deposit once it was assigned', constraint = 'deposit_assigned_by';
  end if;
  return new;
end $$;
create trigger deposit_assigned_made before insert on deposit for each row
  when (new.stray_id is not null) execute function assigned_guard();
create trigger deposit_assigned_kept before update on deposit for each row
  when (old.stray_id is not null or new.stray_id is not null) execute function assigned_guard();

-- It is sold by conversions alone: whoever assigns it may know tomorrow's price.
create function assigned_sold() returns trigger language plpgsql as $$
begin
  if exists (select from deposit d where d.id = new.deposit_id and d.stray_id is not null) then
    raise check_violation using message = 'what was assigned is sold at no price of its bill', constraint = 'fill_assigned';
  end if;
  return new;
end $$;
create trigger fill_assigned before insert on fill for each row when (new.method <> 'CONVERSION') execute function assigned_sold();

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
  return new;
end $$;

-- A resolution that names a bill is a deposit of it as long as it stands, and no longer.
create function resolution_deposited() returns trigger language plpgsql as $$
declare
  standing boolean := (select reversed_at is null from resolution where id = new.id);
begin
  if standing <> exists (select from deposit d where d.stray_id = new.subject_id and d.bill_id = new.bill_id and d.status = 'CREDITED') then
    raise check_violation using message = 'what is assigned is a deposit of its bill', constraint = 'resolution_deposited';
  end if;
  return null;
end $$;
create constraint trigger resolution_deposited after insert or update on resolution deferrable initially deferred
  for each row when (new.bill_id is not null) execute function resolution_deposited();

create or replace function resolution_approved() returns trigger language plpgsql as $$
declare
  asked approval;
begin
  select * into asked from approval where id = new.approval_id;
  perform check_approval(new.approval_id, 'resolution', house_account(), jsonb_strip_nulls(jsonb_build_object('kind', new.kind,
    'subjectId', new.subject_id::text, 'moveId', new.move_id::text, 'note', new.note, 'asset', split_part(new.asset, '@', 1),
    'account', (select name from account where id = new.account_id), 'paymentId', new.bill_id::text)));
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.units, new.asset)::numeric then
    perform refuse_alone('what another has not agreed to');
  end if;
  -- Nobody of the account says that money is its own.
  if two_persons() and exists (select from membership m where m.account_id = new.account_id and m.disabled_at is null
      and m.user_id in (asked.asked_user_id, asked.decided_user_id)) then
    perform refuse_alone('what is assigned by people of its account');
  end if;
  return null;
end $$;

-- Its posting, as before; what comes again settles first what the account owes of it.
create or replace function is_of_resolution(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from resolution r where r.kind <> 'LINK' and r.account_id is not distinct from entry.account_id
    and r.bill_id is not distinct from entry.bill_id
    and entry.effect_key = 'resolution:' || r.id || case entry.event when 'resolution.reversed' then ':reversed' else '' end
    and (entry.event = 'resolution.made' or r.reversed_at is not null)
    and (select count(*) filter (where p.asset = r.asset and a.code = case r.kind when 'WRITE_OFF' then 'house:missing' else 'house:unassigned' end
          and p.debit = r.units * case r.kind when 'WRITE_OFF' then -1 else 1 end * case entry.event when 'resolution.reversed' then -1 else 1 end) = 1
        and count(*) = 1 + count(*) filter (where p.asset = r.asset and (case r.kind when 'ASSIGN' then
            a.code = 'acc:' || r.account_id || ':available' or (a.code = 'acc:' || r.account_id || ':owed'
              and case entry.event when 'resolution.reversed' then p.debit > 0 else p.debit < 0 and r.bill_id is not null end)
          when 'OWN' then a.code = 'house:capital'
          else a.code = case when is_fiat(r.asset) then 'house:result' else 'house:capital' end end))
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;

create or replace function assignment_json(r resolution) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(a))::text from (
    select r.id as "resolutionId", crypto_of(r.asset) as "asset", network_type_of(r.asset) as "networkType", amount_of(r.units, r.asset) as "quantity",
      r.bill_id as "paymentId", (select d.id from deposit d where d.stray_id = r.subject_id and r.bill_id is not null) as "txId",
      epoch_ms(r.made_at) as "assignedAt", epoch_ms(r.reversed_at) as "takenBackAt"
    from (select) it) a
$$;

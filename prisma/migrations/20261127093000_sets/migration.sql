-- What one statement writes is checked and counted at once: rules that were asked for each row are asked for each set of
-- rows. They hold as they did.

-- ---------------------------------------------------------------- the facts of bills, once for each statement
create or replace function refresh_bill_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, reserved_units = f.reserved, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, updated_at = greatest(b.updated_at, c.updated_at),
    (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, m.now) p)
  from (select bill_id, max(updated_at) as updated_at from changed group by bill_id order by bill_id) c
  cross join (select business_now() as now) m
  cross join lateral facts_of_deposits(c.bill_id, null, null) f
  where b.id = c.bill_id;
  return null;
end $$;
drop trigger bill_facts on deposit;
create trigger bill_facts after insert on deposit referencing new table as changed
  for each statement execute function refresh_bill_facts();
create trigger bill_facts_changed after update on deposit referencing new table as changed
  for each statement execute function refresh_bill_facts();

-- ---------------------------------------------------------------- items make up their conversion, once for each statement
create function check_item_sums() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  wrong uuid;
begin
  select c.id into wrong from (select distinct conversion_id as id from changed) c
    where (select quantity_units from conversion v where v.id = c.id)
      is distinct from (select sum(quantity_units) from conversion_item i where i.conversion_id = c.id) limit 1;
  if wrong is not null then
    raise exception 'items of conversion % do not sum to it', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger conversion_item_sum on conversion_item;
create trigger conversion_item_sum after insert on conversion_item referencing new table as changed
  for each statement execute function check_item_sums();
create trigger conversion_item_sum_changed after update on conversion_item referencing new table as changed
  for each statement execute function check_item_sums();

-- ---------------------------------------------------------------- postings go in by one function
-- The only way in: locks the accounts in one order, and says of each posting what its account stands at after it. Of one
-- account's the credits (below zero as debits) come first, so that none dips on the way.
create function enter_postings(transactions uuid[], codes text[], assets text[], debits numeric[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entered integer;
begin
  perform 1 from ledger_account l where (l.code, l.asset) in (select * from unnest(codes, assets))
    order by l.code, l.asset for no key update;
  insert into posting (transaction_id, ledger_account_id, asset, debit, amount, balance)
  select r.id, l.id, l.asset, r.debit, s.amount,
    l.balance + sum(s.amount) over (partition by l.id order by r.debit, r.nth rows unbounded preceding)
  from unnest(transactions, codes, assets, debits) with ordinality r(id, code, asset, debit, nth)
  join ledger_account l on l.code = r.code and l.asset = r.asset
  cross join lateral (select case l.normal when 'DEBIT' then r.debit else -r.debit end as amount) s
  order by l.code, l.asset, r.debit, r.nth;
  get diagnostics entered = row_count;
  if entered <> cardinality(debits) then
    raise exception 'a posting on an account that does not exist' using errcode = 'check_violation';
  end if;
  return entered;
end $$;
drop trigger posting_entry on posting;
drop function enter_posting();

-- A balance moves with its postings, and stands where the last of them says. None of them leaves it below zero where the
-- chart says no, and none belongs to a transaction that is committed.
create function move_balances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong text;
begin
  select e.transaction_id into wrong from entered e join ledger_transaction t on t.id = e.transaction_id
    where t.tx is distinct from pg_current_xact_id() limit 1;
  if wrong is not null then
    raise exception 'ledger transaction % is sealed', wrong using errcode = 'restrict_violation';
  end if;
  select e.asset into wrong from entered e join ledger_account l on l.id = e.ledger_account_id
    where e.asset <> l.asset or e.amount <> case l.normal when 'DEBIT' then e.debit else -e.debit end limit 1;
  if wrong is not null then
    raise exception 'a posting in % is not what its account takes', wrong using errcode = 'check_violation';
  end if;
  select l.code || ' in ' || l.asset into wrong from entered e join ledger_account l on l.id = e.ledger_account_id
    where not l.may_be_negative and e.balance < 0 limit 1;
  if wrong is not null then
    raise check_violation using message = format('the balance of %s would be below zero', wrong),
      constraint = 'ledger_account_check', table = 'ledger_account';
  end if;
  with sums as (
    select ledger_account_id as id, sum(amount) as amount, (array_agg(balance::numeric order by id desc))[1] as last
    from entered group by ledger_account_id
  ), moved as (
    update ledger_account l set balance = l.balance + s.amount from sums s where l.id = s.id returning l.code, l.asset, l.balance - s.last as off
  )
  select code || ' in ' || asset into wrong from moved where off <> 0 limit 1;
  if wrong is not null then
    raise exception 'the postings of % do not lead to its balance', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger posting_balances after insert on posting referencing new table as entered
  for each statement execute function move_balances();

drop trigger posting_period on posting;
create or replace function posting_period() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from entered n join ledger_transaction t on t.id = n.transaction_id
    join ledger_account l on l.id = n.ledger_account_id
    join settlement s on s.account_id = l.account_id and s.currency = n.asset and s.period_to > t.at where is_fiat(n.asset)) then
    raise serialization_failure using message = 'the period of this posting is closed';
  end if;
  return null;
end $$;
create trigger posting_period after insert on posting referencing new table as entered
  for each statement execute function posting_period();

-- ---------------------------------------------------------------- what is entered is proven before it is committed
-- What this transaction has entered and not proven yet; empty between transactions.
create table ledger_unproven (
  id bigint generated always as identity primary key,
  transactions uuid[] not null
);

create function await_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_unproven (transactions) select array_agg(id) from entered having count(*) > 0;
  return null;
end $$;
create trigger ledger_unproven after insert on ledger_transaction referencing new table as entered
  for each statement execute function await_proof();

-- Postings that come after the proof of their transaction ask for it again.
create function await_proof_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_unproven (transactions)
  select e.ids from (select array_agg(distinct transaction_id) as ids from entered) e
  where e.ids is not null and not exists (select 1 from ledger_unproven u where u.transactions @> e.ids);
  return null;
end $$;
create trigger posting_unproven after insert on posting referencing new table as entered
  for each statement execute function await_proof_again();

drop trigger ledger_explained on ledger_transaction;
create or replace function check_explained() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  key text;
begin
  if walled_connection() then
    select t.effect_key into key from ledger_transaction t where t.id = any(new.transactions) and not is_explained(t) limit 1;
    if key is not null then
      raise check_violation using message = format('ledger transaction %s: nothing explains it', key),
        constraint = 'ledger_explained';
    end if;
  end if;
  return null;
end $$;
create constraint trigger ledger_explained after insert on ledger_unproven
  deferrable initially deferred for each row execute function check_explained();

drop trigger ledger_zero_sum on ledger_transaction;
create or replace function check_zero_sum() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong uuid;
begin
  select t.id into wrong from unnest(new.transactions) t(id)
    where not exists (select 1 from posting p where p.transaction_id = t.id) limit 1;
  if wrong is not null then
    raise exception 'ledger transaction % has no postings', wrong using errcode = 'check_violation';
  end if;
  select p.transaction_id into wrong from posting p where p.transaction_id = any(new.transactions)
    group by p.transaction_id, p.asset having sum(p.debit) <> 0 limit 1;
  if wrong is not null then
    raise exception 'ledger transaction % does not sum to zero per asset', wrong using errcode = 'check_violation';
  end if;
  delete from ledger_unproven where id = new.id;
  return null;
end $$;
create constraint trigger ledger_zero_sum after insert on ledger_unproven
  deferrable initially deferred for each row execute function check_zero_sum();

-- ---------------------------------------------------------------- rows that change often find room beside themselves
alter table bill set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
alter table deposit set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
alter table ledger_account set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
alter table ledger_unproven set (autovacuum_vacuum_scale_factor = 0.02);

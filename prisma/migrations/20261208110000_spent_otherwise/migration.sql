-- A payout of crypto that counts as paid by a transaction which will be in no block any more ends (rulebook 13.32): one recorded
-- as made by it, and one that went together with a deposit that it was paid from. Both counted as paid for ever.

-- Since when the node says that what it spends is spent otherwise; null once it is seen or placed again.
alter table outgoing add column spent_at timestamptz(6);

-- The transaction of ours by which a payout counts as paid, and which can be in no block: gone, with what it spends spent
-- otherwise, for a day. Accounts of tron number nothing: there it has expired by then.
create function spent_otherwise(of_payout uuid) returns table (outgoing_id uuid, tx_hash text, claim_kind text) language sql stable as $$
  select g.id, g.tx_hash, c.kind from outgoing_claim c join outgoing g on g.id = c.outgoing_id
  where c.object_id = of_payout and c.kind in ('PAYOUT', 'RECORDED') and c.void_at is null
    and g.status = 'GONE' and g.times_posted = g.times_reversed and g.times_posted > 0 and not is_carried_otherwise(c)
    and case g.network when 'tron' then g.updated_at else g.spent_at end <= business_now() - interval '1 day'
    and (c.kind = 'RECORDED' or exists (select from payout_exit x where x.payout_id = c.object_id and x.proof = g.tx_hash and x.back_at is null))
$$;

alter table resolution
  drop constraint resolution_void,
  add constraint resolution_void check (case when subject = 'PAYOUT' then kind = 'VOID' else kind <> 'VOID' or subject = 'MOVE' end);
alter table payout drop constraint payout_recorded;
alter table payout add constraint payout_recorded check (case when status = 'RECORDED'
    then is_out and num_nonnulls(refund_link_id, file_id) = 0
    when status = 'FAILED' and approved_at is null then num_nonnulls(refund_link_id, file_id) = 0
    else num_nonnulls(beneficiary_id, refund_link_id) = 1 end);
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
        and not exists (select from bank_line l where l.payout_id = o.id) and not exists (select from bank_part p where p.payout_id = o.id)
    union all select 'PAYOUT', o.asset, o.quantity_units::numeric, 'UNPROVEN', g.tx_hash from payout o cross join lateral spent_otherwise(o.id) g
      where o.id = of_subject and o.status in ('RECORDED', 'BROADCAST', 'CONFIRMED')) s
  where s.units > 0 and not is_resolved(of_subject)
$$;
insert into ledger_event (event, object) values ('payout.voided', 'payout-step');
create or replace function is_payout_step(entry ledger_transaction) returns boolean language sql stable as $$
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
      -- What it was paid from is there again, or is gone as well, and then owed by nobody any more.
      when 'payout.voided' then entry.effect_key = 'payout:' || s.id || ':voided:' || entry.deposit_id and s.status = 'FAILED' and not is_fiat(s.asset)
        and exists (select from resolution r where r.kind = 'VOID' and r.subject_id = s.id)
        and (select count(*) = 2
            and count(*) filter (where debit = s.units and case when s.approved_at is null then starts_with(code, 'custody:') else balance = 'reserved' end) = 1
            and count(*) filter (where debit = -s.units and account_id = s.account_id and balance in (s.source, 'owed')) = 1 from moved)
      else false end)
$$;
create or replace function movement_kind(event text, payout_kind text) returns text language sql immutable as $$
  select case event when 'deposit.sold' then 'CONVERTED' when 'invoice.sold' then 'INVOICE' when 'deposit.reversed' then 'REVERSED'
    when 'deposit.kept' then 'KEPT' when 'invoice.locked' then 'LOCKED' when 'invoice.unlocked' then 'UNLOCKED'
    when 'payout.reserved' then case payout_kind when 'SETTLEMENT' then 'SETTLED' else 'PAID_OUT' end
    when 'payout.fiat' then 'PAID_OUT' when 'payout.crypto' then 'PAID_OUT'
    when 'payout.released' then 'RETURNED' when 'payout.returned' then 'RETURNED' when 'payout.voided' then 'RETURNED' else 'OTHER' end
$$;

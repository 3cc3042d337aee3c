-- Ether that the code of a contract has given to an account of ours, or taken from one (rulebook 13.4): each such call is a row
-- of its own, named by the transaction that ran the code and by what the call did, as the node's tracer tells it.
alter table gas_payment add column by_code text,
  add constraint gas_payment_by_code check (by_code is null or (by_code ~ '^0x[0-9a-f]{64}$' and network = 'eth'
    and kind in ('SENT', 'RECEIVED') and counter is not null and fee_wei = 0 and moved_wei = value_wei and moved_wei > 0
    and tx_hash like by_code || '-%'));

-- The transaction that a person looks up: the account's own, or whoever's that ran the code.
create function gas_name(g gas_payment) returns text language sql immutable as $$
  select coalesce(g.by_code, g.tx_hash)
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
      where g.id = of_subject and is_gas_final(g)) s
  where s.units > 0 and not is_resolved(of_subject)
$$;

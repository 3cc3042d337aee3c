-- What others give our accounts of ether and TRX, and what left them so, is said by a person what it was, as of the coins that
-- are traded (rulebook 13.23, 13.32): what the owner has sent is capital.
alter table resolution
  drop constraint resolution_subject_check,
  add constraint resolution_subject_check check (subject in ('OUTGOING', 'DEPOSIT', 'LINE', 'TRANSFER', 'GAS')),
  drop constraint resolution_asset_check,
  add constraint resolution_asset_check check (asset in
    ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY', 'ETH', 'TRX')),
  add constraint resolution_gas check ((subject = 'GAS') = is_gas(asset));

-- What one transaction gave our accounts, or took from them without leave, in the ledger's units.
create function gas_given(g gas_payment) returns numeric language sql stable as $$
  select coalesce(sum(-p.debit), 0) from gas_postings(g) p where p.code = 'house:unassigned' and g.times_posted > g.times_reversed
$$;
create function gas_gone(g gas_payment) returns numeric language sql stable as $$
  select coalesce(sum(p.debit), 0) from gas_postings(g) p where p.code = 'house:missing' and g.times_posted > g.times_reversed
$$;
-- Whether its block is as deep as a deposit's has to be.
create function is_gas_final(g gas_payment) returns boolean language sql stable as $$
  select exists (select from chain_cursor c where c.network = g.network
    and g.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - case g.network when 'tron' then 20 else 12 end + 1)
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
    union all select 'GAS', gas_asset(g.network), x.units, x.side, g.tx_hash from gas_payment g
      cross join lateral (values (gas_given(g), 'UNASSIGNED'), (gas_gone(g), 'MISSING')) x(units, side)
      where g.id = of_subject and is_gas_final(g)) s
  where s.units > 0 and not is_resolved(of_subject)
$$;

-- What is missing is a case as long as nobody has said what it was; the check holds the books against the same (rulebook 8.10).
create function is_spend_case(o outgoing, m outgoing_amount) returns boolean language sql stable as $$
  select o.status <> 'GONE' and not is_resolved(m.id)
    and (unexplained_units(m) > 0 or not exists (select from outgoing_claim c where c.outgoing_id = o.id and c.void_at is null))
$$;
-- A transaction of a token's that takes its coin along as well is told of by both.
create function is_gas_case(g gas_payment) returns boolean language sql stable as $$
  select g.block_hash is not null and g.kind = 'SENT' and g.move_id is null and not is_resolved(g.id)
    and (gas_gone(g) > 0 or not exists (select from outgoing o where o.network = g.network and o.tx_hash = g.tx_hash))
$$;
-- What others give is one where it is worth looking at: from 0.0001 ETH and 1 TRX.
create function is_given_case(g gas_payment) returns boolean language sql stable as $$
  select g.kind in ('RECEIVED', 'FOUND') and not is_resolved(g.id) and gas_given(g) >= case g.network when 'tron' then 1000000 else 100000 end
$$;
create function is_line_case(l bank_line) returns boolean language sql stable as $$
  select l.belongs_to = 'NOBODY' and not is_resolved(l.id)
$$;
create function is_transfer_case(t venue_transfer) returns boolean language sql stable as $$
  select t.belongs_to = 'NOBODY' and not is_resolved(t.id) and t.status <> 'FAILED' and (t.kind = 'WITHDRAWAL' or t.status = 'DONE')
$$;

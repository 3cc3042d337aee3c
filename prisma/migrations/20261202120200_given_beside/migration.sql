-- Others may have part in a transaction that pays what was approved: what comes back to us beyond what we put in and what it pays
-- for us is theirs, and ours to give back.
create function gained_units(m outgoing_amount) returns numeric language sql stable as $$
  select greatest(m.own_units + m.fee_units - m.spent_units
    + (select coalesce(sum(c.units), 0) from outgoing_claim c where c.outgoing_id = m.outgoing_id and c.asset = m.asset and c.void_at is null), 0)
$$;
create or replace function taken_units(m outgoing_amount) returns numeric language sql stable as $$
  select unexplained_units(m) - gained_units(m) + case when exists (select from outgoing_claim c where c.outgoing_id = m.outgoing_id
    and c.asset = m.asset and c.kind <> 'RECORDED' and c.void_at is null) then 0 else m.fee_units end
$$;
-- What was not approved any more as it was booked, or is agreed to since, does not change what stands.
create or replace function is_outgoing(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select from outgoing o where entry.account_id is null
    and starts_with(entry.effect_key, 'outgoing:' || o.network || ':' || o.tx_hash || ':')
    and coalesce(substring(split_part(entry.effect_key, ':', 4)
        from '^' || case o.variant when 0 then '' else o.variant || '[.]' end || '([1-9][0-9]{0,8})$')::integer
      <= case entry.event when 'outgoing.left' then o.times_posted else o.times_reversed end, false)
    and o.network = split_part(entry.effect_key, ':', 2) and o.tx_hash = split_part(entry.effect_key, ':', 3)
    and not exists (
      select from posting p join ledger_account l on l.id = p.ledger_account_id
      left join outgoing_amount m on m.outgoing_id = o.id and m.asset = p.asset
      where p.transaction_id = entry.id and not coalesce(case l.code
        when 'custody:' || o.network then true
        when 'house:missing' then abs(p.debit) <= m.spent_units - m.own_units - m.fee_units
          and (p.debit > 0) = (entry.event = 'outgoing.left')
        when 'house:network-fee' then abs(p.debit) = m.fee_units and (p.debit > 0) = (entry.event = 'outgoing.left')
        when 'house:unassigned' then abs(p.debit) between m.own_units + m.fee_units - m.spent_units
            and m.own_units + m.fee_units - m.spent_units
              + (select coalesce(sum(c.units), 0) from outgoing_claim c where c.outgoing_id = o.id and c.asset = p.asset)
          and (p.debit < 0) = (entry.event = 'outgoing.left')
        else false end, false)))
$$;

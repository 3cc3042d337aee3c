-- On chains of accounts a transaction of ours may move something else in another block, as a deposit does: each of what it has
-- moved is a row of its own, by its number among them, so that every unit that has left is explained. One of them stands.
alter table outgoing
  add column variant integer not null default 0,
  add constraint outgoing_variant check (variant = 0 or (variant > 0 and network in ('eth', 'tron'))),
  drop constraint outgoing_network_tx_hash_key,
  add constraint outgoing_network_tx_hash_variant_key unique (network, tx_hash, variant);
create unique index outgoing_stands on outgoing (network, tx_hash) where block_hash is not null;

-- Whether another of what the transaction has moved is in the books, and carries out the same.
create function is_carried_otherwise(c outgoing_claim) returns boolean language sql stable as $$
  select exists (select from outgoing o join outgoing v on v.network = o.network and v.tx_hash = o.tx_hash and v.id <> o.id
      and v.times_posted > v.times_reversed
    join outgoing_claim w on w.outgoing_id = v.id and w.kind = c.kind and w.object_id = c.object_id and w.void_at is null
    where o.id = c.outgoing_id)
$$;

-- The key of a posting names which of them it is of.
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
        when 'house:unassigned' then abs(p.debit) = m.own_units + m.fee_units - m.spent_units
          and (p.debit < 0) = (entry.event = 'outgoing.left')
        else false end, false)))
$$;

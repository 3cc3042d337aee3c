-- Up to which block of eth the number of an account that a prepared transaction keeps was found unused (rulebook 13.7).
alter table prepared_transaction add column unused_to bigint check (unused_to >= 0);
-- Whether a transfer of a token in a block tells what became of it: one under the same number, or one of the family.
create function is_number_reported(root prepared_transaction) returns boolean language sql stable as $$
  select exists (select from prepared_input i join outgoing o on o.network = 'eth' and o.status in ('IN_BLOCK', 'FINAL')
      and o.spends && array['0x' || i.source_hash || ':' || i.source_index] where i.prepared_id = root.family_id)
    or exists (select from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash
      and o.status in ('IN_BLOCK', 'FINAL') where p.family_id = root.family_id)
$$;

-- On chains of accounts a transaction may pay something else in another block: each of what one of its outputs has paid is a row
-- of its own, by its number among them. An output of a chain of outputs is always the same.
alter table deposit
  add column variant integer not null default 0,
  add constraint deposit_variant check (variant = 0 or (variant > 0 and network in ('eth', 'tron'))),
  drop constraint deposit_network_tx_hash_output_index_key,
  add constraint deposit_network_tx_hash_output_index_variant_key unique (network, tx_hash, output_index, variant);
alter table stray_deposit
  add column variant integer not null default 0,
  add constraint stray_deposit_variant check (variant = 0 or (variant > 0 and network in ('eth', 'tron'))),
  drop constraint stray_deposit_network_tx_hash_output_index_key,
  add constraint stray_deposit_network_tx_hash_output_index_variant_key unique (network, tx_hash, output_index, variant);

-- Counted over both, as the keys of what they post are.
create function next_variant(of_network text, of_hash text, of_index integer) returns integer language sql stable as $$
  select case when of_network in ('bitcoin', 'bitcoincash') then 0 else (select coalesce(max(variant) + 1, 0) from (
    select variant from deposit where network = of_network and tx_hash = of_hash and output_index = of_index
    union all select variant from stray_deposit where network = of_network and tx_hash = of_hash and output_index = of_index) o) end
$$;

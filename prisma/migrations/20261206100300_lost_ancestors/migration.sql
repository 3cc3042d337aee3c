-- A coin is there no more either once what had paid what paid it was spent otherwise, as the change of a transaction of ours whose
-- own coin went with its block; and so is what came by a move.
alter table move_arrival add column spends text[] not null default '{}';

-- What a transaction of which rows tell spends, where no block has it.
create function spends_in_no_block(of_network text, of_hash text) returns setof text language sql stable as $$
  with told as (
    select block_hash, spends from deposit where network = of_network and tx_hash = of_hash
    union all select block_hash, spends from stray_deposit where network = of_network and tx_hash = of_hash
    union all select block_hash, spends from move_arrival where network = of_network and tx_hash = of_hash
    union all select block_hash, spends from outgoing where network = of_network and tx_hash = of_hash)
  select distinct u.name from told t cross join lateral unnest(t.spends) u(name) where not exists (select from told where block_hash is not null)
$$;

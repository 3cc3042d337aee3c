-- A coin goes with the block of what paid it, and is there no more once another block has what spends the same as that: by which
-- transaction, in which block. What was to spend it is in no block then, once that block is final.
alter table prepared_input add column lost_by text, add column lost_height bigint, add column lost_block text,
  add constraint prepared_input_lost check (num_nulls(lost_by, lost_height, lost_block) in (0, 3));

create or replace function prepared_part_guard() returns trigger language plpgsql as $$
declare
  -- Whether it is kept, and what a coin was lost by, is all that changes.
  moves constant text[] := array['held', 'lost_by', 'lost_height', 'lost_block'];
begin
  if tg_op = 'INSERT' then
    if exists (select from prepared_transaction where id = new.prepared_id) then
      raise restrict_violation using message = 'the parts of a prepared transaction are there before it';
    end if;
  elsif not old.held or to_jsonb(old) = to_jsonb(new) or to_jsonb(old) - moves <> to_jsonb(new) - moves then
    raise restrict_violation using message = 'a part of a prepared transaction stays as it was made';
  end if;
  return new;
end $$;

-- Whether a block has what paid a coin of ours on a chain of outputs.
create function is_coin_placed(of_network text, of_hash text, of_index integer) returns boolean language sql stable as $$
  select exists (select from deposit d where d.network = of_network and d.tx_hash = of_hash and d.output_index = of_index and d.block_hash is not null)
    or exists (select from stray_deposit s where s.network = of_network and s.tx_hash = of_hash and s.output_index = of_index and s.block_hash is not null)
    or exists (select from move_arrival a where a.network = of_network and a.tx_hash = of_hash and a.output_index = of_index and a.block_hash is not null)
    or exists (select from outgoing o where o.network = of_network and o.tx_hash = of_hash and o.block_hash is not null)
$$;

-- A coin that went with its block is there no more either once what had paid its payer was spent otherwise, also where none of these
-- was ever ours: what they spend, as far as blocks that are gone had them, is read from those and kept beside the coin, each as the
-- transaction and the output that it spends. Traced anew after each block that goes.
alter table prepared_input add column traced boolean not null default false, add column ancestors text[] not null default '{}';

create or replace function prepared_part_guard() returns trigger language plpgsql as $$
declare
  -- Whether it is kept, what had paid a coin, and what it was lost by, is all that changes.
  moves constant text[] := array['held', 'lost_by', 'lost_height', 'lost_block', 'traced', 'ancestors'];
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

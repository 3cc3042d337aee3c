-- What ends a signed transaction is judged up to where all endpoints of its chain agree, and not while that is paused: what one
-- endpoint alone calls final frees nothing (rulebook 13.7).
-- Final is what the chain calls so, else what lies as deep as a reorganisation may go.
create function settled_height(c chain_cursor, depth integer) returns bigint language sql immutable as $$
  select case when c.paused_reason is null then least(c.height, c.agreed_height, coalesce(c.final_height, c.height - depth)) end
$$;
create or replace function is_expired(p prepared_transaction) returns boolean language sql stable as $$
  select exists (select from chain_cursor c join chain_block b on b.network = c.network and not b.orphaned
      and b.height = settled_height(c, 20)
    where c.network = p.network and b.block_time >= p.expires_at)
  and not exists (select from outgoing o where o.network = p.network and o.tx_hash = tron_hash(p.unsigned)
    and o.status in ('IN_BLOCK', 'FINAL'))
  and not is_gas_brought(p, 1)
$$;
create or replace function prepared_safe_guard() returns trigger language plpgsql as $$
begin
  if row(new.safe_tx_hash, new.unsigned, new.content) is distinct from row(old.safe_tx_hash, old.unsigned, old.content) then
    raise restrict_violation using message = 'a batch stays as it was made';
  end if;
  if new.status <> old.status and not exists (select from chain_cursor c
    where c.network = 'eth' and new.used_up_at <= settled_height(c, 64)) then
    raise check_violation using message = format('prepared transaction %s can be executed until its number is used up', new.id), constraint = 'prepared_ends';
  end if;
  if new.status = 'CONFIRMED' and not exists (select from prepared_input s join outgoing o on o.network = 'eth' and o.status = 'FINAL'
      and o.tx_hash = new.tx_hash join outgoing_input i on i.outgoing_id = o.id and i.script = s.source_hash where s.prepared_id = new.id) then
    raise check_violation using message = format('prepared transaction %s was not executed by this', new.id), constraint = 'prepared_executed';
  end if;
  return new;
end $$;

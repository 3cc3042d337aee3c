-- Where tokens lie in a Safe, approved payouts and moves leave it as a batch that its owners sign and execute (rulebook 13.25).
-- A Safe is a wallet without a key, of one address.
alter table wallet drop constraint wallet_kind_check,
  add constraint wallet_kind_check check (kind in ('BTC_P2PKH', 'BTC_P2WPKH', 'BCH_P2PKH', 'ETH', 'TRON', 'ETH_SAFE')),
  add constraint wallet_safe check (kind <> 'ETH_SAFE' or (network = 'eth' and account_id is null and path = 'm' and xpub ~ '^0x[0-9a-fA-F]{40}$'
    and next_index <= 1 and master_fingerprint is null));

alter table prepared_transaction
  -- What the owners sign; a batch has no other signature, and its fee is whoever's executes it.
  add column safe_tx_hash text check (safe_tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- A final block at which the Safe had used its number up.
  add column used_up_at bigint check (used_up_at >= 0),
  alter column fee_rate type numeric(40, 8),
  add constraint prepared_fee_rate check (fee_rate < 1e15 and fee_rate >= 0 and (fee_rate = 0) = (safe_tx_hash is not null)),
  drop constraint prepared_transaction_check1, drop constraint prepared_transaction_check2,
  add constraint prepared_signed check (case when safe_tx_hash is null then num_nulls(signed, tx_hash, signed_by, signed_at) in (0, 4)
    else num_nonnulls(signed, signed_by, signed_at, sent_at, replaces_id, expires_at) = 0 and (tx_hash is null) = (status <> 'CONFIRMED') end),
  add constraint prepared_needs_signature check (status not in ('SIGNED', 'BROADCAST', 'CONFIRMED', 'REPLACED', 'FAILED') or signed is not null
    or (safe_tx_hash is not null and status = 'CONFIRMED')),
  add constraint prepared_used_up check (case when safe_tx_hash is null then used_up_at is null
    else status in ('PREPARED', 'CONFIRMED', 'CANCELLED') and (used_up_at is null) = (status = 'PREPARED') end);
insert into state_transition (machine, from_state, to_state) values ('prepared', 'PREPARED', 'CONFIRMED');

-- transfer(to, units), as calls of contracts are written.
create function token_call(receiver text, units numeric) returns text language sql immutable as $$
  select 'a9059cbb' || lpad(receiver, 64, '0') || lpad(to_hex(units::bigint), 64, '0')
$$;
-- How a batch is executed, whom it calls and what with: one transfer as it is, or several behind each other by the helper.
create function safe_batch(of_prepared uuid, token text, helper text) returns text language sql stable as $$
  select case when count(*) = 1 then '0x00' || token || min(x.call)
    else '0x01' || helper || '8d80ff0a' || lpad('20', 64, '0') || lpad(to_hex(count(*) * 153), 64, '0')
      || string_agg('00' || token || repeat('0', 64) || lpad('44', 64, '0') || x.call, '' order by x.n)
      || repeat('00', (32 - (count(*) * 153 % 32)::integer) % 32) end
  from (select n, token_call(script, units::numeric) as call from prepared_output where prepared_id = of_prepared) x
$$;
create function is_prepared_of_safe(p prepared_transaction) returns boolean language sql stable as $$
  select p.fee_units = 0 and p.gas_missing = 0 and p.replaces_id is null and p.asset <> 'ETH' and p.size = length(p.unsigned) / 2 - 1
    and (select count(*) = 1 and bool_and(is_prepared_source(p, s) and s.branch = 0
        and s.units = (select sum(units) from prepared_output where prepared_id = p.id)) from prepared_input s where s.prepared_id = p.id)
    and (select p.unsigned = safe_batch(p.id, case when n = 1 then substr(p.unsigned, 5, 40) else substr(p.unsigned, 5 + 40 + 8 + 128 + 2, 40) end,
        substr(p.unsigned, 5, 40)) from (select count(*) as n from prepared_output where prepared_id = p.id) x)
    and (select count(*) = 1 or substr(p.unsigned, 5, 40) in ('40a2accbd92bca938b02010e17a5b8929b49130d', '9641d764fc13c8b624c04430c7356c1c7c8102e2')
      from prepared_output where prepared_id = p.id)
    and position(p.safe_tx_hash in p.content) > 0
$$;
create or replace function is_prepared_true(p prepared_transaction) returns boolean language sql stable as $$
  select (select count(*) filter (where kind <> 'CHANGE') > 0 and bool_and(is_agreed_output(p, x) and held = (p.replaces_id is null))
      from prepared_output x where prepared_id = p.id)
    and (select bool_and(held = (p.replaces_id is null)) from prepared_input where prepared_id = p.id)
    and (p.safe_tx_hash is not null) = exists (select from wallet where id = p.wallet_id and kind = 'ETH_SAFE')
    and case when p.safe_tx_hash is not null then is_prepared_of_safe(p) when p.network = 'eth' then is_prepared_on_eth(p)
      when p.network = 'tron' then is_prepared_on_tron(p) else is_prepared_of_outputs(p) end
    and (p.replaces_id is null or is_prepared_again(p))
$$;

-- A batch may be executed as long as the Safe's number is not used up, whatever was said here: it ends by a block that is final.
-- It is CONFIRMED by a transaction that has taken tokens out of the Safe and is final, and by that alone.
create function prepared_safe_guard() returns trigger language plpgsql as $$
begin
  if row(new.safe_tx_hash, new.unsigned, new.content) is distinct from row(old.safe_tx_hash, old.unsigned, old.content) then
    raise restrict_violation using message = 'a batch stays as it was made';
  end if;
  if new.status <> old.status and not exists (select from chain_cursor c
    where c.network = 'eth' and new.used_up_at <= least(c.height, coalesce(c.final_height, c.height - 64))) then
    raise check_violation using message = format('prepared transaction %s can be executed until its number is used up', new.id), constraint = 'prepared_ends';
  end if;
  if new.status = 'CONFIRMED' and not exists (select from prepared_input s join outgoing o on o.network = 'eth' and o.status = 'FINAL'
      and o.tx_hash = new.tx_hash join outgoing_input i on i.outgoing_id = o.id and i.script = s.source_hash where s.prepared_id = new.id) then
    raise check_violation using message = format('prepared transaction %s was not executed by this', new.id), constraint = 'prepared_executed';
  end if;
  return new;
end $$;
create trigger prepared_safe_guard before update on prepared_transaction for each row
  when (new.safe_tx_hash is not null or old.safe_tx_hash is not null) execute function prepared_safe_guard();

-- Whether what it pays has left, or is leaving, without being in the books yet: until then nothing of it is free.
create function is_leaving_prepared(of_prepared uuid) returns boolean language sql stable as $$
  select exists (select from prepared_output x join outgoing_claim c on c.object_id = x.object_id and c.void_at is null
    join outgoing o on o.id = c.outgoing_id where x.prepared_id = of_prepared and o.status <> 'GONE' and o.times_posted = o.times_reversed)
$$;
-- What stands in a batch may have been signed, and leaves by others' hands: a reversal waits for it as for what is signed.
create or replace function is_signed_away(of_deposit uuid) returns boolean language sql stable as $$
  select exists (select from payout_part p join payout o on o.id = p.payout_id
    where p.deposit_id = of_deposit and not o.is_out and (o.status in ('SIGNED', 'BROADCAST')
      or (o.status = 'PREPARED' and exists (select from prepared_output x join prepared_transaction t on t.id = x.prepared_id
        where x.object_id = o.id and x.held and t.safe_tx_hash is not null))))
$$;

-- On tron a prepared transaction is one transfer of a token as well. Accounts there number nothing: what was prepared can be
-- in a block until it has expired, and its payout is prepared anew no sooner (rulebook 13.7).
insert into setting_rule (name, owner, looser, word, unset) values ('energyPrice', 'house', 'higher', null, '420');

alter table prepared_transaction
  drop constraint prepared_transaction_network_check,
  add constraint prepared_transaction_network_check check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  drop constraint prepared_transaction_asset_check,
  add constraint prepared_transaction_asset_check check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDC@eth', 'USDT@tron')),
  -- Bytes of bandwidth that it takes, and the time after which no block takes it.
  add column bandwidth integer check (bandwidth > 0),
  add column expires_at timestamptz,
  add constraint prepared_on_tron check (num_nulls(bandwidth, expires_at) = case when network = 'tron' then 0 else 2 end);

-- A number as protobuf writes it: groups of seven bits, the lowest first.
create function protobuf_number(value numeric) returns text language sql immutable as $$
  select string_agg(lpad(to_hex((mod(div(value, 128::numeric ^ n), 128) + case when n < g.groups - 1 then 128 else 0 end)::integer), 2, '0'), '' order by n)
  from (select min(k) as groups from generate_series(1, 10) k where value < 128::numeric ^ k) g cross join lateral generate_series(0, g.groups - 1) n
$$;
-- The name of a transaction of tron, signed or not.
create function tron_hash(unsigned text) returns text language sql immutable as $$
  select encode(sha256(decode(unsigned, 'hex')), 'hex')
$$;
-- Whether no block can have it any more: the chain's own time, in a block that is final, is past its expiration, and no
-- block has it. Where the chain names no final block, twenty blocks make one.
create function is_expired(p prepared_transaction) returns boolean language sql stable as $$
  select exists (select from chain_cursor c join chain_block b on b.network = c.network and not b.orphaned
      and b.height = least(c.height, coalesce(c.final_height, c.height - 20))
    where c.network = p.network and b.block_time >= p.expires_at)
  and not exists (select from outgoing o where o.network = p.network and o.tx_hash = tron_hash(p.unsigned)
    and o.status in ('IN_BLOCK', 'FINAL'))
$$;

-- Nothing but what was agreed to, change and a fee within the house's limits; and the signer's file says just that.
create or replace function is_prepared_true(p prepared_transaction) returns boolean language sql stable as $$
  with paid as (select * from prepared_output where prepared_id = p.id), spent as (select * from prepared_input where prepared_id = p.id),
    root as (select * from prepared_transaction where id = p.family_id)
  select (select count(*) filter (where kind <> 'CHANGE') > 0 and bool_and(is_agreed_output(p, x)) from paid x)
    and (select bool_and(held = (p.replaces_id is null)) from (select held from paid union all select held from spent) h)
    and case when p.network = 'eth' then p.fee_rate <= fee_limit('gasPrice', p.asset, 100) and p.fee_units = p.size * p.fee_rate * 1000000000
        and (select count(*) = 1 and bool_and(exists (select from deposit_address a where a.network = 'eth' and a.script = s.source_hash
          and a.script = s.script and a.wallet_id = p.wallet_id and a.index = s.key_index)) from spent s)
        -- One transfer(to, units) of a token, with no ether and no access list.
        and (select count(*) = 1 and bool_and(p.unsigned ~ ('^0x02[0-9a-f]+94[0-9a-f]{40}80b844a9059cbb0{24}' || x.script
          || lpad(to_hex(x.units::bigint), 64, '0') || 'c0$')) from paid x)
      when p.network = 'tron' then p.fee_rate <= fee_limit('energyPrice', p.asset, 420) and p.fee_units >= p.size * p.fee_rate
        and p.replaces_id is null
        and (select count(*) = 1 and bool_and(exists (select from deposit_address a where a.network = 'tron' and a.script = s.source_hash
          and a.script = s.script and a.wallet_id = p.wallet_id and a.index = s.key_index)) from spent s)
        -- One transfer(to, units) of a token by the account, with nothing else, until the expiration.
        and (select count(*) = 1 and bool_and(p.unsigned ~ ('^0a02[0-9a-f]{4}2208[0-9a-f]{16}40'
          || protobuf_number(round(extract(epoch from p.expires_at) * 1000)) || '5aae01081f12a9010a31'
          || encode('type.googleapis.com/protocol.TriggerSmartContract', 'hex') || '12740a1541' || s.script
          || '121541[0-9a-f]{40}2244a9059cbb0{24}' || x.script || lpad(to_hex(x.units::bigint), 64, '0')
          || '70([89a-f][0-9a-f]){5}[0-7][0-9a-f]9001' || protobuf_number(p.size * p.fee_rate) || '$')) from paid x, spent s)
      else (select sum(units) from spent) = (select sum(units) from paid) + p.fee_units
        and p.unsigned = utxo_transaction(p.id)
        and starts_with(encode(decode(p.content, 'base64'), 'hex'), '70736274ff0100' || compact_size(length(p.unsigned) / 2) || p.unsigned)
        and (select bool_and(asset = p.asset and exists (select from our_output(s.network, s.source_hash, s.source_index::integer) o
          where o.in_books and o.units = s.units)) from spent s)
        and p.size <= length(p.unsigned) / 2 + 110 * (select count(*) from spent) + 2
        and p.fee_units <= ceil(p.size * fee_limit('networkFeeRate', p.asset, 200))
        and p.fee_units * 10000 <= fee_limit('networkFeeBps', p.asset, 1000) * (select sum(units) from paid where kind <> 'CHANGE') end
    -- What takes another's place spends the same and pays the same.
    and (p.replaces_id is null or ((select status = 'BROADCAST' from prepared_transaction where id = p.replaces_id)
      and (select array_agg(source_hash || source_index order by n) from spent)
        = (select array_agg(source_hash || source_index order by n) from prepared_input where prepared_id = p.replaces_id)
      and (select array_agg(object_id order by n) from paid where kind <> 'CHANGE')
        = (select array_agg(object_id order by n) from prepared_output where prepared_id = p.replaces_id and kind <> 'CHANGE')
      and (select r.family_id = p.family_id and p.fee_units > r.fee_units from prepared_transaction r where r.id = p.replaces_id)))
$$;

create function prepared_ends_guard() returns trigger language plpgsql as $$
begin
  if not is_expired(new) and not exists (select from outgoing o where o.network = new.network
    and o.tx_hash = tron_hash(new.unsigned) and o.status = 'FINAL') then
    raise check_violation using message = format('prepared transaction %s can be in a block until it has expired', new.id), constraint = 'prepared_ends';
  end if;
  return new;
end $$;
create trigger prepared_ends_guard before update of status on prepared_transaction for each row
  when (new.network = 'tron' and new.status in ('CANCELLED', 'FAILED') and old.status <> new.status)
  execute function prepared_ends_guard();

-- The simulated chain takes no transaction after its expiration.
alter table sandbox_transfer add column expires_at timestamptz;

-- What accounts of ours on tron send costs energy and bandwidth, in sun where eth has wei.
alter table gas_payment drop constraint gas_payment_network_check,
  add constraint gas_payment_network_check check (network in ('eth', 'tron'));

-- TRX for an address of ours is prepared as ether is (rulebook 13.2, 13.7). What makes a prepared transaction true is said
-- for each kind of chain by itself, so that a later change of one states that one alone.
alter table prepared_transaction drop constraint prepared_transaction_asset_check,
  add constraint prepared_transaction_asset_check check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDC@eth', 'USDT@tron', 'ETH', 'TRX')),
  -- What of the fee is for an account that tron does not know yet; it is paid in place of the bytes.
  add column activation_units numeric(78, 0) not null default 0 check (activation_units >= 0),
  add constraint prepared_activation check (activation_units = 0 or asset = 'TRX');

-- An account of ours that sends, and the key that it has.
create function is_prepared_source(p prepared_transaction, s prepared_input) returns boolean language sql stable as $$
  select exists (select from deposit_address a where a.network = p.network and a.script = s.source_hash
    and a.script = s.script and a.wallet_id = p.wallet_id and a.index = s.key_index)
$$;
create function is_prepared_on_eth(p prepared_transaction) returns boolean language sql stable as $$
  select p.fee_rate <= fee_limit('gasPrice', p.asset, 100) and p.fee_units = p.size * p.fee_rate * 1000000000
    and (select count(*) = 1 and bool_and(is_prepared_source(p, s)) from prepared_input s where s.prepared_id = p.id)
    -- One transfer(to, units) of a token, with no ether and no access list; or so much ether, and no call.
    and (select count(*) = 1 and bool_and(p.unsigned ~ case p.asset
      when 'ETH' then '^0x02[0-9a-f]+94' || x.script || rlp_number(x.units::numeric * gas_unit(p.network)) || '80c0$'
      else '^0x02[0-9a-f]+94[0-9a-f]{40}80b844a9059cbb0{24}' || x.script || lpad(to_hex(x.units::bigint), 64, '0') || 'c0$' end)
      from prepared_output x where x.prepared_id = p.id)
$$;
-- How raw_data of tron begins and ends: a block that it builds on, its expiration; its time.
create function tron_begin(expires_at timestamptz) returns text language sql immutable as $$
  select '^0a02[0-9a-f]{4}2208[0-9a-f]{16}40' || protobuf_number(round(extract(epoch from expires_at) * 1000)) || '5a'
$$;
create function tron_time() returns text language sql immutable as $$ select '70([89a-f][0-9a-f]){5}[0-7][0-9a-f]' $$;
-- So many units to an account, with nothing else: a call of transfer(to, units), or a plain transfer of TRX.
create function tron_call(owner text, receiver text, units numeric, fee_limit numeric) returns text language sql immutable as $$
  select 'ae01081f12a9010a31' || encode('type.googleapis.com/protocol.TriggerSmartContract', 'hex') || '12740a1541' || owner
    || '121541[0-9a-f]{40}2244a9059cbb0{24}' || receiver || lpad(to_hex(units::bigint), 64, '0')
    || tron_time() || '9001' || protobuf_number(fee_limit) || '$'
$$;
create function tron_transfer(owner text, receiver text, units numeric) returns text language sql immutable as $$
  select to_hex(100 + length(n) / 2) || '080112' || to_hex(96 + length(n) / 2) || '0a2d'
    || encode('type.googleapis.com/protocol.TransferContract', 'hex') || '12' || to_hex(47 + length(n) / 2) || '0a1541' || owner
    || '121541' || receiver || '18' || n || tron_time() || '$'
  from protobuf_number(units) n
$$;
create function is_prepared_on_tron(p prepared_transaction) returns boolean language sql stable as $$
  select p.replaces_id is null
    and case p.asset when 'TRX' then p.size = p.bandwidth and p.gas_missing = 0
        and p.fee_units = case when p.activation_units > 0 then p.activation_units else p.size * p.fee_rate end
      else p.fee_rate <= fee_limit('energyPrice', p.asset, 420) and p.fee_units >= p.size * p.fee_rate end
    and (select count(*) = 1 and bool_and(is_prepared_source(p, s)) from prepared_input s where s.prepared_id = p.id)
    and (select count(*) = 1 and bool_and(p.unsigned ~ (tron_begin(p.expires_at) || case p.asset
        when 'TRX' then tron_transfer(s.script, x.script, x.units::numeric)
        else tron_call(s.script, x.script, x.units::numeric, p.size * p.fee_rate) end))
      from prepared_output x, prepared_input s where x.prepared_id = p.id and s.prepared_id = p.id)
$$;
create function is_prepared_of_outputs(p prepared_transaction) returns boolean language sql stable as $$
  with paid as (select * from prepared_output where prepared_id = p.id), spent as (select * from prepared_input where prepared_id = p.id)
  select (select sum(units) from spent) = (select sum(units) from paid) + p.fee_units
    and p.unsigned = utxo_transaction(p.id)
    and starts_with(encode(decode(p.content, 'base64'), 'hex'), '70736274ff0100' || compact_size(length(p.unsigned) / 2) || p.unsigned)
    and (select bool_and(asset = p.asset and exists (select from our_output(s.network, s.source_hash, s.source_index::integer) o
      where o.in_books and o.units = s.units)) from spent s)
    and p.size <= length(p.unsigned) / 2 + 110 * (select count(*) from spent) + 2
    and p.fee_units <= ceil(p.size * fee_limit('networkFeeRate', p.asset, 200))
    and p.fee_units * 10000 <= fee_limit('networkFeeBps', p.asset, 1000) * (select sum(units) from paid where kind <> 'CHANGE')
$$;
-- What takes another's place spends the same and pays the same, for a greater fee.
create function is_prepared_again(p prepared_transaction) returns boolean language sql stable as $$
  select exists (select from prepared_transaction r where r.id = p.replaces_id and r.status = 'BROADCAST'
      and r.family_id = p.family_id and p.fee_units > r.fee_units)
    and (select array_agg(source_hash || source_index order by n) from prepared_input where prepared_id = p.id)
      = (select array_agg(source_hash || source_index order by n) from prepared_input where prepared_id = p.replaces_id)
    and (select array_agg(object_id order by n) from prepared_output where prepared_id = p.id and kind <> 'CHANGE')
      = (select array_agg(object_id order by n) from prepared_output where prepared_id = p.replaces_id and kind <> 'CHANGE')
$$;
create or replace function is_prepared_true(p prepared_transaction) returns boolean language sql stable as $$
  select (select count(*) filter (where kind <> 'CHANGE') > 0 and bool_and(is_agreed_output(p, x) and held = (p.replaces_id is null))
      from prepared_output x where prepared_id = p.id)
    and (select bool_and(held = (p.replaces_id is null)) from prepared_input where prepared_id = p.id)
    and case p.network when 'eth' then is_prepared_on_eth(p) when 'tron' then is_prepared_on_tron(p) else is_prepared_of_outputs(p) end
    and (p.replaces_id is null or is_prepared_again(p))
$$;

-- ---------------------------------------------------------------- what became of one on tron
-- The name that a block has it under: on tron known before it is signed.
create function prepared_hash(p prepared_transaction) returns text language sql immutable as $$
  select case p.network when 'tron' then tron_hash(p.unsigned) else p.tx_hash end
$$;
-- Whether a block has one that brings gas and has carried out a move by it, and so many blocks are on it.
create function is_gas_brought(p prepared_transaction, confirmations integer) returns boolean language sql stable as $$
  select is_gas(p.asset) and exists (select from gas_payment g join chain_cursor c on c.network = g.network
    where g.network = p.network and g.tx_hash = prepared_hash(p) and g.block_hash is not null and g.move_id is not null
      and g.block_height <= c.height - confirmations + 1)
$$;
create or replace function is_expired(p prepared_transaction) returns boolean language sql stable as $$
  select exists (select from chain_cursor c join chain_block b on b.network = c.network and not b.orphaned
      and b.height = least(c.height, coalesce(c.final_height, c.height - 20))
    where c.network = p.network and b.block_time >= p.expires_at)
  and not exists (select from outgoing o where o.network = p.network and o.tx_hash = tron_hash(p.unsigned)
    and o.status in ('IN_BLOCK', 'FINAL'))
  and not is_gas_brought(p, 1)
$$;
create or replace function prepared_ends_guard() returns trigger language plpgsql as $$
begin
  if not is_expired(new) and not is_gas_brought(new, 20) and not exists (select from outgoing o where o.network = new.network
    and o.tx_hash = tron_hash(new.unsigned) and o.status = 'FINAL') then
    raise check_violation using message = format('prepared transaction %s can be in a block until it has expired', new.id), constraint = 'prepared_ends';
  end if;
  return new;
end $$;

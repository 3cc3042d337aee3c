-- Ether and TRX go to the owner as capital (rulebook 13.2): to an address of the allow-list, agreed to, prepared, compared and
-- sent as any, claimed by itself, or linked by a person.
alter table destination drop constraint destination_asset_check,
  add constraint destination_asset_check check (asset in
    ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY', 'ETH', 'TRX')),
  -- To addresses of ours it goes without the list.
  add constraint destination_gas check (not is_gas(asset) or place = 'owner');
alter table move drop constraint move_gas, add constraint move_gas check (
  case when is_gas(asset) then kind in ('GAS', 'CAPITAL_OUT') else kind <> 'GAS' end and case kind
    when 'GAS' then address is not null when 'CAPITAL_IN' then address is null or to_place like 'custody:%' else address is null end);
alter table gas_payment drop constraint gas_payment_check4,
  add constraint gas_payment_move check (move_id is null or (kind = 'SENT' and counter is not null));

-- The account of an address of eth or tron: twenty bytes, of tron behind one of the chain and before a checksum, in base 58.
create function account_of(network text, address text) returns text language sql immutable as $$
  select case network when 'eth' then lower(substr(address, 3)) else (
    select string_agg(lpad(to_hex(mod(div(n, 4294967296::numeric ^ k), 4294967296)::bigint), 8, '0'), '' order by k desc)
    from generate_series(1, 5) k cross join (
      select sum((strpos('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', substr(address, i, 1)) - 1)
        * 58::numeric ^ (length(address) - i)) as n from generate_series(1, length(address)) i) decoded) end
$$;
-- Where a move goes, as its chain writes it.
create function account_of_move(m move) returns text language sql stable as $$
  select account_of(split_part(m.from_place, ':', 2), coalesce(m.address, (select d.address from destination d where d.id = m.destination_id)))
$$;
create or replace function is_gas_link(g gas_payment, of_move uuid) returns boolean language sql stable as $$
  select g.kind = 'SENT' and is_weighed(g) and g.moved_wei = g.value_wei and g.times_posted = g.times_reversed and not is_resolved(g.id)
    and not exists (select from outgoing o where o.network = g.network and o.tx_hash = g.tx_hash)
    and not exists (select from gas_payment other where other.move_id = of_move and other.id <> g.id and other.block_hash is not null)
    and exists (select from move m where m.id = of_move and m.kind = case when g.own then 'GAS' else 'CAPITAL_OUT' end
      and m.status = 'APPROVED' and m.asset = gas_asset(g.network) and m.from_place = 'custody:' || g.network
      and account_of_move(m) = g.counter and g.moved_wei = m.quantity_units * gas_unit(g.network))
$$;
create or replace function is_agreed_output(p prepared_transaction, x prepared_output) returns boolean language sql stable as $$
  select case x.kind
    when 'PAYOUT' then exists (select from payout o cross join lateral place_of_payout(o) l
      where o.id = x.object_id and o.asset = p.asset and o.quantity_units = x.units and l.script = x.script
        and o.status in ('PREPARED', 'SIGNED', 'BROADCAST'))
    when 'MOVE' then exists (select from move m left join destination d on d.id = m.destination_id
      where m.id = x.object_id and m.asset = p.asset and m.quantity_units = x.units and coalesce(d.address, m.address) = x.address
        and m.from_place = 'custody:' || p.network and m.status = 'APPROVED'
        and (p.network not in ('eth', 'tron') or account_of_move(m) = x.script)
        and (m.kind <> 'GAS' or exists (select from deposit_address a where a.network = p.network and a.address = x.address and a.script = x.script)))
    else p.network in ('bitcoin', 'bitcoincash') and exists (select from change_address c
      where c.wallet_id = p.wallet_id and c.index = x.key_index and c.script = x.script) end
$$;

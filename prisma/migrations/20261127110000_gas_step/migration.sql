-- The coin that pays for transactions goes from one account of ours to another as a move of the house (rulebook 13.2, 13.7):
-- agreed to like any, to an address of ours, prepared, compared, sent once and claimed.
create or replace function place_holds(place text, asset text) returns boolean language sql immutable as $$
  select case split_part(place, ':', 1) when 'bank' then is_fiat(asset) when 'venue' then not is_gas(asset)
    when 'custody' then not is_fiat(asset) and split_part(place, ':', 2) = case asset when 'BTC' then 'bitcoin'
      when 'BCH' then 'bitcoincash' when 'ETH' then 'eth' when 'TRX' then 'tron' else split_part(asset, '@', 2) end
    else place = 'owner' end
$$;
alter table move
  drop constraint move_kind_check, drop constraint move_asset_check, drop constraint move_check1, drop constraint move_check2,
  -- Where the coin goes; other kinds name a destination of the allow-list.
  add column address text check (length(address) between 1 and 128),
  add constraint move_kind_check check (kind in ('TO_VENUE', 'FROM_VENUE', 'CONSOLIDATION', 'GAS', 'TO_BANK', 'FROM_BANK', 'CAPITAL_IN',
    'CAPITAL_OUT', 'OPENING', 'CORRECTION')),
  add constraint move_asset_check check (asset in
    ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY', 'ETH', 'TRX')),
  add constraint move_route check (coalesce(case kind
    when 'TO_VENUE' then from_place like 'custody:%' and to_place like 'venue:%'
    when 'FROM_VENUE' then from_place like 'venue:%' and to_place like 'custody:%'
    when 'CONSOLIDATION' then from_place like 'custody:%' and to_place = from_place
    when 'GAS' then from_place like 'custody:%' and to_place = from_place
    when 'TO_BANK' then from_place like 'venue:%' and to_place like 'bank:%'
    when 'FROM_BANK' then from_place like 'bank:%' and to_place like 'venue:%'
    when 'CAPITAL_OUT' then from_place is not null and to_place is null
    when 'CORRECTION' then num_nulls(from_place, to_place) = 1 and coalesce(from_place, to_place) not like 'custody:%'
    else from_place is null and to_place is not null end, false)),
  -- What goes to an address goes to one of the allow-list, gas to one of ours.
  add constraint move_goes check ((destination_id is null) = (kind in ('CAPITAL_IN', 'OPENING', 'CORRECTION', 'GAS'))),
  add constraint move_gas check ((kind = 'GAS') = is_gas(asset) and (kind = 'GAS') = (address is not null));

create or replace function move_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('DRAFT', 'REQUESTED') or new.approval_id is not null then
      raise check_violation using message = 'a move begins unapproved', constraint = 'move_begins';
    end if;
    if new.destination_id is not null and not exists (select 1 from destination d where d.id = new.destination_id
      and d.ended_at is null and d.asset = new.asset and d.place = coalesce(new.to_place, 'owner')) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
    if new.kind = 'GAS' and not exists (select from deposit_address a where 'custody:' || a.network = new.to_place and a.address = new.address) then
      raise check_violation using message = 'gas goes to an address of ours', constraint = 'move_gas_address';
    end if;
    return new;
  end if;
  if row(new.kind, new.from_place, new.to_place, new.asset, new.quantity_units, new.destination_id, new.address, new.reference, new.note, new.created_by, new.created_user_id, new.created_at)
    is distinct from row(old.kind, old.from_place, old.to_place, old.asset, old.quantity_units, old.destination_id, old.address, old.reference, old.note, old.created_by, old.created_user_id, old.created_at)
    or (new.approval_id is distinct from old.approval_id and (old.status, new.status) <> ('REQUESTED', 'APPROVED')) then
    raise restrict_violation using message = 'a move stays as it was asked for';
  end if;
  if new.status = 'APPROVED' and old.status = 'REQUESTED' then
    if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a move'); end if;
    if exists (select 1 from destination where id = new.destination_id and ended_at is not null) then
      raise check_violation using message = 'a move goes where its destination is', constraint = 'move_destination';
    end if;
  end if;
  return new;
end $$;
create or replace function move_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'move', house_account(), jsonb_strip_nulls(jsonb_build_object('moveId', new.id::text,
    'kind', new.kind, 'from', new.from_place, 'to', new.to_place, 'asset', split_part(new.asset, '@', 1),
    'quantity', amount_of(new.quantity_units, new.asset)::text, 'destinationId', new.destination_id::text, 'address', new.address)));
  return null;
end $$;

-- ---------------------------------------------------------------- a transaction that carries out such a move
alter table gas_payment add column move_id uuid references move check (move_id is null or own);
create index gas_payment_move on gas_payment (move_id) where move_id is not null;
-- What custody has more by it, rounded as its postings are.
create function gas_units(g gas_payment) returns numeric language sql immutable as $$
  select case g.kind when 'SENT' then 0 else div(g.moved_wei, gas_unit(g.network)) end
    - div(g.fee_wei + gas_unit(g.network) - 1, gas_unit(g.network))
    - case when g.kind = 'SENT' and not g.own then div(g.moved_wei + gas_unit(g.network) - 1, gas_unit(g.network)) else 0 end
$$;
create or replace function gas_postings(g gas_payment) returns table (code text, asset text, debit numeric) language sql immutable as $$
  select w.code, gas_asset(g.network), w.debit
  from (select gas_unit(g.network) as unit, case g.kind when 'SENT' then 0 else g.moved_wei end as came,
    case when g.kind = 'SENT' and not g.own then g.moved_wei else 0 end as gone) x
  cross join lateral (select div(g.fee_wei + x.unit - 1, x.unit) as fee, div(x.gone + x.unit - 1, x.unit) as gone, div(x.came, x.unit) as came) u
  cross join lateral (values ('house:network-fee', u.fee), ('house:missing', u.gone),
    (case g.kind when 'OPENING' then 'house:capital' else 'house:unassigned' end, -u.came),
    ('custody:' || g.network, u.came - u.fee - u.gone)) w(code, debit)
  -- A move posts its own.
  where w.debit <> 0 and g.move_id is null
$$;
create or replace function gas_rest(g gas_payment) returns numeric language sql immutable as $$
  select case g.kind when 'SENT' then 0 else g.moved_wei end - g.fee_wei - case when g.kind = 'SENT' and not g.own then g.moved_wei else 0 end
    - gas_unit(g.network) * gas_units(g)
$$;
create or replace function gas_payment_guard() returns trigger language plpgsql as $$
begin
  if old.times_posted > old.times_reversed and new.times_posted > new.times_reversed
    and row(new.block_hash, new.weighed_hash, new.fee_wei, new.moved_wei, new.move_id) is distinct from row(old.block_hash, old.weighed_hash, old.fee_wei, old.moved_wei, old.move_id) then
    raise restrict_violation using message = 'gas in the books stays as it was told';
  end if;
  if new.move_id is not null and new.move_id is distinct from old.move_id then
    raise restrict_violation using message = 'what carries out a move is known at its first sighting';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- and the one that is prepared for it
alter table prepared_transaction drop constraint prepared_transaction_asset_check,
  add constraint prepared_transaction_asset_check check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDC@eth', 'USDT@tron', 'ETH'));
create or replace function is_agreed_output(p prepared_transaction, x prepared_output) returns boolean language sql stable as $$
  select case x.kind
    when 'PAYOUT' then exists (select from payout o cross join lateral place_of_payout(o) l
      where o.id = x.object_id and o.asset = p.asset and o.quantity_units = x.units and l.script = x.script
        and o.status in ('PREPARED', 'SIGNED', 'BROADCAST'))
    when 'MOVE' then exists (select from move m left join destination d on d.id = m.destination_id
      where m.id = x.object_id and m.asset = p.asset and m.quantity_units = x.units and coalesce(d.address, m.address) = x.address
        and m.from_place = 'custody:' || p.network and m.status = 'APPROVED'
        and (m.kind <> 'GAS' or exists (select from deposit_address a where a.network = p.network and a.address = x.address and a.script = x.script)))
    else p.network in ('bitcoin', 'bitcoincash') and exists (select from change_address c
      where c.wallet_id = p.wallet_id and c.index = x.key_index and c.script = x.script) end
$$;
create or replace function is_number_reported(root prepared_transaction) returns boolean language sql stable as $$
  select exists (select from prepared_input i join outgoing o on o.network = 'eth' and o.status in ('IN_BLOCK', 'FINAL')
      and o.spends && array['0x' || i.source_hash || ':' || i.source_index] where i.prepared_id = root.family_id)
    or exists (select from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash
      and o.status in ('IN_BLOCK', 'FINAL') where p.family_id = root.family_id)
    or exists (select from prepared_transaction p join gas_payment g on g.network = p.network and g.tx_hash = p.tx_hash
      and g.block_hash is not null and g.move_id is not null where p.family_id = root.family_id)
$$;
-- A number as RLP writes it.
create function rlp_number(value numeric) returns text language sql immutable as $$
  select case when value < 128 then lpad(to_hex(value::bigint), 2, '0') else to_hex(128 + length(h) / 2) || h end
  from (select lpad(to_hex(value::bigint), (length(to_hex(value::bigint)) + 1) / 2 * 2, '0') as h) n
$$;
create or replace function is_prepared_true(p prepared_transaction) returns boolean language sql stable as $$
  with paid as (select * from prepared_output where prepared_id = p.id), spent as (select * from prepared_input where prepared_id = p.id),
    root as (select * from prepared_transaction where id = p.family_id)
  select (select count(*) filter (where kind <> 'CHANGE') > 0 and bool_and(is_agreed_output(p, x)) from paid x)
    and (select bool_and(held = (p.replaces_id is null)) from (select held from paid union all select held from spent) h)
    and case when p.network = 'eth' then p.fee_rate <= fee_limit('gasPrice', p.asset, 100) and p.fee_units = p.size * p.fee_rate * 1000000000
        and (select count(*) = 1 and bool_and(exists (select from deposit_address a where a.network = 'eth' and a.script = s.source_hash
          and a.script = s.script and a.wallet_id = p.wallet_id and a.index = s.key_index)) from spent s)
        -- One transfer(to, units) of a token, with no ether and no access list; or so much ether, and no call.
        and (select count(*) = 1 and bool_and(p.unsigned ~ case p.asset
          when 'ETH' then '^0x02[0-9a-f]+94' || x.script || rlp_number(x.units::numeric * gas_unit(p.network)) || '80c0$'
          else '^0x02[0-9a-f]+94[0-9a-f]{40}80b844a9059cbb0{24}' || x.script || lpad(to_hex(x.units::bigint), 64, '0') || 'c0$' end) from paid x)
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

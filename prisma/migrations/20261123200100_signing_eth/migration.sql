-- On eth a prepared transaction is one transfer of a token, and may have to wait for the ether of its gas.
alter table prepared_transaction
  -- How much ether the account lacks for its gas, in wei: it has to get that first.
  add column gas_missing numeric(78, 0) not null default 0 check (gas_missing >= 0);

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
create or replace function check_prepared() returns trigger language plpgsql as $$
begin
  if is_prepared_true(new) is not true then
    raise check_violation using message = format('prepared transaction %s does not say what was agreed to', new.id), constraint = 'prepared_true';
  end if;
  return null;
end $$;

-- A ledger transaction names what it is about, and the books hold it against that: the object of its kind exists, is of the
-- same account, and the account's balances move by what the object says. A new event adds its row here.
create table ledger_event (
  event text primary key,
  -- What explains it; the house's own touch no account.
  object text not null check (object in ('deposit', 'fill', 'conversion', 'payout', 'house'))
);
insert into ledger_event (event, object) values
  ('deposit.confirmed', 'deposit'), ('deposit.kept', 'deposit'), ('deposit.reversed', 'deposit'),
  ('custody.covered', 'deposit'), ('custody.uncovered', 'deposit'),
  ('deposit.sold', 'fill'), ('invoice.sold', 'fill'),
  ('invoice.locked', 'conversion'), ('invoice.unlocked', 'conversion'),
  ('payout.fiat', 'payout'), ('payout.crypto', 'payout'), ('payout.return', 'payout'),
  ('venue.filled', 'house'), ('venue.fee', 'house'), ('result.swept', 'house');

create function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  with moved as (
    select l.account_id, p.asset, p.debit, is_fiat(p.asset) as fiat
    from posting p join ledger_account l on l.id = p.ledger_account_id where p.transaction_id = entry.id)
  select not exists (select 1 from moved where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      -- Crypto of the deposit alone and no more of it; fiat is given by a sale alone.
      when 'deposit' then exists (select 1 from deposit d where d.id = entry.deposit_id and d.account_id = entry.account_id
        and starts_with(entry.effect_key, d.network || ':' || d.tx_hash || ':' || d.output_index || ':')
        and not exists (select 1 from moved where case when fiat then account_id is not null and debit < 0
          else asset <> d.asset or abs(debit) > d.quantity_units end))
      when 'fill' then exists (select 1 from fill f join deposit d on d.id = f.deposit_id
        where f.effect_key = entry.effect_key and f.deposit_id = entry.deposit_id and d.account_id = entry.account_id
          and f.quantity_units = (select sum(debit) from moved where account_id is not null and not fiat)
          and f.fiat_units = (select coalesce(-sum(debit), 0) from moved where account_id is not null and fiat))
      -- Between balances of the account.
      when 'conversion' then exists (select 1 from conversion c where c.id = entry.conversion_id
        and c.account_id = entry.account_id and starts_with(entry.effect_key, 'invoice:' || c.id || ':'))
        and not exists (select 1 from moved where account_id is not null group by asset having sum(debit) <> 0)
      when 'payout' then exists (select 1 from payout o left join payout_part part
          on part.payout_id = o.id and part.deposit_id = entry.deposit_id
        where o.id::text = split_part(entry.effect_key, ':', 2) and o.account_id = entry.account_id
          and (select count(distinct asset) = 1 and min(asset) = o.asset from moved)
          and (select sum(debit) from moved where account_id is not null)
            = case when entry.deposit_id is null then o.quantity_units else part.quantity_units end)
      when 'house' then entry.account_id is null
      else false
    end
$$;

create function check_explained() returns trigger language plpgsql as $$
begin
  if not is_explained(new) and walled_connection() then
    raise check_violation using message = format('ledger transaction %s: nothing explains it', new.effect_key),
      constraint = 'ledger_explained';
  end if;
  return null;
end $$;
create constraint trigger ledger_explained after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_explained();

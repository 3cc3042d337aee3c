-- What one transaction moved of an asset at a place, netted, and what it cost where that place bears it: the one that it went
-- from. Of one transaction, as movedAtPlaces has it of all.
create function borne_at(of_transaction uuid, of_code text, of_asset text) returns table (net numeric, fee numeric) language sql stable as $$
  select d.net, case when d.nth = 1 then d.cost else 0 end from (
    select m.code, m.net, c.fee as cost, row_number() over (order by sign(m.net * c.fee), abs(m.net) desc, m.code) as nth
    from (select l.code, sum(p.amount) as net from posting p join ledger_account l on l.id = p.ledger_account_id
      where p.transaction_id = of_transaction and p.asset = of_asset
        and (l.code in ('bank', 'transit') or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%') group by 1) m
    cross join (select coalesce(sum(p.amount), 0) as fee from posting p join ledger_account l on l.id = p.ledger_account_id
      where p.transaction_id = of_transaction and p.asset = of_asset and l.code in ('house:network-fee', 'house:venue-fee', 'house:bank-fee')) c) d
  where d.code = of_code
$$;

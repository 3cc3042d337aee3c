-- What an invoice sold of a deposit that was reversed stays sold, and its fiat stays the account's: it is counted as
-- received. Deposits reversed before said that nothing was.
update deposit d set fiat_units = s.fiat
from (select deposit_id, sum(fiat_units) as fiat from fill where method = 'CONVERSION' and reversed_at is null group by deposit_id) s
where s.deposit_id = d.id and d.status in ('UNCONFIRMED', 'DROPPED') and d.fiat_units <> s.fiat;

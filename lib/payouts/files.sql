-- name: lockApproved
select o.id, o.account_id, o.quantity_units, o.reference, b.name, b.iban, b.account_number, b.bic
from payout o join beneficiary b on b.id = o.beneficiary_id
where o.status = 'APPROVED' and o.asset = :currency and b.status = 'ACTIVE'
order by o.id limit :limit for update of o

-- name: timesOfFile
-- As the house's clocks have it, and the first bank day of a currency from then on.
select to_char(business_now() at time zone house_zone(), 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt!",
  (select to_char(d, 'YYYY-MM-DD') from bank_days(:currency, day_at(business_now(), house_zone()), 1) d limit 1) as "executionDay!"

-- name: filePayouts
-- In one statement: the database holds the file against all of them after it.
update payout set status = 'PREPARED', file_id = :fileId::uuid where id = any(:payoutIds::uuid[])

-- name: mayBeInFile
-- Asked for before the database was restored: a file of the hours that are lost may have it.
select exists (
  select from payout p where p.asset = :currency and p.status = 'APPROVED' and payout_may_be_signed(p)
) as "may!"

-- name: mayBePaid
-- Asked for before the database was restored, and no statement of the bank reaches that moment: it may have been paid.
select exists (
  select from payout p where p.asset = :currency and p.status = 'APPROVED' and may_have_left(:place, p.asset, payout_asked_at(p))
) as "may!"

-- name: lockApproved
select o.id, o.account_id, o.quantity_units, o.reference, b.name, b.iban, b.account_number, b.bic
from payout o join beneficiary b on b.id = o.beneficiary_id
where o.status = 'APPROVED' and o.asset = :currency and b.status = 'ACTIVE'
order by o.id limit :limit for update of o

-- name: mayBePaid
-- Approved before the database was restored, and no statement of the bank reaches that moment: it may have been paid.
select exists (
  select from payout p, deployment d
  where p.asset = :currency and p.status = 'APPROVED' and p.approved_at < d.restored_at
    and not exists (select from bank_statement s
      where s.place = :place and s.asset = :currency and s.closed_at >= d.restored_at)
) as "may!"

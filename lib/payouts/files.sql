-- name: lockApproved
select o.id, o.account_id, o.quantity_units, o.reference, b.name, b.iban, b.account_number, b.bic
from payout o join beneficiary b on b.id = o.beneficiary_id
where o.status = 'APPROVED' and o.asset = :currency and b.status = 'ACTIVE'
order by o.id limit :limit for update of o

-- name: readBeneficiary
select b.*, is_listed(b) as "listed!", place_of(b) as "place!", usable_from(b) as usable_from from beneficiary b where b.id = :id::uuid and b.account_id = :accountId::uuid

-- name: lockBeneficiary
select b.*, is_listed(b) as "listed!", place_of(b) as "place!", usable_from(b) as usable_from from beneficiary b
where b.id = :id::uuid and b.account_id = :accountId::uuid for update of b

-- name: listBeneficiaries
select b.*, is_listed(b) as "listed!", place_of(b) as "place!", usable_from(b) as usable_from from beneficiary b where b.account_id = :accountId::uuid order by b.id desc

-- name: activateBeneficiary
update beneficiary set status = 'ACTIVE', active_at = business_now() where id = :id::uuid and status = 'REQUESTED'

-- name: endBeneficiary
update beneficiary set status = :status, ended_at = business_now(), ended_by = :endedBy where id = :id::uuid

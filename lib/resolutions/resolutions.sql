-- name: lockSubject
with left_us as (select o.id from outgoing o join outgoing_amount m on m.outgoing_id = o.id where m.id = :id::uuid for update of o),
  stray as (select id from stray_deposit where id = :id::uuid for update),
  line as (select id from bank_line where id = :id::uuid for update),
  transfer as (select id from venue_transfer where id = :id::uuid for update),
  gas as (select id from gas_payment where id = :id::uuid for update)
select id from left_us union all select id from stray union all select id from line union all select id from transfer union all select id from gas

-- name: openSubject
select subject as "subject!", asset as "asset!", units as "units!", side as "side!", name as "name!" from open_subject(:id::uuid)

-- name: standingOf
select id, kind, asset, units, account_id as "accountId" from resolution
where subject_id = any(:subjectIds::uuid[]) and reversed_at is null and kind <> 'LINK' order by id for update

-- name: resolvedAmong
select subject_id as "subjectId", kind from resolution where subject_id = any(:subjectIds::uuid[]) and reversed_at is null and kind <> 'LINK'

-- name: reverseResolution
update resolution set reversed_at = business_now() where id = :id::uuid and reversed_at is null

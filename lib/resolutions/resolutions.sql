-- name: lockSubject
with left_us as (select o.id from outgoing o join outgoing_amount m on m.outgoing_id = o.id where m.id = :id::uuid for update of o),
  stray as (select id from stray_deposit where id = :id::uuid for update),
  line as (select id from bank_line where id = :id::uuid for update),
  part as (select id from bank_part where id = :id::uuid for update),
  transfer as (select id from venue_transfer where id = :id::uuid for update),
  gas as (select id from gas_payment where id = :id::uuid for update),
  moved as (select id from move where id = :id::uuid for update),
  paid as (select id from payout where id = :id::uuid for update)
select id from left_us union all select id from stray union all select id from line union all select id from part union all select id from transfer union all select id from gas
union all select id from moved union all select id from paid

-- name: openSubject
select subject as "subject!", asset as "asset!", units as "units!", side as "side!", name as "name!" from open_subject(:id::uuid)

-- name: standingOf
select r.id, r.kind, r.subject, r.asset, r.units, r.account_id as "accountId", m.from_place as "from", l.units as "left"
from resolution r left join move m on m.id = r.move_id left join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
where r.subject_id = any(:subjectIds::uuid[]) and r.reversed_at is null and r.kind not in ('LINK', 'VOID') order by r.id for update of r


-- name: resolvedAmong
select subject_id as "subjectId", kind from resolution where subject_id = any(:subjectIds::uuid[]) and reversed_at is null and kind not in ('LINK', 'VOID')

-- name: reverseResolution
update resolution set reversed_at = business_now() where id = :id::uuid and reversed_at is null

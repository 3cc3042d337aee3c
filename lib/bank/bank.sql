-- name: holdAccount
select pg_advisory_xact_lock(hashtextextended(:name, 0))::text as held

-- name: lockLine
select id from bank_line where id = :id::uuid for update

-- name: insertRefusal
-- The same file refused for the same reason is one case.
insert into bank_refusal (id, format, file_name, digest, place, asset, day, fault, failure, uploaded_by, at)
values (:id::uuid, :format, :fileName, :digest, :place?, :asset?, :day?::text::date, :fault, :failure?::jsonb, :uploadedBy, :at)
on conflict do nothing returning id

-- name: digestOfLines
select digest_of_lines(:statementId::uuid) as "digest!"

-- name: releaseLine
update bank_line set belongs_to = 'NOBODY', move_id = null, linked_by = null, linked_at = null, note = null,
  voided = voided + was_nobodys::integer, was_nobodys = true where id = :id::uuid and belongs_to = 'MOVE'

-- name: lockParts
select id from bank_part where proof = :proof::uuid order by id for update

-- name: releaseParts
update bank_part set move_id = null, proof = id, voided = voided + 1 where id = any(:ids::uuid[]) and move_id is not null

-- name: debitsNaming
select id from bank_line where asset = :asset and side = 'DEBIT' and belongs_to = 'NOBODY' and reversal_of is null
  and strpos(replace(lower(concat_ws(' ', end_to_end, remittance)), '-', ''), replace(:payoutId::text, '-', '')) > 0 order by id for update

-- name: readSettings
select id as "id!", settings_of(id) as "settings!" from unnest(:accountIds::uuid[]) id

-- name: readHouseSettings
select settings_of(null) as "settings!"

-- name: loosening
select n.name as "name!" from unnest(:names::text[], :values::text[]) n (name, value)
where setting_loosens(:accountId?::uuid, :byHouse, n.name, n.value)

-- name: insertSetting
insert into setting (id, account_id, by_house, name, value, valid_from, changed_by, approval_id)
values (:id::uuid, :accountId?::uuid, :byHouse, :name, :value,
  greatest(:validFrom::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
    where account_id is not distinct from :accountId?::uuid and name = :name)), :changedBy, :approvalId?::uuid)

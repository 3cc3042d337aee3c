-- name: readSettings
select id as "id!", settings_of(id) as "settings!" from unnest(:accountIds::uuid[]) id

-- name: settingsAtBill
select settings_at(account_id, created_at) as "settings!" from bill where id = :billId::uuid

-- name: readHouseSettings
select settings_of(null) as "settings!"

-- name: loosening
with change as (select * from unnest(:names::text[], :values::text[]) with ordinality n (name, value, nth))
select n.name as "name!" from change n
where setting_loosens(:accountId?::uuid, :byHouse, n.name, n.value,
  (select coalesce(jsonb_object_agg(e.name, nullif(e.value, '')), '{}') from change e where e.nth < n.nth))

-- name: insertSetting
insert into setting (id, account_id, by_house, name, value, valid_from, changed_by, approval_id)
values (:id::uuid, :accountId?::uuid, :byHouse, :name, :value,
  greatest(:validFrom::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
    where account_id is not distinct from :accountId?::uuid and name = :name)), :changedBy, :approvalId?::uuid)

-- name: holdSettings
select pg_advisory_xact_lock(hashtextextended('settings', 0))::text as locked

-- name: readSettings
select id as "id!", settings_of(id) as "settings!" from unnest(:accountIds::uuid[]) id

-- name: insertSetting
insert into setting (id, account_id, name, value, valid_from, changed_by)
values (:id::uuid, :accountId::uuid, :name, :value,
  greatest(:validFrom::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
    where account_id = :accountId::uuid and name = :name)), :changedBy)

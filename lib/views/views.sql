-- name: updateView
update saved_view set name = :name, query = :query, shared_to = :sharedTo?, deleted_at = null,
  updated_at = business_now() where id = :id::uuid

-- name: setDeleted
update saved_view set deleted_at = business_now() where id = :id::uuid

-- name: viewsFor
select v.id, v.user_id as "userId", u.name as owner, v.page, v.name, v.query, v.shared_to as "sharedTo",
v.created_at as "createdAt", v.updated_at as "updatedAt" from saved_view v join staff_user u on u.id = v.user_id
  where v.account_id = :accountId::uuid and v.deleted_at is null
    and (v.user_id = :userId::uuid or v.shared_to = :role)
  order by v.user_id <> :userId::uuid, v.created_at, v.id

-- name: lockView
select v.id, v.user_id as "userId", u.name as owner, v.page, v.name, v.query, v.shared_to as "sharedTo",
v.created_at as "createdAt", v.updated_at as "updatedAt" from saved_view v join staff_user u on u.id = v.user_id
  where v.id = :id::uuid and v.account_id = :accountId::uuid and v.user_id = :userId::uuid for update of v

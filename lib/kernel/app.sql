-- name: read
select business_now() as "now!"

-- name: houseAccount
select id, name from account where is_house

-- name: accountByName
select id, name from account where name = :name and not is_house

-- name: accountById
select id, name from account where id = :id::uuid and not is_house

-- name: read
select business_now() as "now!"

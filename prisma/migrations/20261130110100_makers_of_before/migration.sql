-- Keys of before: who asked for the key, and everybody of the name by which the record says who made it. Of a key that
-- replaces another, its makers too.
with recursive made as (
  select k.id, u.id as user_id from api_key k
  join audit a on a.action = 'key.create' and a.object_id = k.id
  join staff_user u on a.actor = 'staff:' || u.name
  union
  select p.request ->> 'keyId', p.asked_user_id from approval p where p.what = 'key' and p.asked_user_id is not null
), replaced as (
  select p.request ->> 'keyId' as id, p.request ->> 'replaces' as old_id from approval p where p.what = 'key' and p.request ? 'replaces'
  union
  select n.object_id, o.object_id from audit o join audit n on n.request_id = o.request_id and n.action = 'key.create'
    and n.account_id = o.account_id
  where o.action = 'key.rotate'
), behind as (
  select id, user_id from made
  union
  select r.id, b.user_id from behind b join replaced r on r.old_id = b.id
)
update api_key k set maker_user_ids = b.ids
from (select id, array_agg(distinct user_id order by user_id) as ids from behind group by id) b where b.id = k.id;
-- Nothing else may change a request that waits.
alter table approval disable trigger user;
update approval a set asked_maker_ids = k.maker_user_ids from api_key k
where a.asked_by = 'key:' || k.id and a.status = 'PENDING';
alter table approval enable trigger user;

-- name: latestList
select l.id, l.published_on, l.sha256, l.entries, l.imported_at, l.imported_by,
  (select count(*) from sanctioned_address a where a.list_id = l.id) as "addresses!"
from sanctions_list l order by l.id desc limit 1

-- name: insertHits
insert into screening_hit (deposit_id, account_id, list_id, network, address)
select d.id, d.account_id, :listId::uuid, :network, :address from deposit d where d.id = any(:depositIds::uuid[])
on conflict (deposit_id) do nothing

-- name: listHits
select h.deposit_id, h.network, h.address, h.found_at, s.entry, s.name, s.programs, t.name as account, d.bill_id, d.status, d.tx_hash
from screening_hit h join sanctioned_address s using (list_id, network, address)
join deposit d on d.id = h.deposit_id join account t on t.id = h.account_id
order by h.found_at desc, h.deposit_id limit :limit

-- name: insertList
insert into sanctions_list (id, source, published_on, sha256, entries, imported_by)
values (:id::uuid, 'OFAC SDN', :publishedOn, :sha256, :entries, :importedBy)

-- name: insertAddresses
insert into sanctioned_address (list_id, network, address, entry, name, programs)
select :listId::uuid, s.network, s.address, s.entry, s.name, s.programs
from unnest(:networks::text[], :addresses::text[], :entries::text[], :names::text[], :programs::text[])
  s(network, address, entry, name, programs)

-- name: latestList
select l.id, l.published_on, l.sha256, l.entries, l.imported_at, l.imported_by,
  (select count(*) from sanctioned_address a where a.list_id = l.id) as "addresses!"
from sanctions_list l order by l.id desc limit 1

-- name: findSanctioned
select a.list_id, a.entry from sanctioned_address a
where a.list_id = (select id from sanctions_list order by id desc limit 1) and a.network = :network and a.address = :address

-- name: insertHits
insert into screening_hit (deposit_id, account_id, list_id, network, address)
select d.id, d.account_id, :listId::uuid, :network, :address from deposit d where d.id = any(:depositIds::uuid[])
on conflict (deposit_id) do nothing

-- name: sendersAfter
select id, network, source_address as "source_address!" from deposit
where source_address is not null and id > :after::uuid order by id limit :limit

-- name: listHits
select h.deposit_id, h.network, h.address, h.found_at, s.entry, s.name, s.programs, t.name as account, d.bill_id, d.status, d.tx_hash
from screening_hit h join sanctioned_address s using (list_id, network, address)
join deposit d on d.id = h.deposit_id join account t on t.id = h.account_id
order by h.found_at desc, h.deposit_id limit :limit

-- name: latestList
select l.id, l.published_on, l.sha256, l.entries, l.imported_at, l.imported_by,
  (select count(*) from sanctioned_address a where a.list_id = l.id) as "addresses!"
from sanctions_list l order by l.id desc limit 1

-- name: findSanctioned
select s.nth as "nth!", a.address, a.list_id as "listId"
from unnest(:networks::text[], :addresses::text[]) with ordinality s(network, address, nth)
join sanctioned_address a on a.list_id = (select id from sanctions_list order by id desc limit 1)
  and a.network = s.network and a.address = s.address
order by s.nth

-- name: sendersOf
select deposit_id as "depositId", address from deposit_sender where deposit_id = any(:depositIds::uuid[]) order by address

-- name: insertHits
insert into screening_hit (deposit_id, account_id, list_id, network, address)
select d.id, d.account_id, :listId::uuid, :network, :address from deposit d where d.id = any(:depositIds::uuid[])
on conflict (deposit_id) do nothing

-- name: countUntold
-- Each part by an index of its own, which holds no others.
select ((select count(*) from deposit where not senders_told and created_at >= :since)
  + (select count(*) from deposit where senders_told is null and source_address is null and created_at >= :since
    and status not in ('UNCONFIRMED', 'DROPPED')))::integer as "untold!"

-- name: listHits
select h.deposit_id, h.network, h.address, h.found_at, s.entry, s.name, s.programs, t.name as account, d.bill_id, d.status, d.tx_hash
from screening_hit h join sanctioned_address s using (list_id, network, address)
join deposit d on d.id = h.deposit_id join account t on t.id = h.account_id
order by h.found_at desc, h.deposit_id limit :limit

-- name: digestOfList
select digest_of_list(:listId::uuid) as "digest!"

-- name: walletsToExtend
select w.id, w.kind, w.network, w.xpub, coalesce(c.next, 0)::integer as "from!" from wallet w
left join lateral (select max(index) + 1 as next from change_address where wallet_id = w.id) c on true
left join lateral (select max(index) + 1 as beyond from change_address where wallet_id = w.id and used_at is not null) u on true
where w.network in ('bitcoin', 'bitcoincash') and coalesce(c.next, 0) < coalesce(u.beyond, 0) + :gap::integer
order by w.id

-- name: insertChange
insert into change_address (wallet_id, index, network, script, address)
select :walletId::uuid, c.index, :network, c.script, c.address
from unnest(:indexes::bigint[], :scripts::text[], :addresses::text[]) c(index, script, address)
on conflict do nothing

-- name: ownScripts
select s.script as "script!", exists (select from change_address c where c.script = s.script) as "change!"
from unnest(:scripts::text[]) s(script)
where exists (select from change_address c where c.script = s.script)
  or exists (select from deposit_address a where a.script = s.script)

-- name: markUsed
update change_address set used_at = business_now() where script = any(:scripts::text[]) and used_at is null

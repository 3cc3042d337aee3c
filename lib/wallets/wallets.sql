-- name: insertWallet
insert into wallet (id, kind, network, xpub, path, fingerprint, next_index, active, created_by, account_id, master_fingerprint, activated_at, activated_by)
-- A key that is a wallet already meets no guard of new ones: the sandbox offers its own at every start.
select :id::uuid, :kind, :network, :xpub, :path, :fingerprint,
  :firstIndex::bigint, :active::boolean, :createdBy, :accountId?::uuid, :masterFingerprint?, case when :active then now() end,
  case when :active then :createdBy end
where not exists (select from wallet where xpub = :xpub)
on conflict (xpub) do nothing

-- name: findServing
select w.id, w.kind, w.network, w.xpub, w.next_index from wallet w
where w.kind = :kind and w.active and (w.account_id is null or w.account_id = :accountId?::uuid)
order by w.account_id nulls last limit 1

-- name: lockWalletById
select id, kind, network, xpub, next_index from wallet where id = :walletId::uuid for update

-- name: readPools
select w.id, w.kind, w.account_id, w.next_index, (
  select count(*) from deposit_address a where a.wallet_id = w.id and a.bill_id is null and a.set_aside_at is null) as "free!"
from wallet w where w.active and w.kind <> 'ETH_SAFE' order by w.account_id nulls first

-- name: countPools
select w.kind, c.name as account, (select count(*) from (
    select from deposit_address a where a.wallet_id = w.id and a.bill_id is null and a.set_aside_at is null limit 1) found) as "free!"
from wallet w left join account c on c.id = w.account_id where w.active and w.kind <> 'ETH_SAFE' order by w.kind, c.name nulls first

-- name: insertPooled
insert into deposit_address (id, wallet_id, index, network, address, cash_address, script)
select p.id, :id::uuid, p.index, :network, p.address, p.cash_address, p.script
from unnest(:ids::uuid[], :indexes::bigint[], :addresses::text[],
  :cashAddresses::text[], :scripts::text[]) p(id, index, address, cash_address, script)

-- name: setAside
update deposit_address set set_aside_at = business_now()
where script = any(:scripts::text[]) and bill_id is null and set_aside_at is null

-- name: setAsidePool
update deposit_address set set_aside_at = business_now()
where wallet_id = :walletId::uuid and bill_id is null and set_aside_at is null

-- part: assignAddresses
-- Gives the addresses of assignment to their bills; answers the bills.
update deposit_address a set bill_id = s.bill_id from assignment s where a.id = s.address_id returning a.bill_id

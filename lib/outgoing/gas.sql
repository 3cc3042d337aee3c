-- name: recordGas
insert into gas_payment as g (id, network, tx_hash, kind, script, counter, own, move_id, block_height, block_hash, value_wei, seen_at)
values (:id::uuid, :network, :txHash, :kind, :script, :counter?, :own, :moveId?::uuid, :height::bigint, :hash, :value::numeric, business_now())
on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash
where g.block_hash is distinct from excluded.block_hash
returning (xmax = 0)::boolean as "isNew!"

-- name: insertFound
insert into gas_payment (id, network, tx_hash, kind, script, own, block_height, block_hash, value_wei, fee_wei, moved_wei, weighed_hash, seen_at)
values (:id::uuid, :network, :txHash, :kind, :script, false, :height::bigint, :hash, :wei::numeric, 0, :wei::numeric, :hash, business_now())
on conflict (network, tx_hash) do update set block_hash = excluded.block_hash, block_height = excluded.block_height,
  moved_wei = excluded.moved_wei, weighed_hash = excluded.weighed_hash
returning (xmax = 0)::boolean as "isNew!"

-- name: insertByCode
insert into gas_payment as g (id, network, tx_hash, by_code, kind, script, counter, own, move_id, block_height, block_hash, value_wei, fee_wei, moved_wei, weighed_hash, seen_at)
values (:id::uuid, :network, :name, :txHash, :kind, :script, :counter, :own, :moveId?::uuid, :height::bigint, :hash, :wei::numeric, 0, :wei::numeric, :hash, business_now())
on conflict (network, tx_hash) do update set weighed_hash = excluded.weighed_hash, block_height = excluded.block_height, block_hash = excluded.block_hash
where g.block_hash is distinct from excluded.block_hash
returning g.id as "id!", (xmax = 0)::boolean as "isNew!"

-- name: gasHistory
-- What has come to and gone from accounts, by block; by_node: what the node itself had there at that block.
select s.script as "script!", s.height as "height!", s.wei as "wei!", s.by_node as "byNode!" from (
  select g.script, g.block_height as height, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei,
    g.by_code is null and g.tx_hash like '%-%' as by_node
  from gas_payment g where g.network = :network and g.script = any(:scripts::text[]) and is_weighed(g)
  union all select g.counter, g.block_height, g.moved_wei, false from gas_payment g
    where g.network = :network and g.own and g.counter = any(:scripts::text[]) and is_weighed(g)) s

-- name: isGasReady
-- Whether the house has looked once, and the node has told what all transactions in blocks have cost.
select exists (select from custody_proof where asset = gas_asset(:network)) as "opened!",
  not exists (select from gas_payment g where g.network = :network and g.block_hash is not null and not is_weighed(g)) as "weighed!"

-- name: unweighedGas
select g.id, g.tx_hash as "txHash", g.value_wei as "valueWei" from gas_payment g
where g.network = :network and g.block_hash is not null and g.weighed_hash is distinct from g.block_hash order by g.seen_at limit :limit

-- name: writeCost
update gas_payment set fee_wei = case kind when 'SENT' then :fee::numeric else 0 end, moved_wei = :moved::numeric, weighed_hash = block_hash
where id = :id::uuid and block_hash = :hash and weighed_hash is distinct from block_hash

-- name: gasToBook
select g.id from gas_payment g where g.block_hash is not null and is_weighed(g) and g.times_posted = g.times_reversed
order by g.kind = 'SENT', g.block_height, g.id limit :limit

-- name: lockGas
select g.network, g.tx_hash as "txHash", g.by_code as "byCode", g.kind, g.script, g.counter, g.own, g.move_id as "moveId", g.value_wei as "valueWei", g.fee_wei as "feeWei", g.moved_wei as "movedWei", is_weighed(g) as "isWeighed!",
  g.times_posted as "timesPosted", g.times_reversed as "timesReversed"
from gas_payment g where g.id = :id::uuid for update

-- name: bookedInBlock
select id from gas_payment where network = :network and block_hash = :hash and times_posted > times_reversed order by (kind = 'SENT') desc, id

-- name: lastSpent
select g.id from gas_payment g where g.network = :network and g.kind = 'SENT' and g.times_posted > g.times_reversed
  and (exists (select from gas_postings(g) p where p.code = 'custody:' || g.network) or (g.move_id is not null and not g.own))
order by g.block_height desc, g.id desc limit 1

-- name: countGasPosted
update gas_payment set times_posted = times_posted + 1 where id = :id::uuid

-- name: countGasReversed
update gas_payment set times_reversed = times_reversed + 1 where id = :id::uuid

-- name: gasDue
select s.script as "script!", sum(s.wei) as "wei!" from (
  select g.script, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei
  from gas_payment g where g.network = :network and is_weighed(g)
  union all select g.counter, g.moved_wei from gas_payment g where g.network = :network and g.own and is_weighed(g)) s group by 1

-- name: gasAtStake
-- The Safes, then accounts that should have some, those with most first; none while what a block has is not weighed.
select d.script as "script!", d.wei as "wei!" from (
  select s.script, sum(s.wei) as wei from (
    select g.script, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei
    from gas_payment g where g.network = :network and is_weighed(g)
    union all select g.counter, g.moved_wei from gas_payment g where g.network = :network and g.own and is_weighed(g)
    union all select a.script, 0 from deposit_address a join wallet w on w.id = a.wallet_id where a.network = :network and w.kind = 'ETH_SAFE') s group by 1) d
where (d.wei > 0 or exists (select from deposit_address a join wallet w on w.id = a.wallet_id
    where a.network = :network and a.script = d.script and w.kind = 'ETH_SAFE')) and not exists (select from gas_payment g where g.network = :network and g.block_hash is not null and not is_weighed(g))
order by exists (select from deposit_address a join wallet w on w.id = a.wallet_id
  where a.network = :network and a.script = d.script and w.kind = 'ETH_SAFE') desc, d.wei desc, d.script limit :limit

-- name: lostOpenings
select g.script from gas_payment g where g.network = :network and g.kind = 'OPENING' and g.block_hash is null and not exists (
  select from gas_payment o where o.network = g.network and o.script = g.script and o.kind = 'OPENING' and o.block_hash is not null)

-- name: bookedGas
select coalesce((select balance from ledger_account where code = 'custody:' || :network and asset = gas_asset(:network)), 0)::numeric as "ledger!",
  (select coalesce(sum(gas_units(g)), 0) from gas_payment g where g.network = :network and is_weighed(g) and g.times_posted = g.times_reversed) as "waiting!",
  (select coalesce(sum(gas_rest(g)), 0) from gas_payment g where g.network = :network and is_weighed(g)) as "rest!",
  (select count(*) from gas_payment g where g.network = :network and g.block_hash is not null and not is_weighed(g)) as "unweighed!",
  exists (select from custody_proof where asset = gas_asset(:network)) as "opened!"

-- name: gasLookDue
select exists (select from gas_payment g where g.network = :network and g.block_hash is not null and g.times_posted = g.times_reversed)
  and not exists (select from custody_proof where asset = gas_asset(:network) and at > business_now() - interval '10 minutes') as "due!"

-- name: holdCursor
select hash from chain_cursor where network = :network for update

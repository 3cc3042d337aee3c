-- name: standingOutputs
select s.tx_hash as "txHash!", s.output_index as "outputIndex!" from (
  select tx_hash, output_index from deposit where network = :network and block_hash is not null
  union all select tx_hash, output_index from stray_deposit where network = :network and block_hash is not null
  union all select o.tx_hash, p.output_index from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = :network and o.block_hash is not null
  union all select tx_hash, output_index from move_arrival where network = :network and block_hash is not null
) s where not exists (select from outgoing_input i join outgoing o on o.id = i.outgoing_id and o.block_hash is not null
  where i.source_hash = s.tx_hash and i.source_index = s.output_index and o.network = :network)

-- name: usedAccounts
select distinct m.script as "script!", m.asset as "asset!" from (
  select a.script, d.asset from deposit d join deposit_address a on a.bill_id = d.bill_id where d.network = :network and d.block_hash is not null
  union all select a.script, s.asset from stray_deposit s join deposit_address a on a.id = s.address_id
    where s.network = :network and s.block_hash is not null
  union all select p.script, p.asset from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = :network and o.block_hash is not null
  union all select script, asset from move_arrival where network = :network and block_hash is not null
) m order by 2, 1

-- name: bookedCustody
select a.asset as "asset!", coalesce((select balance from ledger_account where code = 'custody:' || :network and asset = a.asset), 0)::numeric as "ledger!",
  (select coalesce(sum(quantity_units), 0) from deposit where network = :network and asset = a.asset and block_hash is not null and times_confirmed = times_reversed)
  + (select coalesce(sum(quantity_units), 0) from stray_deposit where network = :network and asset = a.asset and block_hash is not null and status = 'UNCONFIRMED')
  + (select coalesce(sum(r.units), 0) from move_arrival r where r.network = :network and r.asset = a.asset and r.block_hash is not null and not is_arrived(r))
  - (select coalesce(sum(m.spent_units - m.own_units), 0) from outgoing o join outgoing_amount m on m.outgoing_id = o.id
     where o.network = :network and m.asset = a.asset and o.block_hash is not null and o.times_posted = o.times_reversed) as "waiting!"
from unnest(:assets::text[]) a(asset)

-- name: insertProof
insert into custody_proof (id, network, asset, height, ledger_units, waiting_units, node_units, asked, at)
values (:id::uuid, :network, :asset, :height, :ledger::numeric, :waiting::numeric, :node::numeric, :asked, business_now())

-- name: latestProofs
select distinct on (p.asset) p.network, p.asset, p.height, p.ledger_units as ledger, p.waiting_units as waiting, p.node_units as node, p.asked, p.at
from custody_proof p order by p.asset, p.at desc, p.id desc

-- name: proofsDue
select exists (select from deployment where created_at < business_now() - interval '1 day')
  and not exists (select from custody_proof where not is_gas(asset) and at > business_now() - interval '1 day') as "due!"

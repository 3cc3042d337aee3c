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
-- Networks with a proof older than a day: of coins and tokens, or only of what pays for gas.
select d.network as "network!", not d.held as "onlyGas!" from (
  select n.network, not exists (select from custody_proof p where p.network = n.network and not is_gas(p.asset) and p.at > business_now() - interval '1 day') as held,
    n.network = any(:withGas::text[]) and not exists (select from custody_proof p where p.network = n.network and is_gas(p.asset)
      and p.at > business_now() - interval '1 day') as gas
  from unnest(:networks::text[]) n(network)
) d where (d.held or d.gas) and exists (select from deployment where created_at < business_now() - interval '1 day')

-- name: readAtOnce
set transaction isolation level repeatable read

-- name: noteUnproven
insert into custody_unproven (network, since) values (:network, business_now())
on conflict (network) do update set since = excluded.since where custody_unproven.since is null

-- name: heldByAccounts
select m.script as "script!", m.asset as "asset!", sum(m.units)::numeric as "units!" from (
  select a.script, d.asset, d.quantity_units as units from deposit d join deposit_address a on a.bill_id = d.bill_id
    where d.network = :network and d.block_hash is not null
  union all select a.script, s.asset, s.quantity_units from stray_deposit s join deposit_address a on a.id = s.address_id
    where s.network = :network and s.block_hash is not null
  union all select p.script, p.asset, p.units from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = :network and o.block_hash is not null
  union all select script, asset, units from move_arrival where network = :network and block_hash is not null
  union all select i.script, i.asset, -i.units from outgoing o join outgoing_input i on i.outgoing_id = o.id and i.script is not null
    where o.network = :network and o.block_hash is not null
) m group by 1, 2

-- name: addressesOf
select distinct on (a.script) a.script as "script!", a.address as "address!" from (
  select script, address from deposit_address where network = :network and script = any(:scripts::text[])
  union all select script, address from change_address where network = :network and script = any(:scripts::text[])
) a order by a.script, a.address

-- name: scriptsToScan
select script as "script!" from deposit_address where network = :network
union select script from change_address where network = :network

-- name: unknownOutputs
select f.tx_hash as "txHash!", f.output_index as "outputIndex!"
from unnest(:txHashes::text[], :outputIndexes::integer[]) f(tx_hash, output_index)
where not is_known_output(:network, f.tx_hash, f.output_index)

-- name: insertFindings
insert into custody_finding (id, network, asset, script, address, tx_hash, output_index, units, height)
select f.id, :network, f.asset, f.script, f.address, f.tx_hash, f.output_index, f.units, :height
from unnest(:ids::uuid[], :assets::text[], :scripts::text[], :addresses::text[], :txHashes::text[], :outputIndexes::integer[], :units::numeric[])
  f(id, asset, script, address, tx_hash, output_index, units) on conflict do nothing

-- name: endOutputFindings
update custody_finding c set ended_at = business_now() where c.network = :network and c.ended_at is null and c.tx_hash is not null
  and not exists (select from unnest(:txHashes::text[], :outputIndexes::integer[]) f(tx_hash, output_index)
    where f.tx_hash = c.tx_hash and f.output_index = c.output_index)

-- name: endAccountFindings
update custody_finding c set ended_at = business_now() where c.network = :network and c.ended_at is null and c.tx_hash is null
  and not exists (select from unnest(:assets::text[], :scripts::text[], :units::numeric[]) f(asset, script, units)
    where f.asset = c.asset and f.script = c.script and f.units = c.units)

-- name: openFindings
select id, network, asset, script, address, tx_hash as "txHash", output_index as "outputIndex", units::numeric as units, height, found_at as "foundAt"
from custody_finding where ended_at is null and (tx_hash is null or not is_known_output(network, tx_hash, output_index))
order by found_at, id limit :limit

-- name: insertScan
insert into custody_scan (id, network, status, asked_by) values (:id::uuid, :network, 'WAITING', :askedBy) on conflict do nothing

-- name: isScanDue
-- Once a day; one that failed after ten minutes, and after twice as long each time, up to some five hours.
select exists (select from deployment where created_at < business_now() - interval '1 day')
  and not exists (select from custody_scan where network = :network and status <> 'FAILED' and asked_at > business_now() - interval '1 day')
  and not exists (select from failed_scans(:network) f
    where f.ended_at > business_now() - interval '10 minutes' * power(2, least(f.tries, 6) - 1)) as "due!"

-- name: takeScan
update custody_scan set status = 'RUNNING', lease = :lease::uuid, leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
where network = :network and status = 'WAITING' returning id

-- name: holdScan
update custody_scan set leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond', progress = :progress
where id = :id::uuid and lease = :lease::uuid and status = 'RUNNING' returning abort_by is not null as "abort!"

-- name: finishScan
update custody_scan set status = 'DONE', lease = null, leased_until = null, ended_at = business_now(), progress = 100,
  scripts = :scripts, height = :height, unknown = :unknown
where id = :id::uuid and lease = :lease::uuid and status = 'RUNNING'

-- name: breakScan
update custody_scan set status = :status, lease = null, leased_until = null, ended_at = business_now(), fault = nullif(:fault, '')
where id = :id::uuid and lease = :lease::uuid and status = 'RUNNING'

-- name: giveBackScan
-- Begun anew by the next process, unless a person wants it to end.
update custody_scan set lease = null, leased_until = null, progress = 0, status = case when abort_by is null then 'WAITING' else 'ABORTED' end,
  ended_at = case when abort_by is not null then business_now() end
where id = :id::uuid and lease = :lease::uuid and status = 'RUNNING'

-- name: abandonedScans
select id, network, lease as "lease!" from custody_scan where status = 'RUNNING' and leased_until < clock_timestamp()

-- name: abortScan
-- One that no node has begun yet ends at once.
update custody_scan set abort_by = :by, status = case status when 'WAITING' then 'ABORTED' else status end,
  ended_at = case status when 'WAITING' then business_now() end
where network = :network and status in ('WAITING', 'RUNNING') returning id

-- name: latestScans
select distinct on (network) id, network, status, asked_by as "askedBy", asked_at as "askedAt", progress, scripts, height, unknown,
  abort_by as "abortBy", fault, ended_at as "endedAt"
from custody_scan order by network, asked_at desc, id desc

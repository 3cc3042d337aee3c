-- name: seenOutgoing
select o.id, o.status, o.confirmations_required as "required!",
  (select c.height - o.block_height + 1 from chain_cursor c where c.network = o.network) as confirmations
from outgoing o where lower(regexp_replace(o.tx_hash, '^0x', '')) = lower(regexp_replace(:txHash, '^0x', '')) and o.network = :network
order by o.block_hash is null, o.variant desc for update

-- name: paidOutputs
-- Outputs of exactly this that explain nothing yet.
select x.script, coalesce(x.address, x.script) as "place!" from outgoing_output x
where x.outgoing_id = :id::uuid and x.asset = :asset and x.units = :units::numeric and not x.own
  and pays_exactly(x.outgoing_id, x.asset, x.units, x.script)
order by x.output_index

-- name: paysExactly
select pays_exactly(:id::uuid, :asset, :units::numeric, :script?) as "exactly!"

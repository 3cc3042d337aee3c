-- name: openLostHours
select h.epoch as "epoch!", h.since as "since!", h.until as "until!" from open_lost_hours() h

-- name: stateLostHours
-- Two who state the same at a time state it once.
insert into lost_hours (id, epoch, since, until, note, stated_by, approval_id)
select :id::uuid, h.epoch, h.since, h.until, :note, :statedBy, :approvalId?::uuid from open_lost_hours() h
on conflict (epoch) do nothing returning epoch, since, until, note, stated_by, stated_at

-- name: spentSinceRestore
-- What has paid exactly this, there, since the database was restored, and is a case as nothing explains it.
select o.tx_hash as "txHash!" from deployment d join outgoing o on o.seen_at >= d.restored_at join outgoing_amount m on m.outgoing_id = o.id
where o.network = :network and m.asset = :asset and is_spend_case(o, m) and unexplained_units(m) >= :units::numeric
  and exists (select from outgoing_output x where x.outgoing_id = o.id and x.asset = :asset and x.units = :units::numeric and x.script = :script and not x.own)
order by o.seen_at limit 1

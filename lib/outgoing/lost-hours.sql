-- name: openLostHours
select h.epoch as "epoch!", h.since as "since!", h.until as "until!" from open_lost_hours() h

-- name: stateLostHours
-- Two who state the same at a time state it once.
insert into lost_hours (id, epoch, since, until, note, stated_by, approval_id)
select :id::uuid, h.epoch, h.since, h.until, :note, :statedBy, :approvalId?::uuid from open_lost_hours() h
on conflict (epoch) do nothing returning epoch, since, until, note, stated_by, stated_at

-- name: openLostHours
select h.epoch as "epoch!", h.since as "since!", h.until as "until!" from open_lost_hours() h

-- name: stateLostHours
-- Two who state the same at a time state it once.
insert into lost_hours (id, epoch, since, until, note, stated_by, approval_id)
select :id::uuid, h.epoch, h.since, h.until, :note, :statedBy, :approvalId?::uuid from open_lost_hours() h
on conflict (epoch) do nothing returning epoch, since, until, note, stated_by, stated_at

-- name: spentUnexplained
-- What has left and is a case as nothing explains it: what has paid exactly this, there, or was made for it and has paid
-- another quantity there; and in its asset all that was seen since the database was restored, until a day after the statement
-- that nothing of the lost hours is still to be sent.
select s.tx_hash as "txHash!" from (
  select o.tx_hash, o.seen_at from outgoing_output x join outgoing o on o.id = x.outgoing_id and o.network = :network
  join outgoing_amount m on m.outgoing_id = o.id and m.asset = x.asset
  where x.script = :script and x.asset = :asset and not x.own and (x.units = :units::numeric or o.id in (select outgoing_id from sent_for(:objectId::uuid)))
    and (o.status = 'MEMPOOL' or pays_exactly(o.id, x.asset, x.units, x.script)) and is_spend_case(o, m)
  union all
  select o.tx_hash, o.seen_at from deployment d join outgoing o on o.seen_at >= d.restored_at and o.network = :network
  join outgoing_amount m on m.outgoing_id = o.id and m.asset = :asset
  where is_spend_case(o, m) and o.seen_at <= coalesce((select h.stated_at + interval '1 day' from lost_hours h where h.epoch = d.epoch), 'infinity')
) s order by s.seen_at limit 1

-- name: debitedSinceRestore
-- What a bank has debited in a currency since the last that the backup knew, told since the database was restored, and is a
-- case as nothing explains it; until five days after that statement, as a bank carries out a file on a later day.
select l.reference as "reference!" from deployment d join bank_statement s on s.taken_at >= d.restored_at join bank_line l on l.statement_id = s.id
  cross join lateral (select h.since, 'infinity'::timestamptz as until from open_lost_hours() h
    union all select h.since, h.stated_at + interval '5 days' from lost_hours h where h.epoch = d.epoch) lost
where l.asset = :currency and l.side = 'DEBIT' and l.booked_at between date_trunc('day', lost.since, 'UTC') and lost.until
  and is_line_case(l)
order by l.booked_at, l.reference limit 1

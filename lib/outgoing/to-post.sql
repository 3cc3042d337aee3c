-- name: outgoingToPost
select o.id from outgoing o where o.status in ('IN_BLOCK', 'FINAL') and o.times_posted = o.times_reversed and not exists (
  select from outgoing_input i cross join lateral our_output(o.network, i.source_hash, i.source_index) s
  where i.outgoing_id = o.id and o.network in ('bitcoin', 'bitcoincash') and not s.in_books)
  -- include: lib/outgoing/to-post.sql covered
order by o.block_height, o.id limit :limit

-- name: isCovered
select exists (select from outgoing o where o.id = :id::uuid
  -- include: lib/outgoing/to-post.sql covered
) as "covered!"

-- part: covered
-- Custody holds what all its postings take out of it yet: what was recorded as paid out, or stands booked by it, is out already.
and not exists (select from outgoing_amount m
  cross join lateral (select coalesce(sum(c.units), 0) as units, coalesce(sum(coalesce(x.fee_units, f.fee_units)), 0) as fee_units
    from outgoing_claim c
    left join payout_exit x on c.kind = 'PAYOUT' and x.payout_id = c.object_id and x.proof = o.tx_hash and x.back_at is null
    left join move_fact f on c.kind = 'MOVE' and f.move_id = c.object_id and f.side = 'LEFT' and f.proof = o.tx_hash and f.status = 'POSTED'
    where c.outgoing_id = o.id and c.asset = m.asset and c.void_at is null
      and (c.kind = 'RECORDED' or num_nonnulls(x.payout_id, f.id) > 0)) gone
  where m.outgoing_id = o.id and greatest(m.spent_units - m.own_units - m.fee_units - gone.units, 0) + m.fee_units - gone.fee_units
    > coalesce((select l.balance from ledger_account l where l.code = 'custody:' || o.network and l.asset = m.asset), 0))

-- name: lockDeposits
select * from deposit where bill_id = any(:billIds::uuid[])
order by block_height nulls last, position, output_index, id for update

-- name: updateNeed
update deposit d set confirmations_required = n.confirmations, updated_at = (select business_now())
from unnest(:ids::uuid[], :confirmations::integer[]) n(id, confirmations) where d.id = n.id and d.confirmations_required < n.confirmations

-- name: paidByTransaction
select t.nth as "nth!", (select coalesce(sum(quantity_units), 0) from deposit
  where network = t.network and tx_hash = t.tx_hash and asset = t.asset and status not in ('DROPPED', 'DECLINED')) as "units!"
from unnest(:networks::text[], :txHashes::text[], :assets::text[]) with ordinality t(network, tx_hash, asset, nth)

-- name: confirmedAt
select d.nth as "nth!", b.block_time from unnest(:networks::text[], :heights::bigint[])
  with ordinality d(network, height, nth)
join chain_cursor c on c.network = d.network and least(c.height, coalesce(c.agreed_height, c.height)) >= d.height
join chain_block b on b.network = d.network and b.height = d.height and not b.orphaned

-- name: updateTreated
update deposit d set status = t.status, late = t.late, treated_at = coalesce(d.treated_at, m.now),
  reason_code = t."reasonCode", reason = t.reason, reason_facts = t."reasonFacts", decision = t.decision, guaranteed_units = t."guaranteedUnits",
  pending_units = t.pending, converted_units = t.converted, unconverted_units = t.unconverted, fee_units = t.fee,
  fiat_units = t.fiat, paid_out_units = coalesce(t."paidOut", d.paid_out_units),
  treat_after = m.now + t."treatAfterMs" * interval '1 millisecond', give_up_at = t."giveUpAt",
  times_confirmed = t."timesConfirmed", was_credited = d.was_credited or t.status in ('CONVERTED', 'CREDITED'), updated_at = m.now
from json_to_recordset(:rows::json) as t(id uuid, status text, late boolean, "reasonCode" text, reason text, "reasonFacts" text,
  decision jsonb, "guaranteedUnits" numeric, pending numeric, converted numeric, unconverted numeric, fee numeric, fiat numeric,
  "paidOut" numeric, "treatAfterMs" double precision, "giveUpAt" timestamptz, "timesConfirmed" integer),
  (select business_now() as now) m
where d.id = t.id

-- name: declineRow
update deposit set status = 'DECLINED', updated_at = business_now() where id = :id::uuid

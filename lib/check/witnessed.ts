import type { CheckRule } from "./store.ts";

/** What accounts were told, held against what came: their programs and people have acted on it. */
export const WITNESSED_RULES: readonly CheckRule[] = [
  {
    name: "an event tells of a bill what it was made with, and no more than came for it",
    sql: `with came as (select bill_id, sum(quantity_units) as units from deposit where times_confirmed > 0 group by 1),
      sold as (select bill_id, sum(fiat_units) as fiat_units from fill group by 1)
      select e.type || ' ' || e.sequence || ' of ' || b.id from event e join bill b on b.id = e.object_id
      left join came c on c.bill_id = b.id left join sold s on s.bill_id = b.id
      cross join lateral jsonb_to_record(e.data::jsonb) m (price numeric, quantity numeric, "fiatReceivable" numeric, "quantityReceived" numeric,
        "fiatReceived" numeric, "amountStatus" text)
      where e.type like 'payment.%' and ((m.price, m.quantity, m."fiatReceivable")
          is distinct from (b.price, amount_of(b.quantity_units, b.asset), amount_of(b.fiat_units, b.fiat))
        or m."quantityReceived" > amount_of(coalesce(c.units, 0), b.asset) or m."fiatReceived" > amount_of(coalesce(s.fiat_units, 0), b.fiat)
        or m."amountStatus" in ('PAID', 'OVERPAID')
          and m."quantityReceived" < amount_of(ceil(b.quantity_units * (10000 - b.tolerance_bps) / 10000), b.asset))`,
  },
  {
    name: "a deposit was first seen when it was told of",
    sql: `with told as (select x ->> 'txId' as id, array_agg((x ->> 'firstSeen')::bigint order by e.sequence) as seen,
          (array_agg((x ->> 'feeRate')::numeric order by e.sequence))[1] as fee_rate,
          (array_agg((x ->> 'feeEstimate')::numeric order by e.sequence))[1] as fee_estimate
        from event e cross join lateral jsonb_array_elements(e.data::jsonb -> 'deposits') x where e.type like 'payment.%' group by 1)
      select d.id || ' of ' || d.first_seen from deposit d left join told t on t.id = d.id::text
      where d.stray_id is null and (d.sighted_at <> d.created_at
        or d.first_seen <> first_seen_of(d.sighted_at, d.first_block_time, d.fee_rate, d.fee_estimate)
        or t.id is not null and (t.fee_rate, t.fee_estimate) is distinct from (d.fee_rate, d.fee_estimate)
        or case when d.sighted_at is not null and not coalesce(d.fee_rate < d.fee_estimate, false) then epoch_ms(d.first_seen) <> t.seen[1]
          when d.times_confirmed > d.times_reversed then epoch_ms(d.first_seen) <> all (t.seen) end)`,
  },
];

import type { CheckRule } from "./store.ts";

/**
 * What payouts, moves and the transaction itself have taken out of custody, for each transaction by itself: a payout that was
 * booked a second time as missing stands in no sum over all of them.
 */
export const OUTGOING_RULE: CheckRule = {
  name: "what a transaction has taken out of custody is what it spent, each of it once",
  sql: `with exits as (select x.proof, o.asset, sum(o.quantity_units + x.fee_units) as units
        from payout_exit x join payout o on o.id = x.payout_id and not is_fiat(o.asset) where x.back_at is null group by 1, 2),
      moved as (select c.outgoing_id, c.asset, -sum(p.debit) as units
        from outgoing_claim c join outgoing g on g.id = c.outgoing_id
        join move_fact f on f.move_id = c.object_id and f.proof = g.tx_hash and f.status = 'POSTED'
        cross join lateral move_postings(f) p where c.kind = 'MOVE' and p.code = 'custody:' || g.network group by 1, 2),
      recorded as (select outgoing_id, asset, sum(units) as units from outgoing_claim where kind = 'RECORDED' and void_at is null group by 1, 2),
      booked as (select g.tx_hash, m.asset, m.spent_units - m.own_units as spent,
          taken_units(m) + coalesce(x.units, 0) + coalesce(v.units, 0) + coalesce(r.units, 0) as units
        from outgoing g join outgoing_amount m on m.outgoing_id = g.id
        left join exits x on x.proof = g.tx_hash and x.asset = m.asset
        left join moved v on v.outgoing_id = g.id and v.asset = m.asset
        left join recorded r on r.outgoing_id = g.id and r.asset = m.asset where g.times_posted > g.times_reversed)
      select tx_hash || ' ' || asset || ': ' || units || ' against ' || spent from booked where units <> spent
      union all select 'payout ' || x.payout_id || ' by ' || x.proof
        from payout_exit x join payout o on o.id = x.payout_id and not is_fiat(o.asset) where x.back_at is null and not exists (
          select from outgoing g join outgoing_claim c on c.outgoing_id = g.id and c.kind = 'PAYOUT' and c.void_at is null
          where g.tx_hash = x.proof and c.object_id = x.payout_id)`,
};

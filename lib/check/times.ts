import type { CheckRule } from "./store.ts";

/** How far the clocks of processes and servers, and the beginning and end of a transaction, may lie from each other. */
const FEW = "interval '5 minutes'";
const ONE = "interval '1 minute'";
const apart = (one: string, other: string, by: string) => `${one} not between ${other} - ${by} and ${other} + ${by}`;
/** When a UUIDv7 was made. */
const madeAt = (id: string) =>
  `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/** When something was booked decides in which statement it stands. */
export const TIMES_RULES: readonly CheckRule[] = [
  {
    name: "entries are of the time at which they were made, one after the other",
    sql: `with entered as (select transaction_id, min(id) as first_id from posting group by 1),
      in_order as (select t.id, t.effect_key, t.at, lag(t.at) over w as at_before, lag(t.effect_key) over w as key_before
        from entered e join ledger_transaction t on t.id = e.transaction_id window w as (order by e.first_id))
      select key_before || ' of ' || at_before || ' stands before ' || effect_key || ' of ' || at from in_order where at_before > at + ${FEW}
      union all select effect_key || ' of ' || at || ' is to come' from ledger_transaction where at > business_now() + ${FEW}
      union all select t.effect_key || ' of ' || t.at || ' against ' || ${madeAt("t.id")} from ledger_transaction t
        where is_live() and substr(t.id::text, 15, 1) = '7' and ${apart("t.at", madeAt("t.id"), FEW)}
      union all select t.effect_key || ' of ' || t.at || ' against ' || b.created_at || ' of its bill' from ledger_transaction t
        join bill b on b.id = t.bill_id where t.at < b.created_at - ${FEW}`,
  },
  {
    name: "an entry, and what was done and told with it, are of one time",
    sql: `select t.effect_key || ' of ' || t.at || ' against ' || f.filled_at || ' of the sale' from ledger_transaction t
        join fill f on f.effect_key = t.effect_key where ${apart("t.at", "f.filled_at", ONE)}
      union all select t.effect_key || ' of ' || t.at || ' against ' || e.at || ' of ' || e.type from ledger_transaction t
        cross join lateral (values (t.bill_id), (t.conversion_id)) o(id) join event e on e.tx = t.tx and e.object_id = o.id where ${apart("t.at", "e.at", ONE)}
          and (select restored_at from deployment) is null
      union all select t.effect_key || ' of ' || t.at || ' against ' || x.left_at || ' of the payout' from payout_exit x join ledger_transaction t
        on t.effect_key = 'payout:' || x.payout_id || ':' || x.proof || ':' || x.n where ${apart("t.at", "x.left_at", ONE)}`,
  },
  {
    name: "what the house has bought follows on what it had bought before, and is of the time of its purchase",
    sql: `select l.asset || '/' || l.fiat || ' up to ' || l.upto || ': ' || l.units || ' after ' || coalesce(l.before, 0) from (
          select *, lag(upto) over (partition by asset, fiat order by upto) as before from book_lot) l where l.upto - l.units <> l.before
      union all select p.asset || '/' || p.fiat || ': ' || p.bought_units || ' bought against ' || max(l.upto) from book_position p
        join book_lot l using (asset, fiat) group by p.asset, p.fiat having p.bought_units <> max(l.upto)
      union all select l.asset || '/' || l.fiat || ' up to ' || l.upto || ' of ' || l.at || ' against ' || min(t.at) from book_lot l
        join ledger_transaction t on t.tx = l.tx where (select restored_at from deployment) is null
        group by l.asset, l.fiat, l.upto, l.at having bool_and(${apart("t.at", "l.at", ONE)})`,
  },
];

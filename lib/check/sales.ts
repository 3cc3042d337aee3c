import type { CheckRule } from "./store.ts";

/** What was sold, each sale by itself: sums over an account's sales would hide two that were changed against each other. */
export const SALES_RULES: readonly CheckRule[] = [
  {
    name: "each sale is booked as its fill says",
    sql: `with booked as (select t.effect_key, sum(p.debit) filter (where l.code = 'house:book' and is_fiat(p.asset)) as fiat_units,
        -sum(p.debit) filter (where l.code = 'house:book' and not is_fiat(p.asset)) as units,
        -sum(p.debit) filter (where l.code = 'house:fee:service') as fee_units
      from ledger_transaction t join posting p on p.transaction_id = t.id
      join ledger_account l on l.id = p.ledger_account_id and l.code in ('house:book', 'house:fee:service')
      where t.event in ('deposit.sold', 'invoice.sold') group by 1)
      select effect_key || ': ' || coalesce(f.quantity_units || ' for ' || f.fiat_units, 'nothing') || ' against '
        || coalesce(b.units + coalesce(b.fee_units, 0) || ' for ' || coalesce(b.fiat_units, 0), 'nothing')
      from fill f full join booked b using (effect_key)
      where (f.fiat_units, f.quantity_units - f.fee_units, f.fee_units)
        is distinct from (coalesce(b.fiat_units, 0), coalesce(b.units, 0), coalesce(b.fee_units, 0))`,
  },
  {
    name: "a conversion is executed at its quote, and its fills are all of it",
    sql: `select v.id || ' is ' || v.status from conversion v left join quote q on q.id = v.live_quote_id
      left join (select conversion_id, sum(quantity_units) as units, sum(fee_units) as fee_units, sum(fiat_units) as fiat_units,
          min(price) as lowest, max(price) as highest from fill where conversion_id is not null group by 1) f on f.conversion_id = v.id
      where case when v.status = 'EXECUTED'
        then (v.quantity_units, v.fee_units, v.fiat_units, v.price, v.price) is distinct from (f.units, f.fee_units, f.fiat_units, f.lowest, f.highest)
          or (v.fee_units, v.fiat_units, v.price) is distinct from (q.fee_units, q.fiat_units, q.price)
        else f.conversion_id is not null end`,
  },
  {
    name: "items add up to their invoice",
    sql: `select v.id::text from conversion v left join conversion_item i on i.conversion_id = v.id group by v.id
      having v.quantity_units <> coalesce(sum(i.quantity_units), 0)`,
  },
  {
    name: "an item is live as long as its invoice is",
    sql: `select i.id || ' of ' || v.id || ', which is ' || v.status from conversion_item i join conversion v on v.id = i.conversion_id
      where i.live <> (v.status in ('CREATED', 'QUOTED', 'EXECUTING'))`,
  },
  {
    name: "what a deposit uses up of its bill's quantity is what was sold of that, or waits to be",
    sql: `with sold as (select deposit_id, sum(quantity_units) as units from fill
        where reversed_at is null and (method = 'RFQ' or effect_key like '%:released') group by 1),
      waiting as (select d.id as deposit_id, sum((p ->> 'units')::numeric) as units
        from deposit d cross join lateral jsonb_array_elements(d.decision -> 'parts') p
        where d.status = 'PROCESSING' and p ->> 'kind' = 'FRESH' and p ? 'atMost' group by 1)
      select d.id || ': ' || d.guaranteed_units || ' against ' || coalesce(s.units, 0) + coalesce(w.units, 0)
      from deposit d left join sold s on s.deposit_id = d.id left join waiting w on w.deposit_id = d.id
      where d.guaranteed_units <> coalesce(s.units, 0) + coalesce(w.units, 0)`,
  },
];

import type { CheckRule } from "./store.ts";

/** What left, came in and was sold, each of it by itself: its row says what was booked for it. */
export const PAID_RULES: readonly CheckRule[] = [
  {
    name: "each time that a payout left, and came back, is booked as it says",
    sql: `with said as (select 'payout:' || x.payout_id || ':' || x.proof || ':' || x.n as key, x.place as code, o.asset, o.quantity_units + x.fee_units as units, x.back_at
          from payout_exit x join payout o on o.id = x.payout_id),
      told as (select key, false as back, code, asset, -units as units from said union all select key, true, code, asset, units from said where back_at is not null),
      booked as (select regexp_replace(t.effect_key, ':(reversed|returned)$', '') as key, t.event <> 'payout.left' as back, l.code, p.asset, sum(p.debit) as units
        from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
        where t.event in ('payout.left', 'payout.back', 'payout.returned') and l.code !~ '^(acc:|house:network-fee)' group by 1, 2, 3, 4)
      select key || ' ' || code || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(t.units, 0) from booked b
      full join told t using (key, back, code, asset) where b.units is distinct from t.units`,
  },
  {
    name: "what was recorded as paid is booked as paid, and nothing else is",
    sql: `with paid as (select distinct split_part(effect_key, ':', 2) as id from ledger_transaction where event in ('payout.fiat', 'payout.crypto', 'payout.return'))
      select coalesce(o.id::text, p.id) || coalesce(' is ' || o.status, ' is gone') from payout o full join paid p on p.id = o.id::text
      where (p.id is not null) <> (o.id is not null and (o.status = 'RECORDED' or o.status = 'FAILED' and o.approved_at is null and exists (select from resolution r where r.kind = 'VOID' and r.subject_id = o.id)))`,
  },
  {
    name: "a bank's line that is a payout's pays it",
    sql: `select l.id || ': ' || l.units || ' ' || l.asset || ' against ' || coalesce(o.quantity_units || ' ' || o.asset, 'nothing') from bank_line l
      left join payout o on o.id = l.payout_id where l.belongs_to = 'PAYOUT' and not exists (select from bank_part p where p.line_id = l.id)
      and (l.units, l.asset) is distinct from (o.quantity_units, o.asset)`,
  },
  {
    name: "a venue's order brought what its trades brought",
    sql: `select o.id || ': ' || o.proceeds || ' and ' || o.fee || ' against ' || coalesce(sum(t.proceeds), 0) || ' and ' || coalesce(sum(t.fee), 0)
      from venue_order o left join venue_trade t on t.order_id = o.id group by o.id
      having o.proceeds <> coalesce(sum(t.proceeds), 0) or o.fee <> coalesce(sum(t.fee), 0)`,
  },
  {
    name: "an executed conversion has sold its items, by the fee model of what was sold",
    sql: `select coalesce(c.id, f.conversion_id) || ' of deposit ' || coalesce(i.deposit_id, f.deposit_id) from (select * from conversion where status = 'EXECUTED') c
        join (select conversion_id, deposit_id, bill_id, sum(quantity_units) as units from conversion_item group by 1, 2, 3) i on i.conversion_id = c.id
        full join (select conversion_id, deposit_id, bill_id, sum(quantity_units) as units from fill where conversion_id is not null group by 1, 2, 3) f
          on f.conversion_id = c.id and f.deposit_id = i.deposit_id and f.bill_id = i.bill_id where i.units is distinct from f.units
      union all select f.effect_key || ' by ' || f.fee_model from fill f join bill b on b.id = f.bill_id left join conversion c on c.id = f.conversion_id
        where f.fee_model <> case f.method when 'MARKET' then 'SPREAD' when 'CONVERSION' then c.fee_model else b.fee_model end`,
  },
  {
    name: "a deposit was confirmed and reversed as often as was booked, and waits for the confirmations of its bill",
    sql: `with booked as (select deposit_id, count(*) filter (where event = 'deposit.confirmed') as confirmed, count(*) filter (where event = 'deposit.reversed') as reversed
        from ledger_transaction where deposit_id is not null group by 1)
      select d.id || ': ' || d.times_confirmed || ' and ' || d.times_reversed || ' against ' || coalesce(k.confirmed, 0) || ' and ' || coalesce(k.reversed, 0)
      from deposit d left join booked k on k.deposit_id = d.id where d.stray_id is null
        and (d.times_confirmed <> coalesce(k.confirmed, 0) or d.times_reversed <> coalesce(k.reversed, 0))
      union all select 'bill ' || b.id || ': ' || b.confirmations_required || ' against ' || t.needed from bill b cross join lateral (
          select split_part(part, ':', -1)::integer as needed from string_to_table(b.confirmation_tiers, ',') part
          where case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end <= amount_of(b.fiat_units, b.fiat)
          order by case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end desc limit 1) t
        where b.confirmations_required <> t.needed
      union all select 'deposit ' || d.id || ': ' || d.confirmations_required || ' against ' || t.least from deposit d join bill b on b.id = d.bill_id
        cross join lateral (select min(split_part(part, ':', -1)::integer) as least from string_to_table(b.confirmation_tiers, ',') part) t
        where d.confirmations_required < t.least and d.stray_id is null and not d.wrong_asset`,
  },
  {
    name: "what an account has stands under its name alone",
    sql: `select l.code || ' of ' || coalesce(l.account_id::text, 'nobody') from ledger_account l
        where l.code like 'acc:%' and split_part(l.code, ':', 2) is distinct from l.account_id::text or l.code not like 'acc:%' and l.account_id is not null
      union all select t.effect_key || ' of ' || coalesce(t.account_id::text, 'nobody') from ledger_transaction t
        where exists (select from posting p join ledger_account l on l.id = p.ledger_account_id where p.transaction_id = t.id
          and l.account_id is not null and l.account_id is distinct from t.account_id)`,
  },
];

import type { CheckRule } from "./store.ts";

/** What balances and movements of the past are read from (rulebook 8.12). */
export const RUNNING_RULES: readonly CheckRule[] = [
  {
    name: "every posting says what its account stands at after it",
    sql: `select l.code || ' ' || l.asset || ': posting ' || p.id || ' says ' || p.balance || ' against ' || p.running
      from (select id, ledger_account_id, balance, sum(amount) over (partition by ledger_account_id order by id) as running from posting) p
      join ledger_account l on l.id = p.ledger_account_id where p.balance <> p.running`,
  },
  {
    name: "ranges of postings follow on each other, and say between which instants theirs were made",
    sql: `with edges as (select array_agg(last_id order by last_id) as ids from posting_range),
      made as (select width_bucket(p.id - 1, e.ids) as nth, min(t.at) as earliest, max(t.at) as latest
        from edges e cross join posting p join ledger_transaction t on t.id = p.transaction_id group by 1),
      told as (select r.*, row_number() over by_id as nth, lag(r.last_id) over by_id as before from posting_range r window by_id as (order by r.last_id)),
      both_said as (select t.*, coalesce(m.earliest, 'infinity') as began, coalesce(max(m.latest) over (order by t.nth), '-infinity') as ended
        from told t left join made m on m.nth + 1 = t.nth)
      select 'up to ' || last_id || ': ' || earliest || ' to ' || latest || ' against ' || began || ' to ' || ended from both_said
      where (earliest, latest) <> (began, ended) or after_id is distinct from before
      union all select 'none begins at 0' where not exists (select 1 from posting_range where last_id = 0)`,
  },
  {
    name: "what a range of postings says has moved in it is a recount",
    sql: `with entered as (select transaction_id as id, min(id) as first_id from posting group by 1 having min(id) <= posted_ranged()),
      counted as (select (select min(r.last_id) from posting_range r where r.last_id >= e.first_id) as last_id, t.account_id,
          coalesce(b.subaccount, '') as subaccount, v.asset, sum(v.received) as received, sum(v.went) as went, sum(v.fees) as fees,
          array_agg(e.first_id order by e.first_id) as entries
        from entered e join ledger_transaction t on t.id = e.id and t.account_id is not null
        left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v group by 1, 2, 3, 4)
      select 'up to ' || last_id || ', ' || account_id || ' ' || subaccount || ' ' || asset || ': '
        || coalesce(s.received || ' - ' || s.went || ' - ' || s.fees, 'nothing') || ' against '
        || coalesce(c.received || ' - ' || c.went || ' - ' || c.fees, 'nothing')
      from posting_range_sum s full join counted c using (last_id, account_id, subaccount, asset)
      where (s.received, s.went, s.fees, s.entries) is distinct from (c.received, c.went, c.fees, c.entries)`,
  },
  {
    name: "what a range of postings says has come to the house in it is a recount",
    sql: `with edges as (select array_agg(last_id order by last_id) as ids from posting_range),
      counted as (select e.ids[width_bucket(p.id - 1, e.ids) + 1] as last_id, (t.at at time zone 'UTC')::date as day,
          coalesce(b.strategy, case when t.conversion_id is not null then 'INVOICE' else 'POOLED' end) as strategy,
          l.code, t.event, p.asset, -sum(p.debit) as units
        from edges e cross join posting p join ledger_account l on l.id = p.ledger_account_id and starts_with(l.code, 'house:')
        join ledger_transaction t on t.id = p.transaction_id left join bill b on b.id = t.bill_id
        where p.id <= posted_ranged() group by 1, 2, 3, 4, 5, 6 having sum(p.debit) <> 0)
      select 'up to ' || last_id || ', ' || concat_ws(' ', day, strategy, code, event, asset) || ': '
        || coalesce(s.units::text, 'nothing') || ' against ' || coalesce(c.units::text, 'nothing')
      from posting_range_house s full join counted c using (last_id, day, strategy, code, event, asset)
      where s.units is distinct from c.units`,
  },
  {
    name: "what a day that is summed up says of its bills is a recount",
    sql: `with counted as (select b.account_id, utc_day(b.created_at) as day, b.subaccount, b.fiat, bill_outcome(b, 'infinity') as outcome,
          count(*) as bills, sum(b.fiat_units) as units, max(max(b.created_at)) over (partition by b.account_id, utc_day(b.created_at), b.subaccount, b.fiat) as latest
        from bill b join bill_day_reach r on utc_day(b.created_at) <= r.closed group by 1, 2, 3, 4, 5),
      summed as (select d.*, max(d.last_bill_at) over (partition by d.account_id, d.day, d.subaccount, d.fiat) as latest from bill_day d)
      select concat_ws(' ', account_id, day, subaccount, fiat, outcome) || ': ' || coalesce(concat_ws(' - ', s.bills, s.units, s.latest), 'nothing')
        || ' against ' || coalesce(concat_ws(' - ', c.bills, c.units, c.latest), 'nothing')
      from summed s full join counted c using (account_id, day, subaccount, fiat, outcome)
      where (coalesce(s.bills, 0), coalesce(s.units, 0)) <> (coalesce(c.bills, 0), coalesce(c.units, 0)) or s.latest <> c.latest
      union all select 'nothing says up to which day' where not exists (select from bill_day_reach)`,
  },
  {
    name: "what a day that is summed up says of its amounts is a recount",
    sql: `with counted as (select t.account_id, t.day, t.asset, t.fiat, sum(t.bills) as bills, sum(t.quantity_units) as quantity, sum(t.fiat_units) as fiats,
          sum(t.received_units) as received, sum(t.unconverted_units) as unconverted, sum(t.fiat_received_units) as fiat_received, sum(t.paid) as paid,
          sum(t.sold_units) as sold, sum(t.kept) as kept, sum(t.pending) as pending
        from bill b join bill_day_reach r on utc_day(b.created_at) <= r.closed cross join lateral bill_amounts(b, 1) t group by 1, 2, 3, 4),
      both_said as (select account_id, day, asset, fiat,
          (s.bills::numeric, s.quantity_units, s.fiat_units, s.received_units, s.unconverted_units, s.fiat_received_units, s.paid::numeric, s.sold_units, s.kept, s.pending) as said,
          (c.bills, c.quantity, c.fiats, c.received, c.unconverted, c.fiat_received, c.paid, c.sold, c.kept, c.pending) as found
        from bill_amount_day s full join counted c using (account_id, day, asset, fiat))
      select concat_ws(' ', account_id, day, asset, fiat) || ': ' || said::text || ' against ' || found::text from both_said
      where said is distinct from found`,
  },
  {
    name: "what a day that is summed up says of its deliveries is a recount",
    sql: `with counted as (select c.* from bill_day_reach r cross join lateral counted_deliveries(null, '-infinity', r.closed) c)
      select concat_ws(' ', account_id, day) || ': ' || coalesce(concat_ws(' - ', s.sales, s.median_ms, s.high_ms), 'nothing') || ' against '
        || coalesce(concat_ws(' - ', c.sales, c.median_ms, c.high_ms), 'nothing')
      from delivery_day s full join counted c using (account_id, day)
      where (coalesce(s.sales, 0), coalesce(s.median_ms, 0), coalesce(s.high_ms, 0))
        <> (coalesce(c.sales, 0), coalesce(c.median_ms, 0), coalesce(c.high_ms, 0))`,
  },
  {
    name: "what a hundred addresses of a wallet come to is a recount",
    sql: `with there as (select distinct wallet_id, index / 100 as nth from deposit_address union select distinct wallet_id, index / 100 from wallet_used),
      counted as (select t.wallet_id, t.nth, c.* from there t cross join lateral counted_block(t.wallet_id, t.nth) c)
      select wallet_id || ' ' || nth || ': ' || coalesce(concat_ws(' - ', b.derived, b.paid, b.first_used, b.last_used, b.longest_gap), 'nothing')
        || ' against ' || coalesce(concat_ws(' - ', c.derived, c.paid, c.first_used, c.last_used, c.longest_gap), 'nothing')
      from wallet_block b full join counted c using (wallet_id, nth) where (b.derived, b.paid, b.first_used, b.last_used, b.longest_gap)
        is distinct from (c.derived, c.paid, c.first_used, c.last_used, c.longest_gap)`,
  },
  {
    name: "what was traded at the sandbox's venue is a recount of its orders",
    sql: `with counted as (select base, fiat, side, sum(filled_units) as filled, sum(proceeds) as proceeds from sandbox_order group by 1, 2, 3)
      select concat_ws(' ', base, fiat, side) || ': ' || coalesce(t.filled_units || ' and ' || t.proceeds, 'nothing') || ' against '
        || coalesce(c.filled || ' and ' || c.proceeds, 'nothing')
      from sandbox_traded t full join counted c using (base, fiat, side) where (t.filled_units, t.proceeds) is distinct from (c.filled, c.proceeds)`,
  },
  {
    name: "what trading took out of a venue on a day is a recount of its trades",
    sql: `with counted as (select t.venue, x.symbol, (t.at at time zone 'UTC')::date as day, sum(x.taken) as taken, sum(x.fraction) as fraction
        from venue_trade t cross join lateral taken_by_trade(t) x group by 1, 2, 3)
      select concat_ws(' ', venue, symbol, day) || ': ' || coalesce(d.taken || ' and ' || d.fraction, 'nothing') || ' against '
        || coalesce(c.taken || ' and ' || c.fraction, 'nothing')
      from venue_day d full join counted c using (venue, symbol, day) where (d.taken, d.fraction) is distinct from (c.taken, c.fraction)`,
  },
];

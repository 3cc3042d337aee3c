import type { Db } from "#lib/kernel/database.ts";
import { ASSIGNED_RULE, ONCE_RULE, resolved } from "./assigned.ts";
import { MOVE_RULES } from "./moves.ts";
import { OUTGOING_RULE } from "./outgoing.ts";
import { RUNNING_RULES } from "./running.ts";
import { SALES_RULES } from "./sales.ts";
import { TERMS_RULES } from "./terms.ts";
import * as sql from "./check.sql.ts";

/** A rule the books must keep: the query answers one line of text for each violation. */
export type CheckRule = { name: string; sql: string };

const CREDITED = "d.times_confirmed > d.times_reversed";
/** What is reserved of a declined deposit is part of what is pending of it. */
const GOES_BACK = "d.status = 'DECLINED'";
const OPEN = "o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and not o.is_out";

export const RULES: readonly CheckRule[] = [
  {
    name: "every ledger asset sums to zero",
    sql: "select asset || ' sums to ' || sum(debit) from posting group by asset having sum(debit) <> 0",
  },
  {
    name: "every ledger transaction sums to zero per asset",
    sql: "select transaction_id || ' in ' || asset from posting group by transaction_id, asset having sum(debit) <> 0",
  },
  {
    name: "every balance is the sum of its postings",
    sql: `select l.code || ' ' || l.asset || ': ' || l.balance || ' against ' || coalesce(sum(p.amount), 0) from ledger_account l
      left join posting p on p.ledger_account_id = l.id group by l.id having l.balance <> coalesce(sum(p.amount), 0)`,
  },
  ...RUNNING_RULES,
  {
    name: "no balance is below zero where the chart says no",
    sql: "select code || ' ' || asset || ': ' || balance from ledger_account where not may_be_negative and balance < 0",
  },
  {
    name: "available crypto is the sum of free residues",
    sql: balanceRule(
      "available",
      `d.unconverted_units - d.locked_units - case when ${GOES_BACK} then 0 else d.reserved_units end`,
    ),
  },
  { name: "locked crypto is locked on deposits", sql: balanceRule("locked", "d.locked_units") },
  {
    name: "pending crypto is the sum of what is pending on deposits",
    sql: balanceRule("pending", `d.pending_units - case when ${GOES_BACK} then d.reserved_units else 0 end`),
  },
  {
    name: "locked crypto is the items of live invoices",
    sql: `select d.id || ': locked ' || d.locked_units || ', in live items ' || coalesce(sum(i.quantity_units), 0) from deposit d
      left join conversion_item i on i.deposit_id = d.id and i.live group by d.id having d.locked_units <> coalesce(sum(i.quantity_units), 0)`,
  },
  {
    name: "reserved is the sum of open payouts",
    sql: `with book as (select account_id, asset, sum(balance) as units from ledger_account where code like 'acc:%:reserved' group by 1, 2),
      open as (select account_id, asset, sum(quantity_units) as units from payout o where ${OPEN} group by 1, 2)
      select coalesce(b.account_id, p.account_id) || ' ' || coalesce(b.asset, p.asset) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(p.units, 0)
      from book b full join open p using (account_id, asset) where coalesce(b.units, 0) <> coalesce(p.units, 0)`,
  },
  {
    name: "what is reserved of a deposit is its parts of open payouts",
    sql: `select d.id || ': ' || d.reserved_units || ' against ' || coalesce(p.units, 0) from deposit d
      left join (select x.deposit_id, sum(x.quantity_units) as units from payout_part x join payout o on o.id = x.payout_id
        where ${OPEN} group by 1) p on p.deposit_id = d.id where d.reserved_units <> coalesce(p.units, 0)`,
  },
  {
    name: "a payout's books say what its state says",
    sql: "select o.id || ' is ' || o.status from payout o where o.status <> 'RECORDED' and not is_payout_booked(o)",
  },
  {
    name: "available and reserved fiat less owed fiat is the standing fills less payouts",
    sql: `with book as (select account_id, asset as fiat, sum(case when code like '%:owed' then -balance else balance end) as units
        from ledger_account where code ~ ':(available|reserved|owed)$' and is_fiat(asset) group by 1, 2),
      sold as (select account_id, fiat, sum(units) as units from (
        select b.account_id, b.fiat, f.fiat_units as units from fill f join bill b on b.id = f.bill_id where f.reversed_at is null
        union all select account_id, asset, -quantity_units from payout where is_out and is_fiat(asset)
        union all select account_id, asset, units from resolution where kind = 'ASSIGN' and reversed_at is null and is_fiat(asset)) moved group by 1, 2)
      select coalesce(k.account_id, s.account_id) || ' ' || coalesce(k.fiat, s.fiat) || ': ' || coalesce(k.units, 0) || ' against ' || coalesce(s.units, 0)
      from book k full join sold s using (account_id, fiat) where coalesce(k.units, 0) <> coalesce(s.units, 0)`,
  },
  {
    name: "a settlement's statement is the ledger's, and follows on the one before",
    sql: `with told as (select s.*, available_at(s.account_id, s.currency, s.period_from) as began,
        available_at(s.account_id, s.currency, s.period_to) as ended, sums_of(s.account_id, s.currency, s.period_from, s.period_to) as sums,
        lag(s.period_to) over (partition by s.account_id, s.currency order by s.number) as before,
        (select coalesce(sum((m ->> 'units')::numeric), 0) from jsonb_array_elements(s.by_kind) m) as units from settlement s)
      select reference || ': ' || opening_units || ' to ' || closing_units || ' against ' || began || ' to ' || ended from told
      where opening_units <> began or closing_units <> ended or opening_units + units <> closing_units or by_kind <> sums
        or before <> period_from or (due_units > 0 and due_units <> closing_units - reserve_units - awaited_units)`,
  },
  {
    name: "a settlement's payout is at most its due, and of its account",
    sql: `select s.reference from settlement s join payout o on o.id = s.payout_id where o.quantity_units > s.due_units
        or o.kind <> 'SETTLEMENT' or o.account_id <> s.account_id or o.asset <> s.currency
      union all select 'payout ' || o.id from payout o where o.kind = 'SETTLEMENT' and not exists (select 1 from settlement s where s.payout_id = o.id)`,
  },
  {
    name: "fee invoices say what ledger and sales say, and their numbers have no gap",
    sql: `select i.number from fee_invoice i join settlement s on s.id = i.settlement_id
        where i.lines is distinct from fee_lines(s.account_id, s.currency, s.period_from, s.period_to)
      union all select 'year ' || year from fee_invoice group by year having max(nth) <> count(*)`,
  },
  {
    name: "custody is what is confirmed and unspent",
    sql: `with held as (select asset, sum(balance) as units from ledger_account where code like 'custody:%' group by 1),
      stands as (select asset, sum(units) as units from (
        select d.asset, d.quantity_units as units from deposit d where ${CREDITED} and d.stray_id is null
        union all select asset, quantity_units from stray_deposit where status = 'CONFIRMED'
        union all select d.asset, -p.quantity_units from payout_part p join payout o on o.id = p.payout_id and o.is_out join deposit d on d.id = p.deposit_id
        union all select o.asset, -x.fee_units from payout_exit x join payout o on o.id = x.payout_id
          where x.back_at is null and not is_fiat(o.asset)
        union all select m.asset, -taken_units(m) from outgoing o join outgoing_amount m on m.outgoing_id = o.id
          where o.times_posted > o.times_reversed
        union all select p.asset, p.amount from ledger_transaction t join posting p on p.transaction_id = t.id
          join ledger_account l on l.id = p.ledger_account_id and l.code like 'custody:%'
          where t.event in ('custody.covered', 'custody.uncovered')
        union all select p.asset, p.debit from move_fact f cross join lateral move_postings(f) p
          where f.status = 'POSTED' and p.code like 'custody:%'
        union all ${ofGas("p.code like 'custody:%'", "p.debit")}) moved group by 1)
      select coalesce(h.asset, s.asset) || ': ' || coalesce(h.units, 0) || ' against ' || coalesce(s.units, 0)
      from held h full join stands s using (asset) where coalesce(h.units, 0) <> coalesce(s.units, 0)`,
  },
  {
    name: "what is missing left without approval, and each of it is a case",
    sql: `with book as (select asset, sum(balance) as units from ledger_account where code = 'house:missing' and not is_fiat(asset) group by 1),
      gone as (select asset, sum(units) as units from (
        select m.asset, unexplained_units(m) as units from outgoing o join outgoing_amount m on m.outgoing_id = o.id
          where o.times_posted > o.times_reversed
        union all ${ofGas("p.code = 'house:missing'", "p.debit")}
        union all ${atVenues("WITHDRAWAL", "not is_fiat(t.asset)")}
        union all ${resolved("LEFT", "not is_fiat(r.asset)")}) left_all group by 1)
      select coalesce(b.asset, g.asset) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(g.units, 0)
      from book b full join gone g using (asset) where coalesce(b.units, 0) <> coalesce(g.units, 0)`,
  },
  {
    name: "what is missing is a case until somebody says what it was",
    sql: `with book as (select asset, balance as units from ledger_account where code = 'house:missing'),
      open as (select asset, sum(units) as units from (
        select m.asset, unexplained_units(m) as units from outgoing o join outgoing_amount m on m.outgoing_id = o.id
          where o.times_posted > o.times_reversed and is_spend_case(o, m)
        union all select gas_asset(g.network), gas_gone(g) from gas_payment g where g.kind = 'SENT' and is_gas_case(g)
        union all select l.asset, l.units from bank_line l where l.side = 'DEBIT' and l.belongs_to = 'NOBODY' and is_line_case(l)
        union all select t.asset, t.units from venue_transfer t where t.kind = 'WITHDRAWAL' and t.status = 'DONE'
          and t.belongs_to = 'NOBODY' and is_transfer_case(t)) cases group by 1)
      select coalesce(b.asset, o.asset) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(o.units, 0)
      from book b full join open o using (asset) where coalesce(b.units, 0) <> coalesce(o.units, 0)`,
  },
  {
    name: "each transaction's gas is booked once, as the node has told it",
    sql: `with booked as (select split_part(t.effect_key, ':', 2) as network, split_part(t.effect_key, ':', 3) as tx_hash, l.code, sum(p.debit) as units
        from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
        where t.event in ('gas.booked', 'gas.reversed') group by 1, 2, 3),
      told as (select g.network, g.tx_hash, p.code, p.debit as units from gas_payment g cross join lateral gas_postings(g) p
        where g.times_posted > g.times_reversed)
      select tx_hash || ' ' || code || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(t.units, 0)
      from booked b full join told t using (network, tx_hash, code) where coalesce(b.units, 0) <> coalesce(t.units, 0)`,
  },
  OUTGOING_RULE,
  ONCE_RULE,
  {
    name: "an output of ours leaves once",
    sql: `select i.source_hash || ':' || i.source_index from outgoing_input i join outgoing o on o.id = i.outgoing_id
      where o.block_hash is not null group by o.network, i.source_hash, i.source_index having count(*) > 1`,
  },
  ...MOVE_RULES,
  {
    name: "unassigned and missing fiat is what banks and venues have booked that belongs to nobody",
    sql: `with book as (select code, asset, balance as units from ledger_account where code in ('house:unassigned', 'house:missing') and is_fiat(asset)),
      told as (select code, asset, sum(units) as units from (
        select case side when 'CREDIT' then 'house:unassigned' else 'house:missing' end as code, asset, units
          from bank_line where belongs_to = 'NOBODY'
        union all select 'house:unassigned', l.asset, p.units from bank_part p join bank_line l on l.id = p.line_id where is_nobodys(p)
        union all select 'house:unassigned', of.* from (${atVenues("DEPOSIT", "is_fiat(t.asset)")}) of
        union all select 'house:missing', of.* from (${atVenues("WITHDRAWAL", "is_fiat(t.asset)")}) of
        union all select 'house:unassigned', of.* from (${resolved("CAME", "is_fiat(r.asset)")}) of
        union all select 'house:missing', of.* from (${resolved("LEFT", "is_fiat(r.asset)")}) of) nobodys group by 1, 2)
      select coalesce(b.code, t.code) || ' ' || coalesce(b.asset, t.asset) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(t.units, 0)
      from book b full join told t using (code, asset) where coalesce(b.units, 0) <> coalesce(t.units, 0)`,
  },
  {
    name: "unassigned crypto is what came for bills that are not known",
    sql: `with book as (select asset, sum(balance) as units from ledger_account where code = 'house:unassigned' and not is_fiat(asset) group by 1),
      came as (select asset, sum(units) as units from (
        select asset, quantity_units as units from stray_deposit where status = 'CONFIRMED'
        union all select m.asset, gained_units(m) from outgoing o join outgoing_amount m on m.outgoing_id = o.id
          where o.times_posted > o.times_reversed
        union all ${ofGas("p.code = 'house:unassigned'", "-p.debit")}
        union all ${atVenues("DEPOSIT", "not is_fiat(t.asset)")}
        union all ${resolved("CAME", "not is_fiat(r.asset)")}) all_came group by 1)
      select coalesce(b.asset, c.asset) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(c.units, 0)
      from book b full join came c using (asset) where coalesce(b.units, 0) <> coalesce(c.units, 0)`,
  },
  ASSIGNED_RULE,
  {
    name: "an address that has received money for no known bill has no bill",
    sql: `select a.address from stray_deposit s join deposit_address a on a.id = s.address_id
      where a.bill_id is not null or a.set_aside_at is null`,
  },
  {
    name: "owed crypto is what was sold by invoice or paid out of deposits that are gone",
    sql: `with book as (select account_id, asset, sum(balance) as units from ledger_account where code like 'acc:%:owed'
        and not is_fiat(asset) group by 1, 2),
      gone as (select account_id, asset, sum(units) as units from (
        select d.account_id, d.asset, f.quantity_units as units from deposit d join fill f on f.deposit_id = d.id
          and f.method = 'CONVERSION' and f.reversed_at is null where not (${CREDITED})
        union all select d.account_id, d.asset, p.quantity_units from deposit d join payout_part p on p.deposit_id = d.id
          join payout o on o.id = p.payout_id and o.is_out where not (${CREDITED})) taken group by 1, 2)
      select coalesce(k.account_id, g.account_id) || ' ' || coalesce(k.asset, g.asset) || ': ' || coalesce(k.units, 0) || ' against ' || coalesce(g.units, 0)
      from book k full join gone g using (account_id, asset) where coalesce(k.units, 0) <> coalesce(g.units, 0)`,
  },
  {
    name: "what is paid out of a deposit is its parts of payouts",
    sql: `select d.id || ': ' || d.paid_out_units || ' against ' || coalesce(sum(p.quantity_units), 0) from deposit d
      left join (payout_part p join payout o on o.id = p.payout_id and o.is_out) on p.deposit_id = d.id
      where ${CREDITED} group by d.id having d.paid_out_units <> coalesce(sum(p.quantity_units), 0)`,
  },
  {
    name: "a crypto payout is its parts",
    sql: `select o.id || ': ' || o.quantity_units || ' against ' || coalesce(sum(p.quantity_units), 0) from payout o
      left join payout_part p on p.payout_id = o.id where not is_fiat(o.asset)
      group by o.id having o.quantity_units <> coalesce(sum(p.quantity_units), 0)`,
  },
  {
    name: "a deposit's fills are what it says is converted",
    sql: `select d.id || ' of bill ' || d.bill_id from deposit d left join fill f on f.deposit_id = d.id and f.reversed_at is null
      group by d.id
      having ${CREDITED} and d.converted_units <> coalesce(sum(f.quantity_units - f.fee_units), 0) or d.fiat_units <> coalesce(sum(f.fiat_units), 0)`,
  },
  {
    name: "a confirmed deposit's quantities add up",
    sql: `select d.id::text from deposit d where ${CREDITED}
      and d.quantity_units <> d.pending_units + d.converted_units + d.unconverted_units + d.fee_units + d.paid_out_units`,
  },
  {
    name: "a bill's facts are those of its deposits",
    sql: `select b.id::text from bill b cross join lateral facts_of_deposits(b.id, null, null) f
      where (b.received_units, b.pending_units, b.converted_units, b.unconverted_units, b.locked_units, b.reserved_units, b.fee_units,
          b.paid_out_units, b.fiat_received_units, b.amount_units, b.standing_deposits, b.deposits_processing, b.deposits_unconfirmed, b.labels)
        is distinct from (f.received, f.pending, f.converted, f.unconverted, f.locked, f.reserved, f.fee,
          f.paid_out, f.fiat, f.amount, f.standing, f.processing, f.unconfirmed, f.labels)`,
  },
  {
    name: "a bill promises what its deposits leave of it",
    sql: `select b.id || ': ' || b.promised_units || ' and ' || b.promised_fiat_units || ' against ' || p.units || ' and ' || p.fiat_units
      from bill b cross join lateral promise_of(b, business_now()) p
      where case when b.promised_units > 0 and b.promise_due_at < business_now()
        then b.promised_units < p.units or b.promised_fiat_units < p.fiat_units or b.promised_units > b.quantity_units
        else (b.promised_units, b.promised_fiat_units) <> (p.units, p.fiat_units) end`,
  },
  {
    name: "the running sums of promises are a recount",
    sql: `with kept as (select account_id, fiat, crypto, sum(units) as units, sum(fiat_units) as fiat_units from (
        select account_id, fiat, crypto, units, fiat_units from promise_sum
        union all select account_id, fiat, crypto, units, fiat_units from promise_loose()) s group by 1, 2, 3),
      counted as (select account_id, fiat, crypto, sum(promised_units) as units, sum(promised_fiat_units) as fiat_units
        from bill where promised_units > 0 or promised_fiat_units > 0 group by 1, 2, 3)
      select coalesce(k.account_id, c.account_id) || ' ' || crypto || '/' || fiat || ': ' || coalesce(k.units, 0) || ' against ' || coalesce(c.units, 0)
      from kept k full join counted c using (account_id, fiat, crypto)
      where coalesce(k.units, 0) <> coalesce(c.units, 0) or coalesce(k.fiat_units, 0) <> coalesce(c.fiat_units, 0)
      union all select crypto || '/' || fiat || ' of the house: ' || coalesce(t.units, 0) || ' against ' || coalesce(s.units, 0)
      from (select crypto, fiat, units from promise_total) t
      full join (select crypto, fiat, sum(units) as units from promise_sum group by 1, 2) s using (crypto, fiat)
      where coalesce(t.units, 0) <> coalesce(s.units, 0)`,
  },
  {
    name: "no bill sells more than its quantity at its price",
    sql: `select b.id::text from bill b join fill f on f.bill_id = b.id and f.method = 'RFQ' and f.reversed_at is null
      group by b.id having sum(f.quantity_units) > b.quantity_units or sum(f.fiat_units) > b.fiat_units`,
  },
  {
    name: "a deposit's state fits its confirmations",
    sql: `select d.id || ' is ' || d.status from deposit d where (d.status in ('UNCONFIRMED', 'DROPPED')) = (${CREDITED})`,
  },
  {
    name: "an object's events count from 1 without gaps",
    sql: "select object_id::text from event group by object_id having max(sequence) <> count(*) or min(sequence) <> 1",
  },
  {
    name: "the house's positions are its book",
    sql: `with held as (select asset, balance as units from ledger_account where code = 'house:book' and not is_fiat(asset)),
      told as (select asset, sum(units) as units from book_position group by 1)
      select coalesce(h.asset, t.asset) || ': ' || coalesce(h.units, 0) || ' against ' || coalesce(t.units, 0)
      from held h full join told t using (asset) where coalesce(h.units, 0) <> coalesce(t.units, 0)`,
  },
  {
    name: "what is open of the house's positions are its lots",
    sql: `select p.asset || '/' || p.fiat || ': ' || greatest(p.units, 0) || ' against ' || coalesce(l.units, 0) from book_position p
      left join lateral (select sum(least(l.units, l.upto - (p.bought_units - p.units))) as units
        from book_lot l where l.asset = p.asset and l.fiat = p.fiat
          and l.upto > p.bought_units - p.units) l on true
      where greatest(p.units, 0) <> coalesce(l.units, 0)`,
  },
  {
    name: "an order at the venue is booked as it was filled",
    sql: `with told as (select asset as crypto, sum(case side when 'SELL' then 1 else -1 end * filled_units) as units from venue_order group by 1),
      booked as (select split_part(asset, '@', 1) as crypto, -sum(debit) as units from posting p
        join ledger_transaction t on t.id = p.transaction_id and t.event = 'venue.filled'
        where exists (select from ledger_account l where l.id = p.ledger_account_id and l.code like 'venue:%') and not is_fiat(asset) group by 1)
      select coalesce(t.crypto, b.crypto) || ': ' || coalesce(t.units, 0) || ' against ' || coalesce(b.units, 0)
      from told t full join booked b using (crypto) where coalesce(t.units, 0) <> coalesce(b.units, 0)`,
  },
  {
    name: "an order's trades make it up, and each is booked at its venue as it says",
    sql: `with told as (select o.id, o.venue, o.fiat, o.filled_units, coalesce(sum(t.quantity_units), 0) as units,
        coalesce(sum(case o.side when 'SELL' then 1 else -1 end * t.fiat_units - t.fee_units), 0) as fiat_units from venue_order o left join venue_trade t on t.order_id = o.id
        where o.status in ('FILLED', 'LATE') group by o.id),
      booked as (select t.order_id, sum(p.debit) as fiat_units from venue_trade t
        join ledger_transaction l on l.effect_key in (t.venue || ':' || t.trade_id, t.venue || ':' || t.trade_id || ':fee')
        join posting p on p.transaction_id = l.id join ledger_account a on a.id = p.ledger_account_id and a.code = 'venue:' || t.venue
        where is_fiat(p.asset) group by 1)
      select told.id::text from told left join booked on booked.order_id = told.id
      where told.filled_units <> told.units or told.fiat_units <> coalesce(booked.fiat_units, 0)`,
  },
  {
    name: "what a venue's account holds, and its fractions, are the venue's own statement to the last digit",
    sql: `with held as (select substr(code, 7) as venue, crypto_of(asset) as symbol, sum(case when balance < 0 then -amount_of(-balance, asset)
        else amount_of(balance, asset) end) as amount from ledger_account where code like 'venue:%' group by 1, 2)
      select venue || ' ' || symbol || ': ' || trim_scale(amount) || ' and ' || venue_fraction(venue, symbol) || ' against ' || venue_statement(venue, symbol)
      from held where amount + venue_fraction(venue, symbol) <> venue_statement(venue, symbol)`,
  },
  ...SALES_RULES,
  ...TERMS_RULES,
  {
    name: "what hangs together is one account's",
    sql: `select 'deposit ' || d.id || ' of another account''s bill' from deposit d join bill b on b.id = d.bill_id where d.account_id <> b.account_id
      union all select 'address ' || a.id || ' of another account''s wallet'
        from deposit_address a join wallet w on w.id = a.wallet_id join bill b on b.id = a.bill_id where w.account_id <> b.account_id
      union all select 'conversion ' || c.id || ' of another account''s deposit ' || d.id
        from conversion_item i join conversion c on c.id = i.conversion_id join deposit d on d.id = i.deposit_id where d.account_id <> c.account_id
      union all select 'payout ' || p.id || ' of another account''s deposit ' || d.id
        from payout_part x join payout p on p.id = x.payout_id join deposit d on d.id = x.deposit_id where d.account_id <> p.account_id
      union all select 'fill of bill ' || b.id || ' by another account''s deposit or conversion'
        from fill f join bill b on b.id = f.bill_id join deposit d on d.id = f.deposit_id left join conversion c on c.id = f.conversion_id
        where d.account_id <> b.account_id or c.account_id <> b.account_id
      union all select 'ledger transaction ' || t.id || ' of another account''s bill or conversion'
        from ledger_transaction t left join bill b on b.id = t.bill_id left join conversion c on c.id = t.conversion_id
        where b.account_id <> t.account_id or c.account_id <> t.account_id
      union all select 'delivery ' || x.id || ' of another account''s event ' || e.id
        from webhook_delivery x join webhook_endpoint w on w.id = x.endpoint_id join event e on e.seq = x.event_seq where w.account_id <> e.account_id`,
  },
];

/** What the house's gas has moved, of some accounts. */
function ofGas(of: string, units: string): string {
  return `select p.asset, ${units} as units from gas_payment g cross join lateral gas_postings(g) p where g.times_posted > g.times_reversed and ${of}`;
}

/** What came to venues or left them, is done, and is unassigned. */
function atVenues(kind: "DEPOSIT" | "WITHDRAWAL", of: string): string {
  return `select t.asset, t.units from venue_transfer t where t.belongs_to = 'NOBODY' and t.status = 'DONE' and t.kind = '${kind}' and ${of}`;
}

/** Compares an account's crypto balance of one kind with a sum over its deposits. */
function balanceRule(kind: string, ofDeposit: string): string {
  return `with book as (select account_id, asset, sum(balance) as units from ledger_account where code like 'acc:%:${kind}' and not is_fiat(asset) group by 1, 2),
    held as (select d.account_id, d.asset, sum(${ofDeposit}) as units from deposit d group by 1, 2)
    select coalesce(k.account_id, h.account_id) || ' ' || coalesce(k.asset, h.asset) || ': ' || coalesce(k.units, 0) || ' against ' || coalesce(h.units, 0)
    from book k full join held h using (account_id, asset) where coalesce(k.units, 0) <> coalesce(h.units, 0)`;
}

export async function violationsOf(db: Db, rule: CheckRule): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ violation: string }[]>(
    `select violation from (${rule.sql}) found(violation) limit 20`,
  );
  return rows.map((row) => row.violation);
}

/**
 * All queries of the transaction see one moment, whatever the program does meanwhile, and each may take so long. First
 * statement of its transaction.
 */
export async function freezeSnapshot(db: Db, atMostMs: number): Promise<void> {
  await sql.freezeSnapshot(db);
  await sql.allowTime(db, { ms: BigInt(atMostMs) });
}

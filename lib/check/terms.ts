import { AGREED_RULES } from "./agreed.ts";
import { ENTERED_RULES } from "./entered.ts";
import { LEAVE_RULES } from "./leave.ts";
import { PAID_RULES } from "./paid.ts";
import { RATES_RULES } from "./rates.ts";
import { RIGHTS_RULES } from "./rights.ts";
import type { CheckRule } from "./store.ts";
import { TIMES_RULES } from "./times.ts";
import { REPORTED_RULES } from "./reported.ts";
import { WITNESSED_RULES } from "./witnessed.ts";
import { WORKED_RULES } from "./worked.ts";

/**
 * What sums do not show: rows that were changed behind the guards of the database, so that later money is treated by other
 * terms, goes elsewhere, or stands in the books by nothing. Each is held against what was said of it when it was made.
 */
export const TERMS_RULES: readonly CheckRule[] = [
  {
    name: "no guard of the database is switched off",
    sql: `select c.relname || ': ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and t.tgenabled not in ('O', 'A')`,
  },
  {
    name: "every ledger transaction has postings, and what it says of a deposit is that deposit's",
    sql: `select t.effect_key from ledger_transaction t where not exists (select from posting p where p.transaction_id = t.id)
      union all select t.effect_key from ledger_transaction t left join deposit d on d.id = t.deposit_id
        where t.event like 'deposit.%' and (d.id is null or t.bill_id is distinct from d.bill_id
          or not starts_with(t.effect_key, concat_ws(':', d.network, d.tx_hash, d.output_index)))
      union all select 'posting ' || p.id from posting p
        left join ledger_transaction t on t.id = p.transaction_id left join ledger_account l on l.id = p.ledger_account_id
        where t.id is null or l.asset is distinct from p.asset
          or p.amount <> case l.normal when 'DEBIT' then p.debit else -p.debit end`,
  },
  {
    name: "a bill's terms are those it was made with",
    sql: `select e.object_id || ' is gone' from event e where e.type = 'payment.created' and not exists (select from bill b where b.id = e.object_id)
      union all select b.id::text from bill b left join event e on e.object_id = b.id and e.sequence = 1
      left join lateral jsonb_to_record(e.data::jsonb) m ("cryptoType" text, "networkType" text, fiat text, address text, subaccount text,
        strategy text, "feeModel" text, price numeric, "limitPrice" numeric, quantity numeric, "fiatReceivable" numeric,
        "createdAt" bigint, "expiryTime" bigint, reference text) on true
      where e.type is distinct from 'payment.created' or e.account_id <> b.account_id
        or (m."cryptoType", m."networkType", m.fiat, m.address, m.subaccount, m.strategy, m."feeModel", m.price, m."limitPrice",
            m.quantity, m."fiatReceivable", m."createdAt", m."expiryTime", m.reference)
          is distinct from (b.crypto, b.network_type, b.fiat, b.address, b.subaccount, b.strategy, b.fee_model, b.price, b.limit_price,
            amount_of(b.quantity_units, b.asset), amount_of(b.fiat_units, b.fiat),
            floor(extract(epoch from b.created_at) * 1000)::bigint, floor(extract(epoch from b.expires_at) * 1000)::bigint, b.reference)`,
  },
  {
    name: "a bill's address is the one derived for it, and its deposits came there",
    sql: `select 'bill ' || b.id from bill b left join deposit_address a on a.bill_id = b.id
        where b.address is distinct from a.address and b.address is distinct from a.cash_address
      union all select 'deposit ' || d.id from deposit d left join deposit_address a on a.bill_id = d.bill_id
        where d.stray_id is null and d.address is distinct from a.address and d.address is distinct from a.cash_address`,
  },
  {
    name: "a deposit says that it was converted when a part of it was, by treatment",
    sql: `select d.id || ' is ' || d.status from deposit d where d.status in ('CONVERTED', 'CREDITED')
      and (d.status = 'CONVERTED') <> exists (
        select from fill f where f.deposit_id = d.id and f.reversed_at is null and f.method <> 'CONVERSION')`,
  },
  {
    name: "what an invoice sells is of its pair",
    sql: `select i.id || ' of ' || c.id from conversion_item i join conversion c on c.id = i.conversion_id join bill b on b.id = i.bill_id
      where (b.crypto, b.fiat) <> (c.base, c.fiat)`,
  },
  {
    name: "what payouts and moves have by banks is what the banks told, each to the unit",
    sql: `with told as (select id as proof, move_id, payout_id, units from bank_line where belongs_to in ('MOVE', 'PAYOUT')
        and not exists (select from bank_part p where p.line_id = bank_line.id)
        union all select proof, move_id, payout_id, sum(units) from bank_part group by 1, 2, 3),
      booked as (select f.proof, f.move_id, null::uuid as payout_id, f.units from move_fact f where f.source = 'BANK' and f.status = 'POSTED'
        union all select x.proof, null, x.payout_id, o.quantity_units from payout_exit x join payout o on o.id = x.payout_id
          where is_fiat(o.asset) and x.back_at is null)
      select 'proof ' || b.proof || ': ' || b.units || ' against ' || coalesce(t.units, 0) from booked b
      left join told t on t.proof::text = b.proof and (t.move_id, t.payout_id) is not distinct from (b.move_id, b.payout_id)
      where t.units is distinct from b.units
      union all select 'line ' || coalesce(l.id, p.line_id) || ': ' || coalesce(l.units, 0) || ' against ' || coalesce(p.units, 0)
      from (select id, units from bank_line where belongs_to = 'PARTS') l
      full join (select line_id, sum(units) as units from bank_part group by 1) p on p.line_id = l.id where l.units is distinct from p.units`,
  },
  {
    name: "a payout is what was asked for, to whom it was asked for",
    sql: `select p.id::text from payout p join audit a on a.object_kind = 'payout' and a.object_id = p.id::text and a.action = 'payout.request'
      where (a.account_id, (a.detail ->> 'quantity')::numeric, a.detail ->> 'reference')
          is distinct from (p.account_id, amount_of(p.quantity_units, p.asset), p.reference)
        or a.detail ->> 'asset' <> crypto_of(p.asset) or a.detail ->> 'beneficiaryId' <> p.beneficiary_id::text
        or a.detail ->> 'place' is distinct from coalesce((select coalesce(b.iban, b.account_number, b.address) from beneficiary b where b.id = p.beneficiary_id),
          (select l.address from refund_link l where l.id = p.refund_link_id))`,
  },
  {
    name: "where the operator's means may go is what was added",
    sql: `select d.id::text from destination d left join audit a on a.object_kind = 'destination' and a.object_id = d.id::text and a.action = 'destination.add'
      where (a.detail ->> 'place', a.detail ->> 'asset', a.detail ->> 'address') is distinct from (d.place, d.asset, d.address)`,
  },
  {
    name: "a key may do what it was made for",
    sql: `select k.id from api_key k left join audit a on a.object_kind = 'key' and a.object_id = k.id and a.action = 'key.create'
      where a.account_id is distinct from k.account_id
        or not to_jsonb(k.scopes) <@ replace(a.detail ->> 'scopes', 'payouts:write', 'payouts:request')::jsonb`,
  },
  ...LEAVE_RULES,
  ...RIGHTS_RULES,
  ...RATES_RULES,
  ...TIMES_RULES,
  ...REPORTED_RULES,
  ...AGREED_RULES,
  ...WORKED_RULES,
  ...PAID_RULES,
  ...ENTERED_RULES,
  ...WITNESSED_RULES,
];

// Written from customers.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type BillsOfCustomerValues = {
  accountId: string;
  subaccount: string;
  from: Date;
  to: Date;
  now: Date;
};
type BillsOfCustomerRow = {
  outcome: string;
  fiat: string;
  count: number;
  units: Decimal;
};
export const billsOfCustomer = query<BillsOfCustomerValues, BillsOfCustomerRow>({
  text: () => `select s.outcome as "outcome", s.fiat as "fiat", sum(s.bills)::integer as "count", sum(s.units) as "units"
from bill_sums($1::uuid, $2, $3::timestamptz, $4::timestamptz, $5::timestamptz) s
group by 1, 2 having sum(s.bills) > 0`,
  values: ["accountId", "subaccount", "from", "to", "now"],
});

type WaitingOfCustomerValues = {
  accountId: string;
  subaccount: string;
  from: Date;
  to: Date;
};
type WaitingOfCustomerRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  count: number;
  units: Decimal;
};
export const waitingOfCustomer = query<WaitingOfCustomerValues, WaitingOfCustomerRow>({
  text: () => `select b.asset, count(distinct b.id)::integer as "count", sum(d.unconverted_units - d.reserved_units) as "units"
from bill b cross join lateral convertible_deposits(b) d
where b.account_id = $1::uuid and b.subaccount = $2
  and b.created_at >= $3::timestamptz and b.created_at < $4::timestamptz
  and b.unconverted_units > b.locked_units group by 1`,
  values: ["accountId", "subaccount", "from", "to"],
});

type ArrivalsOfCustomerValues = {
  most: number;
  accountId: string;
  subaccount: string;
  from: Date;
  to: Date;
};
type ArrivalsOfCustomerRow = {
  minute: number;
  count: number;
};
/** Bills by when their first payment came; the outermost minutes stand for all beyond. */
export const arrivalsOfCustomer = query<ArrivalsOfCustomerValues, ArrivalsOfCustomerRow>({
  text: () => `select least(greatest(m.minute, -$1::integer), $1::integer) as "minute", count(*)::integer as "count"
from bill b cross join lateral (select minutes_to_payment(b) as minute) m
where b.account_id = $2::uuid and b.subaccount = $3
  and b.created_at >= $4::timestamptz and b.created_at < $5::timestamptz and m.minute is not null group by 1 order by 1`,
  values: ["most", "accountId", "subaccount", "from", "to"],
});

type ExposureOfCustomerValues = {
  now: Date;
  accountId: string;
  subaccount: string;
};
type ExposureOfCustomerRow = {
  kind: string;
  asset: string;
  count: number;
  units: Decimal;
};
/** Promises that a payment may still take up, by fiat, and crypto that no block has confirmed yet, by asset; whenever the bills were made. */
export const exposureOfCustomer = query<ExposureOfCustomerValues, ExposureOfCustomerRow>({
  text: () => `select 'PROMISED' as "kind", b.fiat as "asset", count(*)::integer as "count", sum(l.fiat_units) as "units"
from bill b cross join lateral promise_of(b, $1::timestamptz) l
where b.account_id = $2::uuid and b.subaccount = $3 and b.promised_units > 0 and still_promises(b, $1::timestamptz) group by 2
union all select 'UNCONFIRMED', d.asset, count(distinct d.bill_id)::integer, sum(d.quantity_units)
from bill b join deposit d on d.bill_id = b.id
where b.account_id = $2::uuid and b.subaccount = $3 and d.status = 'UNCONFIRMED' and not d.wrong_asset group by 2`,
  values: ["now", "accountId", "subaccount"],
});

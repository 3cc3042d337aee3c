// Written from customers.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type BillsOfCustomerValues = {
  now: Date;
  accountId: string;
  subaccount: string;
  from: Date;
  to: Date;
};
type BillsOfCustomerRow = {
  outcome: string;
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  count: number;
  units: Decimal;
};
export const billsOfCustomer = query<BillsOfCustomerValues, BillsOfCustomerRow>({
  text: () => `select bill_outcome(b, $1::timestamptz) as "outcome", b.fiat, count(*)::integer as "count", sum(b.fiat_units) as "units"
from bill b where b.account_id = $2::uuid and b.subaccount = $3
  and b.created_at >= $4::timestamptz and b.created_at < $5::timestamptz group by 1, 2`,
  values: ["now", "accountId", "subaccount", "from", "to"],
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
  text: () => `select b.asset, count(*)::integer as "count", sum(b.unconverted_units - b.locked_units - b.reserved_units) as "units"
from bill b where b.account_id = $1::uuid and b.subaccount = $2
  and b.created_at >= $3::timestamptz and b.created_at < $4::timestamptz
  and b.unconverted_units > b.locked_units + b.reserved_units group by 1`,
  values: ["accountId", "subaccount", "from", "to"],
});

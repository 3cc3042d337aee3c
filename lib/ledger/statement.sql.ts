// Written from statement.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type BalancesOfValues = {
  accountId: string;
};
type BalancesOfRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  kind: string;
  balance: Decimal;
};
export const balancesOf = query<BalancesOfValues, BalancesOfRow>({
  text: () => `select asset, split_part(code, ':', 3) as "kind", balance from ledger_account
where account_id = $1::uuid order by asset`,
  values: ["accountId"],
});

type MovedSinceValues = {
  instants: readonly (Date | null)[];
  accountId: string;
  first: Date;
};
type MovedSinceRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  kind: string;
  balance: Decimal;
  opened_at: Date | null;
  nth: number;
  units: Decimal;
};
export const movedSince = query<MovedSinceValues, MovedSinceRow>({
  text: () => `select l.asset, split_part(l.code, ':', 3) as "kind", l.balance,
  (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at,
  coalesce(m.nth, 0)::integer as "nth", coalesce(m.units, 0) as "units"
from ledger_account l left join (
  select p.ledger_account_id as id, width_bucket(t.at, $1::timestamptz[]) as nth, sum(p.amount) as units
  from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account o on o.id = p.ledger_account_id and o.account_id = $2::uuid
  where t.account_id = $2::uuid and t.at >= $3::timestamptz group by 1, 2
) m on m.id = l.id where l.account_id = $2::uuid order by l.asset`,
  values: ["instants", "accountId", "first"],
});

type MovedBetweenValues = {
  accountId: string;
  from: Date;
  to: Date;
};
type MovedBetweenRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  subaccount: string | null;
  gone_in: Decimal;
  gone_out: Decimal;
  fees: Decimal;
};
export const movedBetween = query<MovedBetweenValues, MovedBetweenRow>({
  text: () => `with moved as (
  select t.id, l.asset, t.bill_id, sum(case when l.code = 'acc:' || $1::uuid || ':owed' then -p.amount else p.amount end) as net
  from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id and l.account_id = $1::uuid
  where t.account_id = $1::uuid and t.at >= $2::timestamptz and t.at < $3::timestamptz group by 1, 2, 3
), whole as (
  select m.*, coalesce((select sum(p.amount) from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = m.id and p.asset = m.asset and l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee from moved m
)
select w.asset, b.subaccount, sum(greatest(w.net + w.fee, 0)) as "gone_in", sum(greatest(-w.net - w.fee, 0)) as "gone_out", sum(w.fee) as "fees"
from whole w left join bill b on b.id = w.bill_id group by 1, 2 order by 1, 2 nulls last`,
  values: ["accountId", "from", "to"],
});

type MovedOfCustomerValues = {
  from: Date;
  accountId: string;
  subaccount?: string | null | undefined;
  to: Date;
};
type MovedOfCustomerRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  opening: Decimal;
  gone_in: Decimal;
  gone_out: Decimal;
  fees: Decimal;
};
/** As movedBetween, of one customer's bills, or of what belongs to no bill; with what had moved before. */
export const movedOfCustomer = query<MovedOfCustomerValues, MovedOfCustomerRow>({
  text: () => `with posted as (
  select t.id, t.at >= $1::timestamptz as within from bill b join ledger_transaction t on t.bill_id = b.id and t.account_id = $2::uuid
  where b.account_id = $2::uuid and b.subaccount = $3::text and t.at < $4::timestamptz
  union all
  select t.id, t.at >= $1::timestamptz from ledger_transaction t
  where $3::text is null and t.bill_id is null and t.account_id = $2::uuid and t.at < $4::timestamptz
), moved as (
  select t.id, t.within, l.asset, sum(case when l.code = 'acc:' || $2::uuid || ':owed' then -p.amount else p.amount end) as net
  from posted t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id and l.account_id = $2::uuid
  group by 1, 2, 3
), whole as (
  select m.*, case when m.within then coalesce((select sum(p.amount) from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.transaction_id = m.id and p.asset = m.asset and l.code in ('house:fee:service', 'house:fee:transaction')), 0) else 0 end as fee from moved m
)
select w.asset, coalesce(sum(w.net) filter (where not w.within), 0) as "opening",
  coalesce(sum(greatest(w.net + w.fee, 0)) filter (where w.within), 0) as "gone_in",
  coalesce(sum(greatest(-w.net - w.fee, 0)) filter (where w.within), 0) as "gone_out", sum(w.fee) as "fees"
from whole w group by 1 order by 1`,
  values: ["from", "accountId", "subaccount", "to"],
});

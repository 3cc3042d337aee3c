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

type BalancesAtValues = {
  instants: readonly (Date | null)[];
  accountId: string;
};
type BalancesAtRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  kind: string;
  opened_at: Date | null;
  nth: number;
  units: Decimal;
};
/**
 * Exact in whatever order postings came: up to `before_id` all are of before the instant, between `upto_id` and the last
 * range none is. The instants rise. The times are asked posting by posting: there are few to ask.
 */
export const balancesAt = query<BalancesAtValues, BalancesAtRow>({
  text: () => `with known as materialized (select coalesce(max(last_id), 0) as id from posting_range),
asked as materialized (
  select i.at, i.nth,
    coalesce((select r.last_id from posting_range r where r.latest < i.at order by r.latest desc, r.last_id desc limit 1), 0) as before_id,
    coalesce((select r.last_id from posting_range r where r.earliest < i.at order by r.last_id desc limit 1), 0) as upto_id
  from unnest($1::timestamptz[]) with ordinality i(at, nth)
), held as materialized (
  select l.id,
    (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
  from ledger_account l where l.account_id = $2::uuid
), uncovered as materialized (
  select u.id, width_bucket(u.at, $1::timestamptz[]) as nth, sum(u.amount) as units
  from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
    from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
)
select l.asset, split_part(l.code, ':', 3) as "kind", h.opened_at, a.nth::integer as "nth",
  coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
  + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
    from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
  + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0) as "units"
from held h join ledger_account l on l.id = h.id cross join asked a order by l.asset`,
  values: ["instants", "accountId"],
});

type ExtendRangesValues = {
  size: number;
  most: number;
};
type ExtendRangesRow = {
  made: number;
};
export const extendRanges = query<ExtendRangesValues, ExtendRangesRow>({
  text: () => `select extend_posting_ranges($1::integer, $2::integer) as "made"`,
  values: ["size", "most"],
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
  text: () => `with whole as (
  select t.id, l.asset, t.bill_id, coalesce(sum(p.amount) filter (where l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee,
    sum(case when l.code = 'acc:' || $1::uuid || ':owed' then -p.amount else p.amount end) filter (where l.account_id = $1::uuid) as net
  from ledger_transaction t join posting p on p.transaction_id = t.id
  join ledger_account l on l.id = p.ledger_account_id and (l.account_id = $1::uuid or l.code in ('house:fee:service', 'house:fee:transaction'))
  where t.account_id = $1::uuid and t.at >= $2::timestamptz and t.at < $3::timestamptz group by 1, 2, 3
)
select w.asset, b.subaccount, sum(greatest(w.net + w.fee, 0)) as "gone_in", sum(greatest(-w.net - w.fee, 0)) as "gone_out", sum(w.fee) as "fees"
from whole w left join bill b on b.id = w.bill_id where w.net is not null group by 1, 2 order by 1, 2 nulls last`,
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

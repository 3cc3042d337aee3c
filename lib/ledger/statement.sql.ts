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
/** Exact in whatever order postings came. */
export const balancesAt = query<BalancesAtValues, BalancesAtRow>({
  text: () => `with
  known as materialized (select posted_ranged() as id),
  asked as materialized (
    select i.at, i.nth, posted_before(i.at) as before_id, posted_upto(i.at) as upto_id
    from unnest($1::timestamptz[]) with ordinality i(at, nth)
  )
, held as materialized (
  select l.id,
    (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
  from ledger_account l where l.account_id = $2::uuid
),
  uncovered as materialized (
    select u.id, width_bucket(u.at, $1::timestamptz[]) as nth, sum(u.amount) as units
    from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
      from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
  )
select l.asset, split_part(l.code, ':', 3) as "kind", h.opened_at, a.nth::integer as "nth",
  coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
    + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
      from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
    + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0)
  as "units"
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
  asset: string;
  subaccount: string | null;
  received: Decimal;
  went: Decimal;
  fees: Decimal;
};
export const movedBetween = query<MovedBetweenValues, MovedBetweenRow>({
  text: () => `select m.asset as "asset", nullif(m.subaccount, '') as subaccount, m.received as "received", m.went as "went", m.fees as "fees"
from moved_between($1::uuid, $2::timestamptz, $3::timestamptz) m order by m.asset, m.subaccount = '', m.subaccount`,
  values: ["accountId", "from", "to"],
});

type MovedOfCustomerValues = {
  accountId: string;
  subaccount?: string | null | undefined;
  from: Date;
  to: Date;
};
type MovedOfCustomerRow = {
  asset: string;
  opening: Decimal;
  received: Decimal;
  went: Decimal;
  fees: Decimal;
};
/** As movedBetween, of one customer's bills, or of what belongs to no bill; with what had moved before. */
export const movedOfCustomer = query<MovedOfCustomerValues, MovedOfCustomerRow>({
  text: () => `select coalesce(b.asset, m.asset) as "asset", coalesce(b.received - b.went - b.fees, 0) as "opening",
  coalesce(m.received, 0) as "received", coalesce(m.went, 0) as "went", coalesce(m.fees, 0) as "fees"
from moved_of($1::uuid, coalesce($2::text, ''), '-infinity', $3::timestamptz) b
full join moved_of($1::uuid, coalesce($2::text, ''), $3::timestamptz, $4::timestamptz) m using (asset) order by 1`,
  values: ["accountId", "subaccount", "from", "to"],
});

type EntriesOfValues = {
  accountId: string;
  assets: readonly (string | null)[];
  withoutBill: boolean;
  subaccount?: string | null | undefined;
  from: Date;
  to: Date;
  before?: bigint | number | null | undefined;
  count: number;
};
type EntriesOfRow = {
  first_id: bigint;
  id: string;
  at: Date;
  event: string;
  asset: string;
  subaccount: string | null;
  bill_id: string | null;
  conversion_id: string | null;
  payout_id: string | null;
  received: Decimal;
  went: Decimal;
  fees: Decimal;
};
/** The ledger transactions that movedBetween and movedOfCustomer add up for an asset, by their first postings, the newest first. */
export const entriesOf = query<EntriesOfValues, EntriesOfRow>({
  text: () => `select e.first_id as "first_id", (e.entry).id as "id", (e.entry).at as "at", (e.entry).event as "event", e.asset as "asset", e.subaccount,
  (e.entry).bill_id, (e.entry).conversion_id,
  case when starts_with((e.entry).effect_key, 'payout:') then split_part((e.entry).effect_key, ':', 2) end as payout_id,
  e.received as "received", e.went as "went", e.fees as "fees"
from account_entries($1::uuid, $2::text[], case when $3::boolean then '' else $4::text end,
  $5::timestamptz, $6::timestamptz, coalesce($7::bigint, 9223372036854775807), $8::integer) e
order by e.first_id desc`,
  values: ["accountId", "assets", "withoutBill", "subaccount", "from", "to", "before", "count"],
});

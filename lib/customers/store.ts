import { type Asset, type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Conditions, conditionsOf } from "#lib/kernel/conditions.ts";
import { type Db, decimalFrom, Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { comesAfter, type LastRow, orderBy, type Sort, type SortKey } from "#lib/kernel/keyset.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import type { CustomerFilter, CustomerSort } from "./filters.ts";
import * as sql from "./customers.sql.ts";

type Numeric = { toFixed(): string };
/** A customer with sums in one fiat; `key` is what the list is sorted by, exact as text. */
export type CustomerRow = ReturnType<typeof customerOf>;
export type CustomerTotals = ReturnType<typeof totalsOf>;

export type CustomerQuery = {
  accountId: string;
  filter: CustomerFilter;
  fiat: Fiat;
  /** What one whole unit of each symbol is worth. */
  rates: readonly (readonly [symbol: string, rate: Decimal])[];
  now: Date;
  sort: Sort<CustomerSort>;
  limit: number;
  after: LastRow | undefined;
};

/** Beside the range, of whatever has a subaccount. */
const CONDITIONS = (of: Prisma.Sql): Conditions<Omit<CustomerFilter, "startTime" | "endTime">, Prisma.Sql> => ({
  name: (name) => Prisma.sql`position(lower(${name}) in lower(${of}.subaccount)) > 0`,
});

const KEY: Readonly<Record<CustomerSort, SortKey>> = {
  value: { column: Prisma.sql`c.value`, cast: Prisma.sql`numeric` },
  lastBillAt: { column: Prisma.sql`c.last_bill_at`, cast: Prisma.sql`timestamptz` },
  subaccount: { column: Prisma.sql`c.subaccount`, cast: Prisma.sql`text` },
};

/**
 * Bills are read as sums of days, those that wait to be converted one by one; what is valued and sorted is one line of each
 * customer. Each fiat's and each asset's sum of a customer is rounded down, and the totals add up the lines.
 */
function customersOf({ accountId, filter, fiat, rates, now }: CustomerQuery): Prisma.Sql {
  const { startTime, endTime = now, ...others } = filter;
  const from = Prisma.sql`coalesce(${startTime ?? null}::timestamptz, '-infinity')`;
  const wanted = (of: Prisma.Sql) => Prisma.join([Prisma.sql`true`, ...conditionsOf(CONDITIONS(of), others)], " and ");
  return Prisma.sql`
    with found as materialized (
      select s.subaccount, s.fiat, sum(s.bills) as bills, sum(s.units) as units, max(s.last_bill_at) as last_bill_at,
        coalesce(sum(s.bills) filter (where s.outcome = 'OPEN'), 0) as open, coalesce(sum(s.units) filter (where s.outcome = 'OPEN'), 0) as open_units
      from bill_sums(${accountId}::uuid, null, ${from}, ${endTime}::timestamptz + interval '1 microsecond', ${now}::timestamptz) s
      where ${wanted(Prisma.sql`s`)} group by 1, 2 having sum(s.bills) > 0
    ), free as materialized (
      select b.subaccount, b.asset, count(distinct b.id) as waiting, sum(d.unconverted_units - d.reserved_units) as units
      from bill b cross join lateral convertible_deposits(b) d
      where b.account_id = ${accountId}::uuid and b.created_at >= ${from} and b.created_at <= ${endTime} and ${wanted(Prisma.sql`b`)}
        and b.unconverted_units > b.locked_units group by 1, 2
    ), rate as (
      select * from unnest(${rates.map(([symbol]) => symbol)}::text[], ${rates.map(([, rate]) => rate.toString())}::text[]::numeric[]) r(symbol, rate)
    ), asked as (
      select f.*, floor_to(amount_of(f.units, f.fiat) * r.rate, ${fiat}) as value,
        floor_to(amount_of(f.open_units, f.fiat) * r.rate, ${fiat}) as open_value
      from found f left join rate r on r.symbol = f.fiat
    ), kept as (
      select f.subaccount, f.asset, f.waiting, floor_to(amount_of(f.units, f.asset) * r.rate, ${fiat}) as value
      from free f left join rate r on r.symbol = crypto_of(f.asset)
    ), customer as materialized (
      select a.*, coalesce(k.waiting, 0) as waiting, coalesce(k.value, 0) as waiting_value
      from (select subaccount, sum(bills) as bills, max(last_bill_at) as last_bill_at, sum(open) as open,
          coalesce(sum(value), 0) as value, coalesce(sum(open_value), 0) as open_value from asked group by 1) a
      left join (select subaccount, sum(waiting) as waiting, sum(value) as value from kept group by 1) k using (subaccount)
    )`;
}

type SumsRow = Record<"bills" | "value" | "open" | "open_value" | "waiting" | "waiting_value", Numeric>;
type ReadRow = SumsRow & {
  nth: bigint;
  subaccount: string | null;
  last_bill_at: Date;
  key: string;
  customers: bigint;
  unpriced: string[];
};

/** A page of customers; the sums of all that the filter finds, and the symbols among them that have no rate. */
export async function readCustomers(
  db: Db,
  query: CustomerQuery,
): Promise<{ rows: CustomerRow[]; all: CustomerTotals }> {
  const { sort, after, limit } = query;
  const key = KEY[sort.by];
  const { column } = key;
  const [all, ...rows] = await db.$queryRaw<ReadRow[]>`
    ${customersOf(query)}, page as (
      select c.*, ${column}::text as key, row_number() over (order by ${orderBy(column, KEY.subaccount.column, sort.descending)}) as nth from customer c
      where ${comesAfter(key, KEY.subaccount, sort.descending, after)}
      order by nth limit ${limit}
    )
    select 0 as nth, null as subaccount, null as last_bill_at, null as key, count(*) as customers, coalesce(sum(bills), 0) as bills,
      coalesce(sum(value), 0) as value, coalesce(sum(open), 0) as open, coalesce(sum(open_value), 0) as open_value,
      coalesce(sum(waiting), 0) as waiting, coalesce(sum(waiting_value), 0) as waiting_value,
      array(select distinct symbol from (select fiat as symbol, value from asked union all select crypto_of(asset), value from kept) u
        where u.value is null order by 1) as unpriced
    from customer
    union all
    select nth, subaccount, last_bill_at, key, 1, bills, value, open, open_value, waiting, waiting_value, '{}' from page
    order by nth`;
  if (!all) throw new Error("a sum has a row");
  return { rows: rows.map(customerOf), all: totalsOf(all) };
}

const customerOf = ({ subaccount, last_bill_at: lastBillAt, key, ...row }: ReadRow) => ({
  subaccount: subaccount ?? "",
  lastBillAt,
  key,
  ...sumsOf(row),
});

const totalsOf = ({ customers, unpriced, ...row }: ReadRow) => ({
  customers: Number(customers),
  unpriced,
  ...sumsOf(row),
});

const sumsOf = (row: SumsRow) => ({
  bills: Number(row.bills),
  value: decimalFrom(row.value),
  open: Number(row.open),
  openValue: decimalFrom(row.open_value),
  waiting: Number(row.waiting),
  waitingValue: decimalFrom(row.waiting_value),
});

/** Whose bills, and made when: from one instant until before another. */
export type BillRange = { accountId: string; subaccount: string; from: Date; to: Date };
/** A customer's bills by how they came out and by fiat. */
export async function billsOf(db: Db, range: BillRange & { now: Date }) {
  const rows = await sql.billsOfCustomer(db, range);
  return rows.map(({ outcome, fiat, count, units }) => ({
    outcome: wordFrom(OUTCOMES, outcome),
    asset: wordFrom(FIATS, fiat),
    count,
    units: unitsFrom(units),
  }));
}

/** A customer's bills with crypto that is free to convert, by asset. */
export async function waitingOf(db: Db, range: BillRange) {
  const rows = await sql.waitingOfCustomer(db, range);
  return rows.map(({ asset, count, units }) => ({ asset, count, units: unitsFrom(units) }));
}

/** A customer's bills by the minute of their first payment from expiry; none is further from it than `most`. */
export function arrivalsOf(
  db: Db,
  range: BillRange & { most: number },
): Promise<RowOf<typeof sql.arrivalsOfCustomer>[]> {
  return sql.arrivalsOfCustomer(db, range);
}

/** When the customer's last bill was made; undefined where no bill names them. */
export async function lastBillOf(db: Db, accountId: string, subaccount: string): Promise<Date | undefined> {
  const bill = await db.bill.findFirst({
    select: { createdAt: true },
    where: { accountId, subaccount },
    orderBy: { createdAt: "desc" },
  });
  return bill?.createdAt;
}

/** So many bills, and what they come to in one asset. */
export type BillSum = Omit<Awaited<ReturnType<typeof exposureOf>>[number], "kind">;

/** What a customer's bills hold open now, by what is open: promises by fiat, and what is on its way by asset. */
export async function exposureOf(db: Db, of: { accountId: string; subaccount: string; now: Date }) {
  const rows = await sql.exposureOfCustomer(db, of);
  return rows.map(({ kind, asset, count, units }) => ({
    kind: wordFrom(["PROMISED", "UNCONFIRMED"], kind),
    asset: asset as Asset,
    count,
    units: unitsFrom(units),
  }));
}

import { type Asset, ASSETS } from "#lib/kernel/assets.ts";
import { type Conditions, conditionsOf, isOneOf } from "#lib/kernel/conditions.ts";
import { type Db, Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { type AccountBalance, ACCOUNT_BALANCES } from "./chart.ts";
import type { StatementFilter } from "./filters.ts";
import * as sql from "./statement.sql.ts";

type Numeric = { toFixed(): string };

/** Gas is the house's alone: no account has any. */
const accountsAsset = (asset: string): Asset => wordFrom(ASSETS, asset);

/** The account's balances by ledger asset and kind, in smallest units. */
export async function balancesOf(
  db: Db,
  accountId: string,
): Promise<{ asset: Asset; kind: AccountBalance; units: bigint }[]> {
  const rows = await sql.balancesOf(db, { accountId });
  return rows.map((row) => ({
    asset: accountsAsset(row.asset),
    kind: wordFrom(ACCOUNT_BALANCES, row.kind),
    units: unitsFrom(row.balance),
  }));
}

export type Movement = {
  id: bigint;
  at: Date;
  transactionId: string;
  event: string;
  billId: string | null;
  conversionId: string | null;
  payoutId: string | null;
  asset: Asset;
  kind: AccountBalance;
  units: bigint;
  balance: bigint;
};

export type MovementQuery = {
  accountId: string;
  filter: StatementFilter;
  before: bigint | undefined;
  limit: number;
};

const CONDITIONS: Conditions<StatementFilter, Prisma.Sql> = {
  startTime: (from) => Prisma.sql`t.at >= ${from}`,
  endTime: (to) => Prisma.sql`t.at <= ${to}`,
  subaccount: (subaccount) =>
    Prisma.sql`exists (select from bill b where b.id = t.bill_id and b.subaccount = ${subaccount})`,
  paymentId: (id) => (isId(id) ? Prisma.sql`t.bill_id = ${id}::uuid` : Prisma.sql`false`),
  asset: (symbol) => isOneOf(Prisma.sql`crypto_of(p.asset)`, symbol),
};

/** The account's postings that a filter finds, with what they belong to. */
const found = (accountId: string, filter: StatementFilter): Prisma.Sql => Prisma.sql`
  from ledger_account l join posting p on p.ledger_account_id = l.id join ledger_transaction t on t.id = p.transaction_id
  where ${Prisma.join([Prisma.sql`l.account_id = ${accountId}::uuid`, ...conditionsOf(CONDITIONS, filter)], " and ")}`;

/** How many movements a filter finds. */
export async function countMovements(db: Db, accountId: string, filter: StatementFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`select count(*) ${found(accountId, filter)}`;
  return Number(row?.count ?? 0n);
}

/**
 * Movements newest first, by the order they were posted in. Only ids are read between which a posting of the period may be:
 * those of ranges that reach into it, and those behind the last range.
 */
export async function movementsOf(db: Db, query: MovementQuery): Promise<Movement[]> {
  type Row = {
    id: bigint;
    at: Date;
    transaction_id: string;
    event: string;
    bill_id: string | null;
    conversion_id: string | null;
    payout_id: string | null;
    asset: Asset;
    kind: AccountBalance;
    amount: Numeric;
    balance: Numeric;
  };
  const { startTime, endTime } = query.filter;
  const rows = await db.$queryRaw<Row[]>`
    select v.* from (values
      (posted_before(coalesce(${startTime ?? null}::timestamptz, '-infinity')), posted_upto(coalesce(${endTime ?? null}::timestamptz + interval '1 microsecond', 'infinity'))),
      (posted_ranged(), 9223372036854775807)) s(after_id, upto_id)
    cross join lateral (select p.id, t.at, t.id as transaction_id, t.event, t.bill_id, t.conversion_id,
      case when starts_with(t.effect_key, 'payout:') then split_part(t.effect_key, ':', 2) end as payout_id, p.asset, split_part(l.code, ':', 3) as kind, p.amount, p.balance
    ${found(query.accountId, query.filter)} and p.id > s.after_id and p.id <= s.upto_id
      ${query.before === undefined ? Prisma.empty : Prisma.sql`and p.id < ${query.before}`}
    order by p.id desc limit ${query.limit}) v order by v.id desc limit ${query.limit}`;
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    transactionId: row.transaction_id,
    event: row.event,
    billId: row.bill_id,
    conversionId: row.conversion_id,
    payoutId: row.payout_id,
    asset: row.asset,
    kind: row.kind,
    units: unitsFrom(row.amount),
    balance: unitsFrom(row.balance),
  }));
}

/** A balance just before the `nth` of the instants asked for, and when it moved first. */
export type BalanceAt = { asset: Asset; kind: AccountBalance; nth: number; units: bigint; opened: Date };

/** Each of the account's balances just before each of the instants, which rise. */
export async function balancesAt(db: Db, accountId: string, instants: readonly Date[]): Promise<BalanceAt[]> {
  const rows = await sql.balancesAt(db, { accountId, instants });
  return rows.flatMap(({ asset, kind, opened_at: opened, nth, units }) =>
    opened
      ? [{ asset: accountsAsset(asset), kind: wordFrom(ACCOUNT_BALANCES, kind), nth, units: unitsFrom(units), opened }]
      : [],
  );
}

/** Sums up at most so many ranges of postings by when they were made, of so many each; answers how many. */
export async function extendRanges(db: Db, size: number, most: number): Promise<number> {
  const [row] = await sql.extendRanges(db, { size, most });
  return row?.made ?? 0;
}

/** What came and went of an asset in a period, before fees, and the fees withheld; of one subaccount's bills, or of none. */
export type Movements = ReturnType<typeof movementsIn>;

const movementsIn = ({ asset, subaccount, received, went, fees }: RowOf<typeof sql.movedBetween>) => ({
  asset: accountsAsset(asset),
  subaccount,
  received: unitsFrom(received),
  went: unitsFrom(went),
  fees: unitsFrom(fees),
});

export async function movedBetween(db: Db, accountId: string, from: Date, to: Date): Promise<Movements[]> {
  return (await sql.movedBetween(db, { accountId, from, to })).map(movementsIn);
}

/** What one customer's bills had moved of an asset before a period, and what moves in it. */
export type CustomerMovements = Omit<Movements, "subaccount"> & { opening: bigint };

/** Of one customer's bills; without a subaccount of what belongs to no bill. */
export async function movedOfCustomer(
  db: Db,
  range: { accountId: string; subaccount: string | undefined; from: Date; to: Date },
): Promise<CustomerMovements[]> {
  const rows = await sql.movedOfCustomer(db, range);
  return rows.map(({ asset, opening, received, went, fees }) => ({
    asset: accountsAsset(asset),
    opening: unitsFrom(opening),
    received: unitsFrom(received),
    went: unitsFrom(went),
    fees: unitsFrom(fees),
  }));
}

/** A ledger transaction as a line of the account's movement of an asset. */
export type Entry = Movements & {
  id: bigint;
  at: Date;
  transactionId: string;
  event: string;
  billId: string | null;
  conversionId: string | null;
  payoutId: string | null;
};

export type EntryQuery = {
  accountId: string;
  assets: readonly Asset[];
  /** Of one customer's bills, or of what belongs to no bill; of everything where neither is asked for. */
  subaccount: string | undefined;
  withoutBill: boolean;
  from: Date;
  to: Date;
  before: string | undefined;
  count: number;
};

/** The newest of a period, below an `id` where one is given. */
export async function entriesOf(db: Db, { before, ...query }: EntryQuery): Promise<Entry[]> {
  const rows = await sql.entriesOf(db, { ...query, before: before === undefined ? undefined : BigInt(before) });
  return rows.map((row) => ({
    id: row.first_id,
    at: row.at,
    transactionId: row.id,
    event: row.event,
    billId: row.bill_id,
    conversionId: row.conversion_id,
    payoutId: row.payout_id,
    asset: accountsAsset(row.asset),
    subaccount: row.subaccount,
    received: unitsFrom(row.received),
    went: unitsFrom(row.went),
    fees: unitsFrom(row.fees),
  }));
}

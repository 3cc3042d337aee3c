import type { Asset } from "#lib/kernel/assets.ts";
import { type Db, Prisma, unitsFrom } from "#lib/kernel/database.ts";
import type { AccountBalance } from "./chart.ts";
import * as sql from "./statement.sql.ts";

type Numeric = { toFixed(): string };

/** The account's balances by ledger asset and kind, in smallest units. */
export async function balancesOf(
  db: Db,
  accountId: string,
): Promise<{ asset: Asset; kind: AccountBalance; units: bigint }[]> {
  const rows = await sql.balancesOf(db, { accountId });
  return rows.map((row) => ({
    asset: row.asset as Asset,
    kind: row.kind as AccountBalance,
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
  asset: Asset;
  kind: AccountBalance;
  units: bigint;
  balance: bigint;
};

export type MovementQuery = {
  accountId: string;
  from: Date | undefined;
  to: Date | undefined;
  symbol: string | undefined;
  before: bigint | undefined;
  limit: number;
};

/** Movements newest first, by the order they were posted in. */
export async function movementsOf(db: Db, query: MovementQuery): Promise<Movement[]> {
  type Row = {
    id: bigint;
    at: Date;
    transaction_id: string;
    event: string;
    bill_id: string | null;
    conversion_id: string | null;
    asset: Asset;
    kind: AccountBalance;
    amount: Numeric;
    balance: Numeric;
  };
  const rows = await db.$queryRaw<Row[]>`
    select p.id, t.at, t.id as transaction_id, t.event, t.bill_id, t.conversion_id, p.asset, split_part(l.code, ':', 3) as kind, p.amount, p.balance
    from ledger_account l join posting p on p.ledger_account_id = l.id join ledger_transaction t on t.id = p.transaction_id
    where l.account_id = ${query.accountId}::uuid
      ${query.from ? Prisma.sql`and t.at >= ${query.from}` : Prisma.empty}
      ${query.to ? Prisma.sql`and t.at <= ${query.to}` : Prisma.empty}
      ${query.symbol ? Prisma.sql`and crypto_of(p.asset) = ${query.symbol}` : Prisma.empty}
      ${query.before === undefined ? Prisma.empty : Prisma.sql`and p.id < ${query.before}`}
    order by p.id desc limit ${query.limit}`;
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    transactionId: row.transaction_id,
    event: row.event,
    billId: row.bill_id,
    conversionId: row.conversion_id,
    asset: row.asset,
    kind: row.kind,
    units: unitsFrom(row.amount),
    balance: unitsFrom(row.balance),
  }));
}

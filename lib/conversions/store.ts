import type { Crypto, CryptoAsset, Fiat } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, Prisma, unitsFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { FeeModel } from "#lib/pricing/price.ts";
import type { ConversionRecord } from "./contract.ts";
import type { ConversionStatus, EndedQuote } from "./invoice.ts";

type Numeric = { toFixed(): string };

/** Untouched for this long, an invoice is cancelled (rulebook 6.12). */
const TIMEOUT = Prisma.sql`business_now() + interval '24 hours'`;

export type NewConversion = {
  id: string;
  accountId: string;
  base: Crypto;
  fiat: Fiat;
  units: bigint;
  feeModel: FeeModel;
  createdBy: string;
  items: readonly { id: string; billId: string; depositId: string; units: bigint }[];
};

export async function insertConversion(db: Db, made: NewConversion): Promise<void> {
  await db.$executeRaw`
    insert into conversion (id, account_id, base, fiat, quantity_units, fee_model, status, created_by, created_at, updated_at, times_out_at)
    values (${made.id}::uuid, ${made.accountId}::uuid, ${made.base}, ${made.fiat}, ${made.units.toString()}::numeric, ${made.feeModel},
      'CREATED', ${made.createdBy}, business_now(), business_now(), ${TIMEOUT})`;
  await db.$executeRaw`
    insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live)
    select i.id, ${made.id}::uuid, i.ordinal - 1, i.bill_id, i.deposit_id, i.units, true
    from unnest(${made.items.map((item) => item.id)}::uuid[], ${made.items.map((item) => item.billId)}::uuid[],
      ${made.items.map((item) => item.depositId)}::uuid[], ${made.items.map((item) => item.units.toString())}::numeric[])
      with ordinality i(id, bill_id, deposit_id, units, ordinal)`;
}

/** The record as the database writes it; undefined when unknown or of another account. */
export async function conversionRecord(
  db: Db,
  accountId: string,
  id: string,
): Promise<Raw<ConversionRecord> | undefined> {
  const [row] = await db.$queryRaw<{ record: string }[]>`
    select conversion_json(v, business_now()) as record from conversion v where v.id = ${id}::uuid and v.account_id = ${accountId}::uuid`;
  return row && new Raw(row.record);
}

export type ConversionQuery = {
  accountId: string;
  from: Date;
  to: Date;
  limit: number;
  after: { createdAt: string; id: string } | undefined;
};
export type ConversionPage = { records: Raw<ConversionRecord>[]; next: { createdAt: string; id: string } | undefined };

/** Newest first; `next` is the last shown when more exist. */
export async function listConversions(db: Db, query: ConversionQuery): Promise<ConversionPage> {
  const { after } = query;
  const beyond = after
    ? Prisma.sql`and (v.created_at, v.id) < (${after.createdAt}::text::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<{ id: string; created: string; record: string }[]>`
    select v.id, v.created_at::text as created, conversion_json(v, business_now()) as record from conversion v
    where v.account_id = ${query.accountId}::uuid and v.created_at >= ${query.from} and v.created_at <= ${query.to} ${beyond}
    order by v.created_at desc, v.id desc limit ${query.limit + 1}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    records: page.map((row) => new Raw(row.record)),
    next: rows.length > query.limit && last ? { createdAt: last.created, id: last.id } : undefined,
  };
}

/** A quote as it was made; `explicitFeeBps` is the rate that ruled then. */
export type QuoteRow = {
  id: string;
  price: Decimal;
  feeModel: FeeModel;
  feeUnits: bigint;
  fiatUnits: bigint;
  expired: boolean;
  explicitFeeBps: number;
  inputs: unknown;
};

export type ConversionRow = {
  id: string;
  accountId: string;
  base: Crypto;
  fiat: Fiat;
  units: bigint;
  feeModel: FeeModel;
  status: ConversionStatus;
  timedOut: boolean;
  quote: QuoteRow | undefined;
};

type RawConversion = {
  id: string;
  account_id: string;
  base: Crypto;
  fiat: Fiat;
  quantity_units: Numeric;
  fee_model: FeeModel;
  status: ConversionStatus;
  timed_out: boolean | null;
  live_quote_id: string | null;
  price: Numeric;
  quote_fee_model: FeeModel;
  quote_fee_units: Numeric;
  quote_fiat_units: Numeric;
  quote_expired: boolean;
  price_inputs: { explicitFeeBps: number };
};

const conversionOf = (row: RawConversion): ConversionRow => ({
  id: row.id,
  accountId: row.account_id,
  base: row.base,
  fiat: row.fiat,
  units: unitsFrom(row.quantity_units),
  feeModel: row.fee_model,
  status: row.status,
  timedOut: row.timed_out ?? false,
  quote: row.live_quote_id === null ? undefined : quoteOf(row, row.live_quote_id),
});

const quoteOf = (row: RawConversion, id: string): QuoteRow => ({
  id,
  price: decimalFrom(row.price),
  feeModel: row.quote_fee_model,
  feeUnits: unitsFrom(row.quote_fee_units),
  fiatUnits: unitsFrom(row.quote_fiat_units),
  expired: row.quote_expired,
  explicitFeeBps: row.price_inputs.explicitFeeBps,
  inputs: row.price_inputs,
});

/** Columns of a conversion with its live quote; whether that has expired is the database's time to say. */
const CONVERSION = Prisma.sql`
  select v.id, v.account_id, v.base, v.fiat, v.quantity_units, v.fee_model, v.status, v.times_out_at <= business_now() as timed_out,
    v.live_quote_id, q.price, q.fee_model as quote_fee_model, q.fee_units as quote_fee_units, q.fiat_units as quote_fiat_units,
    q.expires_at <= business_now() as quote_expired, q.price_inputs
  from conversion v left join quote q on q.id = v.live_quote_id`;

/** The conversion under its row lock. */
export async function lockConversion(db: Db, id: string): Promise<ConversionRow | undefined> {
  await db.$queryRaw`select id from conversion where id = ${id}::uuid for update`;
  return readConversion(db, id);
}

export async function readConversion(db: Db, id: string): Promise<ConversionRow | undefined> {
  const [row] = await db.$queryRaw<RawConversion[]>`${CONVERSION} where v.id = ${id}::uuid`;
  return row && conversionOf(row);
}

export type ItemRow = { ordinal: number; billId: string; depositId: string; asset: CryptoAsset; units: bigint };

/** The items in their order; they never change but for being live. */
export async function itemsOf(db: Db, conversionId: string): Promise<ItemRow[]> {
  const rows = await db.$queryRaw<
    { ordinal: number; bill_id: string; deposit_id: string; asset: CryptoAsset; quantity_units: Numeric }[]
  >`
    select i.ordinal, i.bill_id, i.deposit_id, d.asset, i.quantity_units
    from conversion_item i join deposit d on d.id = i.deposit_id where i.conversion_id = ${conversionId}::uuid order by i.ordinal`;
  return rows.map((row) => ({
    ordinal: row.ordinal,
    billId: row.bill_id,
    depositId: row.deposit_id,
    asset: row.asset,
    units: unitsFrom(row.quantity_units),
  }));
}

export async function releaseItems(db: Db, conversionId: string): Promise<void> {
  await db.$executeRaw`update conversion_item set live = false where conversion_id = ${conversionId}::uuid and live`;
}

/** The conversion whose live item a deposit is. */
export async function conversionHolding(db: Db, depositId: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ conversion_id: string }[]>`
    select conversion_id from conversion_item where deposit_id = ${depositId}::uuid and live`;
  return row?.conversion_id;
}

export type NewQuote = {
  id: string;
  conversionId: string;
  price: Decimal;
  feeModel: FeeModel;
  feeUnits: bigint;
  fiatUnits: bigint;
  quotedAt: Date;
  expiresAt: Date;
  inputs: unknown;
};

export async function insertQuote(db: Db, quote: NewQuote): Promise<void> {
  await db.$executeRaw`
    insert into quote (id, conversion_id, price, fee_model, fee_units, fiat_units, quoted_at, expires_at, price_inputs)
    values (${quote.id}::uuid, ${quote.conversionId}::uuid, ${quote.price.toString()}::numeric, ${quote.feeModel},
      ${quote.feeUnits.toString()}::numeric, ${quote.fiatUnits.toString()}::numeric, ${quote.quotedAt}, ${quote.expiresAt},
      ${JSON.stringify(quote.inputs)}::jsonb)`;
}

/** A new quote takes the place of the one before, and the invoice counts as touched. */
export async function setQuoted(db: Db, conversion: ConversionRow, quoteId: string): Promise<void> {
  await endQuote(db, conversion, "SUPERSEDED");
  await change(
    db,
    conversion,
    Prisma.sql`status = 'QUOTED', live_quote_id = ${quoteId}::uuid, last_error = null, times_out_at = ${TIMEOUT}`,
  );
}

export function setExecuting(db: Db, conversion: ConversionRow): Promise<void> {
  return change(db, conversion, Prisma.sql`status = 'EXECUTING'`);
}

export function setExecuted(db: Db, conversion: ConversionRow, quote: QuoteRow): Promise<void> {
  return change(
    db,
    conversion,
    Prisma.sql`status = 'EXECUTED', executed_at = business_now(), times_out_at = null, price = ${quote.price.toString()}::numeric,
      fee_units = ${quote.feeUnits.toString()}::numeric, fiat_units = ${quote.fiatUnits.toString()}::numeric`,
  );
}

/** The venue took nothing: back to CREATED, without a quote, with why. */
export async function setRefused(db: Db, conversion: ConversionRow, reason: string): Promise<void> {
  await endQuote(db, conversion, "REFUSED");
  await change(
    db,
    conversion,
    Prisma.sql`status = 'CREATED', live_quote_id = null, last_error = ${reason}, times_out_at = ${TIMEOUT}`,
  );
}

export async function setCancelled(
  db: Db,
  conversion: ConversionRow,
  reason: string | undefined,
  note: string | undefined,
): Promise<void> {
  await endQuote(db, conversion, "CANCELLED");
  await change(
    db,
    conversion,
    Prisma.sql`status = 'CANCELLED', live_quote_id = null, cancelled_at = business_now(), cancel_reason = ${reason ?? null},
      cancel_note = ${note ?? null}, times_out_at = null`,
  );
}

/** Keeps how the live quote ended. One whose time was over before has expired, unless it was sent to the venue. */
async function endQuote(db: Db, { quote }: ConversionRow, endedAs: EndedQuote): Promise<void> {
  if (!quote) return;
  await db.$executeRaw`
    update quote set ended_as = case when expires_at <= business_now() and ${endedAs} <> 'REFUSED' then 'EXPIRED' else ${endedAs} end
    where id = ${quote.id}::uuid and ended_as is null`;
}

async function change(db: Db, { id, status }: ConversionRow, columns: Prisma.Sql): Promise<void> {
  const changed = await db.$executeRaw`
    update conversion set ${columns}, updated_at = business_now() where id = ${id}::uuid and status = ${status}`;
  must(changed === 1, "a conversion changes under its lock");
}

export async function conversionsToTimeOut(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from conversion where status in ('CREATED', 'QUOTED') and times_out_at <= business_now() order by times_out_at limit ${limit}`;
  return rows.map((row) => row.id);
}

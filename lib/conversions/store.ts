import { type Crypto, CRYPTOS, type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { textsOf } from "#lib/contract/filters.ts";
import type { VenueFailure } from "#lib/contract/venue-failure.ts";
import { spanOf } from "#lib/contract/span-text.ts";
import { type Conditions, conditionsOf, countsUpTo, isOneOf, isWithin } from "#lib/kernel/conditions.ts";
import { type Db, decimalFrom, Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { Raw } from "#lib/kernel/json.ts";
import { type FeeModel, FEE_MODELS } from "#lib/pricing/price.ts";
import type { FixedRates } from "#lib/pricing/worth.ts";
import type { ConversionRecord } from "./contract.ts";
import type { ConversionFilter } from "./filters.ts";
import type { EndedQuote } from "./invoice.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { comesAfter, orderBy, type SortKey, sortOf } from "#lib/kernel/keyset.ts";
import * as sql from "./conversions.sql.ts";

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
  await sql.insertConversion(db, made);
  await sql.insertItems(db, {
    id: made.id,
    ids: made.items.map((item) => item.id),
    billIds: made.items.map((item) => item.billId),
    depositIds: made.items.map((item) => item.depositId),
    units: made.items.map((item) => item.units.toString()),
  });
}

/** The record as the database writes it; undefined when unknown or of another account. */
export async function conversionRecord(
  db: Db,
  accountId: string,
  id: string,
  withCost = false,
): Promise<Raw<ConversionRecord> | undefined> {
  const [row] = await sql.conversionRecord(db, { id, accountId, withCost });
  return row && new Raw(row.record);
}

const CONDITIONS: Conditions<ConversionFilter, Prisma.Sql> = {
  startTime: (from) => Prisma.sql`v.created_at >= ${from}`,
  endTime: (to) => Prisma.sql`v.created_at <= ${to}`,
  subaccount: (subaccount) =>
    Prisma.sql`exists (select from conversion_item i join bill b on b.id = i.bill_id where i.conversion_id = v.id and ${isOneOf(Prisma.sql`b.subaccount`, textsOf(subaccount))})`,
  status: (states) => isOneOf(Prisma.sql`v.status`, states),
  baseSymbol: (cryptos) => isOneOf(Prisma.sql`crypto_of(v.base)`, cryptos),
  quoteSymbol: (fiats) => isOneOf(Prisma.sql`v.fiat`, fiats),
  executed: (span) => isWithin(Prisma.sql`v.executed_at`, spanOf(span)),
  minimum: (least) => Prisma.sql`amount_of(v.quantity_units, v.base) >= ${least.toString()}::numeric`,
  maximum: (most) => Prisma.sql`amount_of(v.quantity_units, v.base) <= ${most.toString()}::numeric`,
};

const wanted = (accountId: string, filter: ConversionFilter): Prisma.Sql =>
  Prisma.join([Prisma.sql`v.account_id = ${accountId}::uuid`, ...conditionsOf(CONDITIONS, filter)], " and ");

/** How many conversions a filter finds. */
export async function countConversionRows(db: Db, accountId: string, filter: ConversionFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) from conversion v where ${wanted(accountId, filter)}`;
  return Number(row?.count ?? 0n);
}

/** How many conversions each filter finds, none counted beyond `most`. */
export async function countEach(
  db: Db,
  accountId: string,
  filters: readonly ConversionFilter[],
  most: number,
): Promise<number[]> {
  const found = filters.map((filter) => Prisma.sql`select from conversion v where ${wanted(accountId, filter)}`);
  const [row] = await db.$queryRaw<{ counts: number[] }[]>`select ${countsUpTo(found, most)} as counts`;
  return row?.counts ?? [];
}

export type ConversionQuery = {
  accountId: string;
  filter: ConversionFilter;
  sort: string;
  /** By symbol, in the fiat of a sort by value. */
  rates: FixedRates;
  limit: number;
  /** With what each cost and brought the house. */
  withCost: boolean;
  after: { key: string; id: string } | undefined;
};
export type ConversionPage = { records: Raw<ConversionRecord>[]; next: { key: string; id: string } | undefined };

/** Sort keys by name, exact as text; amounts as the record shows them, and what has none counts least. */
const SORT_COLUMNS = (rates: FixedRates): Readonly<Record<string, SortKey>> => ({
  created: { column: Prisma.sql`v.created_at`, cast: Prisma.sql`timestamptz` },
  quantity: { column: Prisma.sql`amount_of(v.quantity_units, v.base)`, cast: Prisma.sql`numeric` },
  fiatReceived: { column: Prisma.sql`coalesce(amount_of(v.fiat_units, v.fiat), -1)`, cast: Prisma.sql`numeric` },
  value: {
    column: Prisma.sql`coalesce(amount_of(v.quantity_units, v.base) * (${JSON.stringify(rates)}::text::jsonb ->> crypto_of(v.base))::numeric, -1)`,
    cast: Prisma.sql`numeric`,
  },
});

const BY_ID: SortKey = { column: Prisma.sql`v.id`, cast: Prisma.sql`uuid` };

/** A page in the query's order; `next` is the last shown when more exist. The record is written for its own rows only. */
export async function listConversions(db: Db, query: ConversionQuery): Promise<ConversionPage> {
  const { by, descending } = sortOf(query.sort);
  const sorted = SORT_COLUMNS(query.rates)[by];
  if (!sorted) throw new Error(`no such sort: ${query.sort}`);
  const rows = await db.$queryRaw<{ id: string; key: string; record: string }[]>`
    select p.id, p.sorted::text as key, conversion_json(v, business_now(), ${query.withCost}) as record from (
      select v.id, ${sorted.column} as sorted from conversion v
      where ${wanted(query.accountId, query.filter)} and ${comesAfter(sorted, BY_ID, descending, query.after)}
      order by ${orderBy(Prisma.sql`sorted`, BY_ID.column, descending)} limit ${query.limit + 1}
    ) p join conversion v on v.id = p.id order by ${orderBy(Prisma.sql`p.sorted`, Prisma.sql`p.id`, descending)}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    records: page.map((row) => new Raw(row.record)),
    next: rows.length > query.limit && last ? { key: last.key, id: last.id } : undefined,
  };
}

export type ConversionRow = ReturnType<typeof conversionOf>;
/** A quote as it was made; `bid` and `explicitFeeBps` are what it was made from. */
export type QuoteRow = ReturnType<typeof quoteOf>;
type RawConversion = RowOf<typeof sql.readConversion>;

const conversionOf = (row: RawConversion) => ({
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

function quoteOf(row: RawConversion, id: string) {
  const { bid, explicitFeeBps } = row.price_inputs as { bid: string; explicitFeeBps: number };
  return {
    id,
    price: decimalFrom(row.price),
    feeModel: wordFrom(FEE_MODELS, row.quote_fee_model ?? ""),
    feeUnits: unitsFrom(row.quote_fee_units),
    fiatUnits: unitsFrom(row.quote_fiat_units),
    expired: row.quote_expired,
    bid: Decimal.from(bid),
    explicitFeeBps,
    inputs: row.price_inputs,
  };
}

/** The conversion under its row lock. */
export async function lockConversion(db: Db, id: string): Promise<ConversionRow | undefined> {
  await sql.lockConversion(db, { id });
  return readConversion(db, id);
}

export async function readConversion(db: Db, id: string): Promise<ConversionRow | undefined> {
  const [row] = await sql.readConversion(db, { id });
  return row && conversionOf(row);
}

export type ItemRow = ReturnType<typeof itemOf>;

const itemOf = ({ units, ...item }: RowOf<typeof sql.itemsOf>) => ({ ...item, units: unitsFrom(units) });

/** The items in their order; they never change but for being live. */
export async function itemsOf(db: Db, conversionId: string): Promise<ItemRow[]> {
  return (await sql.itemsOf(db, { conversionId })).map(itemOf);
}

/** What an invoice is priced by: its items' quantities, in their order. */
export async function unitsOfItems(db: Db, conversionId: string): Promise<{ units: bigint }[]> {
  const [row] = await sql.unitsOfItems(db, { conversionId });
  return (row?.units ?? []).map((units) => ({ units: unitsFrom(units) }));
}

/** What a conversion's price line is marked with; undefined when it is unknown or of another account. */
export type ConversionMarks = {
  base: Crypto;
  fiat: Fiat;
  createdAt: Date;
  executedAt: Date | null;
  /** Oldest first. */
  quotes: { at: Date; bid: Decimal; mid: Decimal | undefined }[];
};

export async function marksOf(db: Db, accountId: string, id: string): Promise<ConversionMarks | undefined> {
  const conversion = await db.conversion.findFirst({
    select: { base: true, fiat: true, createdAt: true, executedAt: true },
    where: { id, accountId },
  });
  if (!conversion) return undefined;
  const quotes = await db.quote.findMany({
    select: { quotedAt: true, priceInputs: true },
    where: { conversionId: id },
    orderBy: [{ quotedAt: "asc" }, { id: "asc" }],
  });
  return {
    ...conversion,
    base: wordFrom(CRYPTOS, conversion.base),
    fiat: wordFrom(FIATS, conversion.fiat),
    quotes: quotes.map(({ quotedAt, priceInputs }) => {
      const { bid, mid } = priceInputs as { bid: string; mid?: string };
      return { at: quotedAt, bid: Decimal.from(bid), mid: mid === undefined ? undefined : Decimal.from(mid) };
    }),
  };
}

export async function releaseItems(db: Db, conversionId: string): Promise<void> {
  await db.conversionItem.updateMany({ where: { conversionId, live: true }, data: { live: false } });
}

/** The conversion whose live item a deposit is. */
export async function conversionHolding(db: Db, depositId: string): Promise<string | undefined> {
  const item = await db.conversionItem.findFirst({ select: { conversionId: true }, where: { depositId, live: true } });
  return item?.conversionId;
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
  await sql.insertQuote(db, {
    id: quote.id,
    conversionId: quote.conversionId,
    price: quote.price.toString(),
    feeModel: quote.feeModel,
    feeUnits: quote.feeUnits,
    fiatUnits: quote.fiatUnits,
    quotedAt: quote.quotedAt,
    expiresAt: quote.expiresAt,
    inputs: JSON.stringify(quote.inputs),
  });
}

/**
 * What is quoted of a conversion's crypto to others now, or being sold at a quote, and how much of it for the same fiat.
 * Who reads it of the crypto next waits for this transaction, and counts its quote.
 */
export async function quotedBeside(db: Db, { id, base, fiat }: Pick<ConversionRow, "id" | "base" | "fiat">) {
  await sql.lockQuotes(db, { base });
  const [row] = await sql.quotedBeside(db, { id, base, fiat });
  return { ofCrypto: unitsFrom(row?.ofCrypto ?? "0"), ofPair: unitsFrom(row?.ofPair ?? "0") };
}

/** A new quote takes the place of the one before, and the invoice counts as touched. */
export async function setQuoted(db: Db, conversion: ConversionRow, quoteId: string): Promise<void> {
  await endQuote(db, conversion, "SUPERSEDED");
  changed(await sql.setQuoted(db, { ...seen(conversion), quoteId }));
}

export async function setExecuting(
  db: Db,
  conversion: ConversionRow & { approvalId?: string | undefined },
): Promise<void> {
  changed(await sql.setExecuting(db, { ...seen(conversion), approvalId: conversion.approvalId }));
}

export async function setExecuted(db: Db, conversion: ConversionRow, quote: QuoteRow): Promise<void> {
  const { price, feeUnits, fiatUnits } = quote;
  changed(await sql.setExecuted(db, { ...seen(conversion), price: price.toString(), feeUnits, fiatUnits }));
}

/** The venue took nothing: back to CREATED, without a quote, with why. */
export async function setRefused(
  db: Db,
  conversion: ConversionRow,
  reason: string,
  failure: VenueFailure,
): Promise<void> {
  await endQuote(db, conversion, "REFUSED");
  changed(await sql.setRefused(db, { ...seen(conversion), reason, failure: JSON.stringify(failure) }));
}

export async function setCancelled(
  db: Db,
  conversion: ConversionRow,
  reason: string | undefined,
  note: string | undefined,
): Promise<void> {
  await endQuote(db, conversion, "CANCELLED");
  changed(await sql.setCancelled(db, { ...seen(conversion), reason, note }));
}

const seen = ({ id, status }: ConversionRow) => ({ id, status });
const changed = (count: number) => must(count === 1, "a conversion changes under its lock");

/** Keeps how the live quote ended. One whose time was over before has expired, unless it was sent to the venue. */
async function endQuote(db: Db, { quote }: ConversionRow, endedAs: EndedQuote): Promise<void> {
  if (!quote) return;
  await sql.endQuote(db, { endedAs, id: quote.id });
}

export async function conversionsToTimeOut(db: Db, limit: number): Promise<string[]> {
  const rows = await sql.conversionsToTimeOut(db, { limit });
  return rows.map((row) => row.id);
}

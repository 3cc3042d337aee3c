import { Decimal } from "#lib/kernel/decimal.ts";
import {
  type Asset,
  ASSETS,
  CRYPTO_ASSETS,
  type CryptoAsset,
  cryptoOf,
  FIATS,
  isFiat,
  networkTypeOf,
} from "#lib/kernel/assets.ts";
import { type OneOrMore, textsOf, valuesOf } from "#lib/contract/filters.ts";
import { MOST_MINUTES, minutesOf } from "#lib/contract/minutes-text.ts";
import { spanOf } from "#lib/contract/span-text.ts";
import { type Conditions, conditionsOf, countsUpTo, isOneOf, isWithin } from "#lib/kernel/conditions.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type Db, Prisma, runLean, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./payments.sql.ts";
import { Raw } from "#lib/kernel/json.ts";
import { comesAfter, orderBy, type SortKey, sortOf } from "#lib/kernel/keyset.ts";
import { hashForms } from "#lib/chains/tx-hash.ts";
import { addressKey } from "#lib/wallets/encodings.ts";
import type { FixedRates } from "#lib/pricing/worth.ts";
import { assetParts } from "./by-asset.ts";
import type { PaymentFilter } from "./filters.ts";
import { AMOUNT_STATUSES, PAYMENT_STATUSES } from "./payment-states.ts";
import type { PaymentRecord, PaymentSummary, PriceFacts } from "./contract.ts";

export type PaymentQuery = {
  accountId: string;
  filter: PaymentFilter;
  sort: string;
  /** By symbol, in the fiat of a sort by value. */
  rates: FixedRates;
  limit: number;
  after: { key: string; id: string } | undefined;
};

/** Records as JSON text, as the database writes them, and where the next page begins. */
export type PaymentPage = { records: Raw<PaymentRecord>[]; next: { key: string; id: string } | undefined };

/**
 * A payment as it stands, read by one statement with those that the account's other requests ask for in the same moment, and
 * with nobody else's: a record of very many deposits makes its own account wait. Outside of transactions.
 */
export function paymentById({ database }: App, accountId: string, id: string): Promise<Raw<PaymentRecord> | undefined> {
  return database.gather(`payments ${accountId}`, id, async (ids) => {
    const rows = await sql.paymentsById(database.prisma, { ids: [...new Set(ids)], accountId });
    const records = new Map(rows.map((row) => [row.id, new Raw<PaymentRecord>(row.record)]));
    return ids.map((each) => records.get(each));
  });
}

/** What a bill keeps of its price as JSON text: terms, rates, the bid and every sample it is the median of. */
export async function priceFactsJson(db: Db, accountId: string, id: string): Promise<Raw<PriceFacts> | undefined> {
  const [row] = await sql.priceFactsJson(db, { id, accountId });
  return row && new Raw(row.facts);
}

/** What a payer is shown of any account's bill, with its states by the business clock. */
export async function payerRow(db: Db, id: string): Promise<PayerRow | undefined> {
  const [row] = await sql.payerRow(db, { id });
  return row && payerRowOf(row);
}

export type PayerRow = ReturnType<typeof payerRowOf>;

function payerRowOf({ due, came: received, seen, missing, declined, worth, ...facts }: RowOf<typeof sql.payerRow>) {
  return {
    ...facts,
    status: wordFrom(PAYMENT_STATUSES, facts.status),
    amountStatus: wordFrom(AMOUNT_STATUSES, facts.amountStatus),
    fiatUnits: BigInt(worth),
    quantityUnits: BigInt(due),
    receivedUnits: BigInt(received),
    seenUnits: BigInt(seen),
    missingUnits: BigInt(missing),
    declinedUnits: BigInt(declined),
    feeEstimate: facts.feeEstimate ? Decimal.from(facts.feeEstimate) : undefined,
  };
}

/** The deposits of a bill that count towards it. */
export async function payerDeposits(db: Db, billId: string) {
  const rows = await sql.payerDeposits(db, { id: billId });
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}

export type PayerRefundRow = Awaited<ReturnType<typeof payerRefunds>>[number];

/** Refunds to where a bill's payer wants them. */
export async function payerRefunds(db: Db, billId: string) {
  const rows = await sql.payerRefunds(db, { id: billId });
  return rows.flatMap(({ asset, units, sent, txHash }) => {
    const of = wordFrom(ASSETS, asset);
    return isFiat(of) ? [] : [{ asset: of, units: BigInt(units), isSent: sent, txHash: txHash ?? undefined }];
  });
}

const FIAT_AMOUNT = Prisma.sql`amount_of(b.fiat_units, b.fiat)`;

/** Sort keys by name; each is exact as text, so that a token can carry it. */
const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  createdAt: { column: Prisma.sql`b.created_at`, cast: Prisma.sql`timestamptz` },
  expiryTime: { column: Prisma.sql`b.expires_at`, cast: Prisma.sql`timestamptz` },
};

/** Amounts sort as the record shows them, not by units: each asset's by an index that begins with the asset. */
type Amounts = { asset: Prisma.Sql; amount: Prisma.Sql; partsOf(filter: PaymentFilter): Parts };
/** The assets that a filter leaves, and what else it asks for. */
type Parts = { assets: readonly Asset[]; filter: PaymentFilter };

const fiatsOf = ({ fiat, ...filter }: PaymentFilter): Parts => ({
  assets: fiat === undefined ? FIATS : valuesOf(fiat),
  filter,
});
const cryptosOf = ({ cryptoType, networkType, ...filter }: PaymentFilter): Parts => {
  const isOf = (asset: CryptoAsset) => cryptoType === undefined || valuesOf(cryptoType).includes(cryptoOf(asset));
  const isOn = (asset: CryptoAsset) => {
    const type = networkTypeOf(asset);
    return networkType === undefined || (type !== undefined && valuesOf(networkType).includes(type));
  };
  return { assets: CRYPTO_ASSETS.filter((asset) => isOf(asset) && isOn(asset)), filter };
};
const ofFiat: Amounts = { asset: Prisma.sql`b.fiat`, amount: FIAT_AMOUNT, partsOf: fiatsOf };
const ofCrypto = (units: Prisma.Sql): Amounts => ({
  asset: Prisma.sql`b.asset`,
  amount: Prisma.sql`amount_of(${units}, b.asset)`,
  partsOf: cryptosOf,
});

const AMOUNTS: Readonly<Record<string, Amounts>> = {
  value: ofFiat,
  fiatReceivable: ofFiat,
  quantity: ofCrypto(Prisma.sql`b.quantity_units`),
  quantityReceived: ofCrypto(Prisma.sql`b.received_units`),
  // Of an unpaid bill there is none.
  difference: ofCrypto(Prisma.sql`case when b.amount_units > 0 then b.amount_units - b.quantity_units else 0 end`),
};

const BY_ID: SortKey = { column: Prisma.sql`b.id`, cast: Prisma.sql`uuid` };

/**
 * One page. What filters and sorts is said anew for each list, and finds ids; the records of them are one statement for all
 * lists, whose plan each connection has made already: it is long, and planning it takes as long as running it.
 */
export async function listPayments({ app, db }: Ctx, query: PaymentQuery, now: Date): Promise<PaymentPage> {
  const { by, descending } = sortOf(query.sort);
  const amounts = AMOUNTS[by];
  const statement = amounts
    ? byAmount(query, amounts, by === "value" ? query.rates : undefined, descending, now)
    : byKey(query, SORT_KEYS[by], descending, now);
  const rows = await runLean<{ id: string; key: string }>(app.database, db, statement);
  const page = rows.slice(0, query.limit);
  const ids = page.map(({ id }) => id);
  const records = ids.length > 0 ? await sql.recordsOf(db, { ids, accountId: query.accountId, now }) : [];
  return {
    records: records.map(({ record }) => new Raw(record)),
    next: rows.length > query.limit ? page.at(-1) : undefined,
  };
}

function byKey(query: PaymentQuery, sorted: SortKey | undefined, descending: boolean, now: Date): Prisma.Sql {
  if (!sorted) throw new Error(`no such sort: ${query.sort}`);
  return Prisma.sql`
    select b.id, (${sorted.column})::text as key from bill b
    where ${wanted(query, now)} and ${comesAfter(sorted, BY_ID, descending, query.after)}
    order by ${orderBy(sorted.column, BY_ID.column, descending)} limit ${query.limit + 1}`;
}

/** By amount or value: of each asset as many as the page holds, each by the index that has its amounts in order. */
function byAmount(
  query: PaymentQuery,
  { asset, amount, partsOf }: Amounts,
  rates: FixedRates | undefined,
  descending: boolean,
  now: Date,
): Prisma.Sql {
  const { accountId, after, limit } = query;
  const { assets, filter } = partsOf(query.filter);
  const parts = assetParts(assets, rates, after);
  const beyond = descending ? Prisma.sql`<` : Prisma.sql`>`;
  const comes = after ? Prisma.sql`(${amount}, b.id) ${beyond} (s.amount, s.id)` : Prisma.sql`true`;
  return Prisma.sql`
    select v.id, v.key::text as key from unnest(${parts.map((part) => part.asset)}::text[],
      ${parts.map(({ rate }) => rate.toString())}::numeric[], ${parts.map(({ less }) => less.toString())}::numeric[],
      ${parts.map(({ from }) => from?.amount.toString() ?? "0")}::numeric[], ${parts.map(({ from }) => from?.id ?? null)}::uuid[]
    ) s(asset, rate, less, amount, id) cross join lateral (
      select b.id, ${amount} * s.rate - s.less as key from bill b
      where ${wanted({ accountId, filter }, now)} and ${asset} = s.asset and ${comes}
      order by ${orderBy(amount, BY_ID.column, descending)} limit ${limit + 1}
    ) v order by ${orderBy(Prisma.sql`v.key`, Prisma.sql`v.id`, descending)} limit ${limit + 1}`;
}

/** True of every bill: with it an index that begins with the fiat finds amounts of all. */
const ANY_FIAT = Prisma.sql`b.fiat = any(${[...FIATS]}::text[])`;

/** The filters as SQL: stored facts and the business clock, never a job's flag. */
const CONDITIONS = (now: Date): Conditions<PaymentFilter, Prisma.Sql> => ({
  startTime: (from) => Prisma.sql`b.created_at >= ${from}`,
  endTime: (to) => Prisma.sql`b.created_at <= ${to}`,
  address: (address) => Prisma.sql`b.address_key = ${addressKey(address)}`,
  status: (status) =>
    Prisma.sql`${isOften(isOneOf(Prisma.sql`bill_status(b, ${now})`, status))} and ${impliedByAny(status, (one) => impliedBy(one, now))}`,
  amountStatus: (status) =>
    Prisma.sql`${isOften(isOneOf(Prisma.sql`bill_amount_status(b, ${now})`, status))} and ${impliedByAny(status, (one) => impliedByAmount(one, now))}`,
  outcome: (outcome) =>
    Prisma.sql`${isOften(isOneOf(Prisma.sql`bill_outcome(b, ${now})`, outcome))} and ${impliedByAny(outcome, (one) => impliedByOutcome(one, now))}`,
  label: (label) => Prisma.sql`b.labels && ${[...valuesOf(label)]}::text[] and b.labels <> '{}'`,
  cryptoType: (crypto) => isOneOf(Prisma.sql`b.crypto`, crypto),
  networkType: (network) => isOneOf(Prisma.sql`b.network_type`, network),
  fiat: (fiat) => isOneOf(Prisma.sql`b.fiat`, fiat),
  subaccount: (subaccount) => isOneOf(Prisma.sql`b.subaccount`, textsOf(subaccount)),
  strategy: (strategy) => isOneOf(Prisma.sql`b.strategy`, strategy),
  reference: (reference) => Prisma.sql`b.reference = ${reference}`,
  txHash: (hash) =>
    Prisma.sql`exists (select from deposit d where d.bill_id = b.id and d.tx_hash = any(${hashForms(hash)}::text[]))`,
  feeModel: (feeModel) => isOneOf(Prisma.sql`b.fee_model`, feeModel),
  minimum: (least) => Prisma.sql`${ANY_FIAT} and ${FIAT_AMOUNT} >= ${least.toString()}::numeric`,
  maximum: (most) => Prisma.sql`${ANY_FIAT} and ${FIAT_AMOUNT} <= ${most.toString()}::numeric`,
  createdBy: (actor) => Prisma.sql`b.created_by = ${actor}`,
  created: (span) => isWithin(Prisma.sql`b.created_at`, spanOf(span)),
  expires: (span) => isWithin(Prisma.sql`b.expires_at`, spanOf(span)),
  sold: (span) =>
    Prisma.sql`exists (select from fill f join deposit d on d.id = f.deposit_id where d.bill_id = b.id
      and f.method <> 'CONVERSION' and f.reversed_at is null and ${isWithin(Prisma.sql`f.filled_at`, spanOf(span))})`,
  received: () => Prisma.sql`b.received_units > 0`,
  // What of its free crypto waits to be taken back is in no invoice any more, as `unconvertedBalancesOfBills` has it.
  convertible: () =>
    Prisma.sql`b.unconverted_units > b.locked_units and ${isOften(Prisma.sql`exists (select from convertible_deposits(b))`)}`,
  arrival: (minutes) => {
    const { from, to } = minutesOf(minutes);
    // A bill without a payment has no minute, which `greatest` would pass over.
    const [least, most] = [from === -MOST_MINUTES ? LEAST_INTEGER : from, to === MOST_MINUTES ? MOST_INTEGER : to];
    return Prisma.sql`minutes_to_payment(b) between ${least}::integer and ${most}::integer`;
  },
  promising: () => Prisma.sql`b.promised_units > 0 and still_promises(b, ${now})`,
});

const wanted = ({ accountId, filter }: Pick<PaymentQuery, "accountId" | "filter">, now: Date): Prisma.Sql =>
  Prisma.join([Prisma.sql`b.account_id = ${accountId}::uuid`, ...conditionsOf(CONDITIONS(now), filter)], " and ");

const [LEAST_INTEGER, MOST_INTEGER] = [-(2 ** 31), 2 ** 31 - 1];

/** The planner takes a function's answer for a rare one and sorts the whole table; a state is common, or implied below. */
const isOften = (states: Prisma.Sql) => Prisma.sql`case when ${states} then true else false end`;

/** What holds of every bill in any of some states. */
const impliedByAny = <State extends string>(states: OneOrMore<State>, implied: (state: State) => Prisma.Sql) =>
  Prisma.sql`(${Prisma.join(valuesOf(states).map(implied), " or ")})`;

const MOVING = Prisma.sql`(b.deposits_processing or b.deposits_unconfirmed)`;

/** What holds of every bill in a state, in columns of an index: the few that are open are found among the many that ended. */
function impliedBy(status: string, now: Date): Prisma.Sql {
  if (status === "PENDING") return Prisma.sql`b.expires_at >= ${now}`;
  if (status === "DETECTED") return MOVING;
  if (status === "PROCESSING") return Prisma.sql`(${MOVING} or b.expires_at >= ${now})`;
  return Prisma.sql`true`;
}

/** As `bill_off_amount` has it: paid, and neither within the tolerance below nor above. */
const OFF_AMOUNT = Prisma.sql`b.amount_units > 0 and beyond_tolerance(b.amount_units, b.quantity_units, b.tolerance_bps) <> 0`;

function impliedByAmount(amountStatus: string, now: Date): Prisma.Sql {
  if (amountStatus === "PAID" || amountStatus === "UNPAID") return Prisma.sql`true`;
  return amountStatus === "PARTIAL" ? Prisma.sql`(${OFF_AMOUNT} and b.expires_at >= ${now})` : OFF_AMOUNT;
}

/** Of a bill that is open, late or off its amount; the others are many. */
function impliedByOutcome(outcome: string, now: Date): Prisma.Sql {
  if (outcome === "LATE") return Prisma.sql`b.labels <> '{}'`;
  if (outcome === "UNDERPAID" || outcome === "OVERPAID") return OFF_AMOUNT;
  if (outcome !== "OPEN") return Prisma.sql`true`;
  return Prisma.sql`may_be_open(b, ${now})`;
}

/** What sums by asset and fiat, `t`, can be filtered by. */
const SUMMED: Conditions<Pick<PaymentFilter, "cryptoType" | "networkType" | "fiat">, Prisma.Sql> = {
  cryptoType: (crypto) => isOneOf(Prisma.sql`crypto_of(t.asset)`, crypto),
  networkType: (network) => isOneOf(Prisma.sql`network_type_of(t.asset)`, network),
  fiat: (fiat) => isOneOf(Prisma.sql`t.fiat`, fiat),
};

/**
 * What bills come to by day, asset and fiat, `t`: of a period, and of some assets and fiats, the sums of days that are over
 * are read; what else a filter asks for is a matter of each bill.
 */
function amountsOf(query: Pick<PaymentQuery, "accountId" | "filter">, now: Date): Prisma.Sql {
  const { startTime, endTime, cryptoType, networkType, fiat, ...others } = query.filter;
  if (conditionsOf(CONDITIONS(now), others).length > 0)
    return Prisma.sql`bill b cross join lateral bill_amounts(b, 1) t where ${wanted(query, now)}`;
  const from = Prisma.sql`coalesce(${startTime ?? null}::timestamptz, '-infinity')`;
  const until = Prisma.sql`coalesce(${endTime ?? null}::timestamptz + interval '1 microsecond', 'infinity')`;
  const summed = [Prisma.sql`true`, ...conditionsOf(SUMMED, { cryptoType, networkType, fiat })];
  return Prisma.sql`bill_amounts_between(${query.accountId}::uuid, ${from}, ${until}) t where ${Prisma.join(summed, " and ")}`;
}

/** Counts and sums of a filter as JSON text, by asset and by fiat. */
export async function summarise(
  db: Db,
  query: Pick<PaymentQuery, "accountId" | "filter">,
  now: Date,
): Promise<Raw<PaymentSummary>> {
  const [row] = await db.$queryRaw<{ summary: string }[]>`
    with found as materialized (
      select t.asset, t.fiat, sum(t.bills) as count, sum(t.quantity_units) as quantity, sum(t.received_units) as received,
        sum(t.unconverted_units) as unconverted, sum(t.fiat_units) as receivable, sum(t.fiat_received_units) as fiat_received
      from ${amountsOf(query, now)} group by t.asset, t.fiat
    )
    select json_build_object(
      'count', (select coalesce(sum(count), 0) from found),
      'byAsset', (select coalesce(json_agg(json_strip_nulls(json_build_object('cryptoType', crypto_of(asset), 'networkType', network_type_of(asset),
        'count', count, 'quantity', amount_of(quantity, asset), 'quantityReceived', amount_of(received, asset),
        'quantityUnconverted', amount_of(unconverted, asset))) order by asset), '[]')
        from (select asset, sum(count) count, sum(quantity) quantity, sum(received) received, sum(unconverted) unconverted
              from found group by asset) a),
      'byFiat', (select coalesce(json_agg(json_build_object('fiat', fiat, 'count', count,
        'fiatReceivable', amount_of(receivable, fiat), 'fiatReceived', amount_of(fiat_received, fiat)) order by fiat), '[]')
        from (select fiat, sum(count) count, sum(receivable) receivable, sum(fiat_received) fiat_received from found group by fiat) f)
    )::text as summary`;
  return new Raw(row?.summary ?? "{}");
}

/** How many bills each filter finds, none counted beyond `most`. */
export async function countEach(
  db: Db,
  accountId: string,
  filters: readonly PaymentFilter[],
  most: number,
  now: Date,
): Promise<number[]> {
  const found = filters.map((filter) => Prisma.sql`select from bill b where ${wanted({ accountId, filter }, now)}`);
  const [row] = await db.$queryRaw<{ counts: number[] }[]>`select ${countsUpTo(found, most)} as counts`;
  return row?.counts ?? [];
}

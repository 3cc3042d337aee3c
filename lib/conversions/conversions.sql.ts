// Written from conversions.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type InsertItemsValues = {
  id: string;
  ids: readonly (string | null)[];
  billIds: readonly (string | null)[];
  depositIds: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
export const insertItems = command<InsertItemsValues>({
  text: () => `insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live)
select i.id, $1::uuid, i.ordinal - 1, i.bill_id, i.deposit_id, i.units, true
from unnest($2::uuid[], $3::uuid[],
  $4::uuid[], $5::numeric[])
  with ordinality i(id, bill_id, deposit_id, units, ordinal)`,
  values: ["id", "ids", "billIds", "depositIds", "units"],
});

type ItemsOfValues = {
  conversionId: string;
};
type ItemsOfRow = {
  ordinal: number;
  billId: string;
  depositId: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  units: Decimal;
};
export const itemsOf = query<ItemsOfValues, ItemsOfRow>({
  text: () => `select i.ordinal, i.bill_id as "billId", i.deposit_id as "depositId", d.asset, i.quantity_units as "units"
from conversion_item i join deposit d on d.id = i.deposit_id where i.conversion_id = $1::uuid order by i.ordinal`,
  values: ["conversionId"],
});

type UnitsOfItemsValues = {
  conversionId: string;
};
type UnitsOfItemsRow = {
  units: Decimal[];
};
export const unitsOfItems = query<UnitsOfItemsValues, UnitsOfItemsRow>({
  text: () =>
    `select array_agg(quantity_units::numeric order by ordinal) as "units" from conversion_item where conversion_id = $1::uuid`,
  values: ["conversionId"],
});

type ConversionRecordValues = {
  withCost: boolean;
  id: string;
  accountId: string;
};
type ConversionRecordRow = {
  record: string;
};
export const conversionRecord = query<ConversionRecordValues, ConversionRecordRow>({
  text: () =>
    `select conversion_json(v, business_now(), $1) as "record" from conversion v where v.id = $2::uuid and v.account_id = $3::uuid`,
  values: ["withCost", "id", "accountId"],
});

type LockConversionValues = {
  id: string;
};
type LockConversionRow = {
  id: string;
};
export const lockConversion = query<LockConversionValues, LockConversionRow>({
  text: () => `select id from conversion where id = $1::uuid for update`,
  values: ["id"],
});

type InsertQuoteValues = {
  id: string;
  conversionId: string;
  price: bigint | string;
  feeModel: string;
  feeUnits: bigint | string;
  fiatUnits: bigint | string;
  quotedAt: Date;
  expiresAt: Date;
  inputs: string;
};
export const insertQuote = command<InsertQuoteValues>({
  text: () => `insert into quote (id, conversion_id, price, fee_model, fee_units, fiat_units, quoted_at, expires_at, price_inputs)
values ($1::uuid, $2::uuid, $3::numeric, $4,
  $5::numeric, $6::numeric, $7, $8,
  $9::jsonb)`,
  values: ["id", "conversionId", "price", "feeModel", "feeUnits", "fiatUnits", "quotedAt", "expiresAt", "inputs"],
});

type LockQuotesValues = {
  base: string;
};
type LockQuotesRow = {
  locked: string | null;
};
export const lockQuotes = query<LockQuotesValues, LockQuotesRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('quotes ' || $1, 0))::text as locked`,
  values: ["base"],
});

type QuotedBesideValues = {
  fiat: string;
  base: string;
  id: string;
};
type QuotedBesideRow = {
  ofCrypto: Decimal;
  ofPair: Decimal;
};
export const quotedBeside = query<QuotedBesideValues, QuotedBesideRow>({
  text: () => `select coalesce(sum(v.quantity_units), 0) as "ofCrypto", coalesce(sum(v.quantity_units) filter (where v.fiat = $1), 0) as "ofPair"
from conversion v left join quote q on q.id = v.live_quote_id
where v.base = $2 and v.id <> $3::uuid
  and (v.status = 'EXECUTING' or (v.status = 'QUOTED' and q.expires_at > business_now()))`,
  values: ["fiat", "base", "id"],
});

type EndQuoteValues = {
  endedAs: string;
  id: string;
};
export const endQuote = command<EndQuoteValues>({
  text: () => `update quote set ended_as = case when expires_at <= business_now() and $1 <> 'REFUSED' then 'EXPIRED' else $1 end
where id = $2::uuid and ended_as is null`,
  values: ["endedAs", "id"],
});

type ConversionsToTimeOutValues = {
  limit: bigint | number;
};
export const conversionsToTimeOut = query<ConversionsToTimeOutValues, LockConversionRow>({
  text: () =>
    `select id from conversion where status in ('CREATED', 'QUOTED') and times_out_at <= business_now() order by times_out_at limit $1`,
  values: ["limit"],
});

type InsertConversionValues = {
  id: string;
  accountId: string;
  base: string;
  fiat: string;
  units: bigint | string;
  feeModel: string;
  createdBy: string;
};
export const insertConversion = command<InsertConversionValues>({
  text: () => `insert into conversion (id, account_id, base, fiat, quantity_units, fee_model, status, created_by, created_at, updated_at, times_out_at)
values ($1::uuid, $2::uuid, $3, $4, $5::numeric, $6,
  'CREATED', $7, business_now(), business_now(), business_now() + interval '24 hours')`,
  values: ["id", "accountId", "base", "fiat", "units", "feeModel", "createdBy"],
});

type ReadConversionValues = {
  id: string;
};
type ReadConversionRow = {
  id: string;
  account_id: string;
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  quantity_units: Decimal;
  fee_model: "SPREAD" | "EXPLICIT";
  status: "CREATED" | "QUOTED" | "EXECUTING" | "EXECUTED" | "CANCELLED" | "FAILED";
  timed_out: boolean | null;
  live_quote_id: string | null;
  price: Decimal;
  quote_fee_model: "SPREAD" | "EXPLICIT";
  quote_fee_units: Decimal;
  quote_fiat_units: Decimal;
  quote_expired: boolean;
  price_inputs: JsonValue;
};
/** The columns of the quote are there whenever it has one: see its id first. */
export const readConversion = query<ReadConversionValues, ReadConversionRow>({
  text: () => `select v.id, v.account_id, v.base, v.fiat, v.quantity_units, v.fee_model, v.status, v.times_out_at <= business_now() as timed_out,
  v.live_quote_id, q.price as "price", q.fee_model as "quote_fee_model", q.fee_units as "quote_fee_units", q.fiat_units as "quote_fiat_units",
  q.expires_at <= business_now() as "quote_expired", q.price_inputs as "price_inputs"
from conversion v left join quote q on q.id = v.live_quote_id where v.id = $1::uuid`,
  values: ["id"],
});

type SetQuotedValues = {
  quoteId: string;
  id: string;
  status: string;
};
export const setQuoted = command<SetQuotedValues>({
  text: () => `update conversion set status = 'QUOTED', live_quote_id = $1::uuid, last_error = null, failure = null,
  times_out_at = business_now() + interval '24 hours', updated_at = business_now() where id = $2::uuid and status = $3`,
  values: ["quoteId", "id", "status"],
});

type SetExecutingValues = {
  approvalId?: string | null | undefined;
  id: string;
  status: string;
};
export const setExecuting = command<SetExecutingValues>({
  text: () => `update conversion set status = 'EXECUTING', approval_id = coalesce($1::uuid, approval_id), updated_at = business_now()
where id = $2::uuid and status = $3`,
  values: ["approvalId", "id", "status"],
});

type SetExecutedValues = {
  price: bigint | string;
  feeUnits: bigint | string;
  fiatUnits: bigint | string;
  id: string;
  status: string;
};
export const setExecuted = command<SetExecutedValues>({
  text: () => `update conversion set status = 'EXECUTED', executed_at = business_now(), times_out_at = null, price = $1::numeric,
  fee_units = $2::numeric, fiat_units = $3::numeric, updated_at = business_now() where id = $4::uuid and status = $5`,
  values: ["price", "feeUnits", "fiatUnits", "id", "status"],
});

type SetRefusedValues = {
  reason: string;
  failure: string;
  id: string;
  status: string;
};
export const setRefused = command<SetRefusedValues>({
  text: () => `update conversion set status = 'CREATED', live_quote_id = null, last_error = $1, failure = $2::jsonb,
  times_out_at = business_now() + interval '24 hours', updated_at = business_now() where id = $3::uuid and status = $4`,
  values: ["reason", "failure", "id", "status"],
});

type SetCancelledValues = {
  reason?: string | null | undefined;
  note?: string | null | undefined;
  id: string;
  status: string;
};
export const setCancelled = command<SetCancelledValues>({
  text: () => `update conversion set status = 'CANCELLED', live_quote_id = null, cancelled_at = business_now(), cancel_reason = $1,
  cancel_note = $2, times_out_at = null, updated_at = business_now() where id = $3::uuid and status = $4`,
  values: ["reason", "note", "id", "status"],
});

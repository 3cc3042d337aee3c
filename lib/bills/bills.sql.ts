// Written from bills.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type InsertBillValues = {
  walletId: string;
  fromIndex: bigint | number;
  id: string;
  cashAddress: boolean;
  accountId: string;
  subaccount: string;
  reference?: string | null | undefined;
  asset: string;
  crypto: string;
  networkType?: string | null | undefined;
  fiat: string;
  fiatUnits: bigint | string;
  price: bigint | string;
  quantityUnits: bigint | string;
  strategy: string;
  feeModel: string;
  limitPrice?: bigint | string | null | undefined;
  spreadBps: number;
  explicitFeeBps: number;
  transactionFeeBps: number;
  toleranceBps: number;
  overpayment: string;
  guaranteeMs: bigint | number;
  maxDepthBps?: number | null | undefined;
  holdGraceMs?: bigint | number | null | undefined;
  confirmationTiers?: string | null | undefined;
  depositLimit?: bigint | string | null | undefined;
  knownHeight?: bigint | number | null | undefined;
  confirmationsRequired: number;
  priceInputs: string;
  createdBy: string;
  requestId: string;
  createdAt: Date;
  expiresAt: Date;
  eventId: string;
  clientAddress?: string | null | undefined;
};
type InsertBillRow = {
  address: string;
  index: string;
};
export const insertBill = query<InsertBillValues, InsertBillRow>({
  text: () => `with picked as (
  select a.id from deposit_address a
  where a.wallet_id = $1::uuid and a.bill_id is null
    and a.index >= $2
  order by a.index limit 1 for update skip locked
), taken as (
  update deposit_address a set bill_id = $3::uuid from picked where a.id = picked.id
  returning a.index, case when $4 then a.cash_address else a.address end as address,
    case when a.network = 'eth' then lower(a.address) else a.address end as address_key
), made as (
  insert into bill (id, account_id, subaccount, reference, asset, crypto, network_type, fiat, fiat_units, address, address_key,
    price, quantity_units, strategy, fee_model, limit_price, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps,
    overpayment, guarantee_ms, max_depth_bps, hold_grace_ms, confirmation_tiers, deposit_limit, known_height,
    confirmations_required, price_inputs, created_by, request_id, created_at, expires_at, updated_at)
  select $3::uuid, $5::uuid, $6, $7, $8, $9,
    $10, $11, $12::numeric, t.address, t.address_key, $13::numeric,
    $14::numeric, $15, $16, $17::numeric,
    $18, $19, $20, $21, $22, $23,
    $24, $25, $26, $27::numeric, $28::bigint, $29, $30::jsonb, $31, $32,
    $33, $34, $33
  from taken t returning *
), told as (
  insert into event (id, account_id, type, object_id, sequence, data, at)
  select $35::uuid, m.account_id, 'payment.created', m.id, 1, r.record, m.created_at
  from made m cross join lateral payment_record(m::bill, m.created_at, false) r
), audited as (
  insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
  select m.created_at, m.created_by, 'bill.create', m.account_id, 'bill', m.id, '{}', m.request_id, $36 from made m
)
select t.address as "address", t.index::text as "index" from made, taken t`,
  values: [
    "walletId",
    "fromIndex",
    "id",
    "cashAddress",
    "accountId",
    "subaccount",
    "reference",
    "asset",
    "crypto",
    "networkType",
    "fiat",
    "fiatUnits",
    "price",
    "quantityUnits",
    "strategy",
    "feeModel",
    "limitPrice",
    "spreadBps",
    "explicitFeeBps",
    "transactionFeeBps",
    "toleranceBps",
    "overpayment",
    "guaranteeMs",
    "maxDepthBps",
    "holdGraceMs",
    "confirmationTiers",
    "depositLimit",
    "knownHeight",
    "confirmationsRequired",
    "priceInputs",
    "createdBy",
    "requestId",
    "createdAt",
    "expiresAt",
    "eventId",
    "clientAddress",
  ],
});

type ReadMomentValues = {
  accountId: string;
};
type ReadMomentRow = {
  now: Date;
  settings: JsonValue;
  paused: string[];
  heights: JsonValue;
  wallets: JsonValue;
};
export const readMoment = query<ReadMomentValues, ReadMomentRow>({
  text: () => `select business_now() as "now", settings_of($1::uuid) as "settings",
  array(select network from chain_cursor where paused_reason is not null) as "paused",
  (select coalesce(jsonb_object_agg(network, greatest(height, head_height)), '{}') from chain_cursor) as "heights", (
    select coalesce(jsonb_object_agg(kind, id), '{}') from (
      select distinct on (kind) kind, id from wallet
      where active and (account_id is null or account_id = $1::uuid) order by kind, account_id nulls last
    ) serving) as "wallets"`,
  values: ["accountId"],
});

type OpenPromisesValues = {
  accountId: string;
  fiat: string;
  now: Date;
};
type OpenPromisesRow = {
  total: Decimal;
};
export const openPromises = query<OpenPromisesValues, OpenPromisesRow>({
  text: () => `select coalesce(sum(fiat_units), 0) as "total" from bill
where account_id = $1::uuid and fiat = $2 and expires_at > $3 and amount_units = 0`,
  values: ["accountId", "fiat", "now"],
});

type LockAccountValues = {
  accountId: string;
};
type LockAccountRow = {
  id: string;
};
export const lockAccount = query<LockAccountValues, LockAccountRow>({
  text: () => `select id from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type BillsToExpireValues = {
  limit: bigint | number;
};
export const billsToExpire = query<BillsToExpireValues, LockAccountRow>({
  text: () => `select id from bill where not expiry_told and expires_at < business_now() order by expires_at limit $1`,
  values: ["limit"],
});

type ClaimExpiryValues = {
  billIds: readonly (string | null)[];
};
export const claimExpiry = query<ClaimExpiryValues, LockAccountRow>({
  text: () => `update bill set expiry_told = true, updated_at = business_now()
where id = any($1::uuid[]) and not expiry_told returning id`,
  values: ["billIds"],
});

type LockBillRowsValues = {
  billIds: readonly (string | null)[];
  accountId?: string | null | undefined;
};
type LockBillRowsRow = {
  id: string;
  account_id: string;
  subaccount: string;
  reference: string | null;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  crypto: "BTC" | "BCH" | "USDT" | "USDC";
  network_type: "eth" | "tron" | null;
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  fiat_units: Decimal;
  address: string;
  address_key: string;
  price: Decimal;
  quantity_units: Decimal;
  strategy: "RFQ" | "RAI" | "ACA" | "LMT";
  fee_model: "SPREAD" | "EXPLICIT";
  limit_price: Decimal | null;
  spread_bps: number;
  explicit_fee_bps: number;
  transaction_fee_bps: number;
  tolerance_bps: number;
  overpayment: "CONVERT" | "KEEP";
  guarantee_ms: bigint;
  confirmations_required: number;
  price_inputs: JsonValue;
  created_by: string;
  request_id: string;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  received_units: Decimal;
  pending_units: Decimal;
  converted_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
  fee_units: Decimal;
  paid_out_units: Decimal;
  fiat_received_units: Decimal;
  amount_units: Decimal;
  standing_deposits: number;
  deposits_processing: boolean;
  deposits_unconfirmed: boolean;
  labels: string[];
  expiry_told: boolean;
  completion_told: boolean;
  max_depth_bps: number | null;
  hold_grace_ms: bigint | null;
  confirmation_tiers: string | null;
  deposit_limit: Decimal | null;
  known_height: bigint | null;
  now: Date;
  shown_status: string;
  amount_status: string;
};
export const lockBillRows = query<LockBillRowsValues, LockBillRowsRow>({
  text: () => `select b.*, (select business_now()) as "now", bill_status(b, (select business_now())) as "shown_status",
bill_amount_status(b, (select business_now())) as "amount_status" from bill b
where id = any($1::uuid[]) and ($2::uuid is null or account_id = $2::uuid)
order by id for update of b`,
  values: ["billIds", "accountId"],
});

type MarkCompletionToldValues = {
  toldIds: readonly (string | null)[];
  billIds: readonly (string | null)[];
};
export const markCompletionTold = command<MarkCompletionToldValues>({
  text: () => `update bill set completion_told = (id = any($1::uuid[])) where id = any($2::uuid[])`,
  values: ["toldIds", "billIds"],
});

type BillByAddressValues = {
  addressKeys: readonly (string | null)[];
  accountIds: readonly (string | null)[];
};
type BillByAddressRow = {
  nth: bigint;
  id: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  script: string;
};
export const billByAddress = query<BillByAddressValues, BillByAddressRow>({
  text: () => `select a.nth as "nth", b.id, b.asset, b.script
from unnest($1::text[], $2::uuid[])
  with ordinality a(address_key, account_id, nth)
join account c on a.account_id is null or c.id = a.account_id
cross join lateral (
  select b.id, b.asset, d.script from bill b join deposit_address d on d.bill_id = b.id
  where b.account_id = c.id and b.address_key = a.address_key limit 1
) b`,
  values: ["addressKeys", "accountIds"],
});

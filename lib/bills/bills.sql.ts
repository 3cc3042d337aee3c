// Written from bills.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type OpenPromisesValues = {
  accountId: string;
  fiat: string;
  now: Date;
};
type OpenPromisesRow = {
  total: Decimal;
};
export const openPromises = query<OpenPromisesValues, OpenPromisesRow>({
  text: `select coalesce(sum(fiat_units), 0) as "total" from bill
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
  text: `select id from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type BillsToExpireValues = {
  limit: bigint | number;
};
type BillsToExpireRow = {
  id: string;
};
export const billsToExpire = query<BillsToExpireValues, BillsToExpireRow>({
  text: `select id from bill where not expiry_told and expires_at < business_now() order by expires_at limit $1`,
  values: ["limit"],
});

type ClaimExpiryValues = {
  billIds: readonly (string | null)[];
};
type ClaimExpiryRow = {
  id: string;
};
export const claimExpiry = query<ClaimExpiryValues, ClaimExpiryRow>({
  text: `update bill set expiry_told = true, updated_at = business_now()
where id = any($1::uuid[]) and not expiry_told returning id`,
  values: ["billIds"],
});

type LockBillsValues = {
  billIds: readonly (string | null)[];
  accountId?: string | null | undefined;
};
type LockBillsRow = {
  id: string;
  account_id: string;
  subaccount: string;
  reference: string | null;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  crypto: string;
  network_type: string | null;
  fiat: string;
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
  now: Date;
  shown_status: string;
  amount_status: string;
};
export const lockBills = query<LockBillsValues, LockBillsRow>({
  text: `select b.*, (select business_now()) as "now", bill_status(b, (select business_now())) as "shown_status",
bill_amount_status(b, (select business_now())) as "amount_status" from bill b
where id = any($1::uuid[]) and ($2::uuid is null or account_id = $2::uuid)
order by id for update of b`,
  values: ["billIds", "accountId"],
});

type MarkCompletionToldValues = {
  idsOf: readonly (string | null)[];
  billIds: readonly (string | null)[];
};
export const markCompletionTold = command<MarkCompletionToldValues>({
  text: `update bill set completion_told = (id = any($1::uuid[])) where id = any($2::uuid[])`,
  values: ["idsOf", "billIds"],
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
  text: `select a.nth as "nth", b.id, b.asset, b.script
from unnest($1::text[], $2::uuid[])
  with ordinality a(address_key, account_id, nth)
join account c on a.account_id is null or c.id = a.account_id
cross join lateral (
  select b.id, b.asset, d.script from bill b join deposit_address d on d.bill_id = b.id
  where b.account_id = c.id and b.address_key = a.address_key limit 1
) b`,
  values: ["addressKeys", "accountIds"],
});

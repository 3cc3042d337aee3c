// Written from liquidity.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type ClaimSendValues = {
  id: string;
};
export const claimSend = command<ClaimSendValues>({
  text: () => `update venue_order set sent_at = business_now()
where not exists (select from adopted_order a where a.client_ref = venue_order.client_ref)
  and id = $1::uuid and status = 'OPEN' and sent_at is null and deadline > business_now()`,
  values: ["id"],
});

type IsUnsendableValues = {
  id: string;
};
type IsUnsendableRow = {
  unsendable: boolean;
};
export const isUnsendable = query<IsUnsendableValues, IsUnsendableRow>({
  text: () =>
    `select sent_at is null and deadline <= business_now() as "unsendable" from venue_order where id = $1::uuid`,
  values: ["id"],
});

type UpdateReferenceValues = {
  venueRef: string;
  goodUntil: Date;
  id: string;
};
export const updateReference = command<UpdateReferenceValues>({
  text: () => `update venue_order set venue_ref = $1, deadline = greatest(deadline, $2), updated_at = business_now()
where id = $3::uuid and status = 'OPEN' and venue_ref is null and deadline > business_now()`,
  values: ["venueRef", "goodUntil", "id"],
});

type FindOrderValues = {
  id: string;
};
type FindOrderRow = {
  id: string;
  client_ref: string;
  venue: string;
  purpose: "HEDGE" | "MARKET" | "INVOICE";
  asset: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  quantity_units: Decimal;
  limit_price: Decimal | null;
  deposit_id: string | null;
  conversion_id: string | null;
  status: "OPEN" | "FILLED" | "REFUSED" | "LATE" | "FOREIGN";
  deadline: Date;
  tries: number;
  next_at: Date;
  filled_units: Decimal;
  proceeds: Decimal;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
  venue_ref: string | null;
  sent_at: Date | null;
  missed: boolean;
  fee: Decimal;
  mid_placed: Decimal | null;
  mid_filled: Decimal | null;
  side: "SELL" | "BUY";
  failure: JsonValue | null;
};
export const findOrder = query<FindOrderValues, FindOrderRow>({
  text: () => `select * from venue_order where id = $1::uuid`,
  values: ["id"],
});

type LockOpenOrderValues = {
  id: string;
};
export const lockOpenOrder = query<LockOpenOrderValues, FindOrderRow>({
  text: () => `select * from venue_order where id = $1::uuid and status = 'OPEN' for update`,
  values: ["id"],
});

type InsertTradesValues = {
  venue: string;
  id: string;
  tradeIds: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  proceeds: readonly (bigint | string | null)[];
  fees: readonly (bigint | string | null)[];
  fiatUnits: readonly (bigint | string | null)[];
  feeUnits: readonly (bigint | string | null)[];
  quantities: readonly (bigint | string | null)[];
  cryptoFees: readonly (bigint | string | null)[];
  cryptoFeeUnits: readonly (bigint | string | null)[];
};
export const insertTrades = command<InsertTradesValues>({
  text: () => `insert into venue_trade (venue, trade_id, order_id, quantity_units, proceeds, fee, fiat_units, fee_units, quantity, crypto_fee, crypto_fee_units, at)
select $1, t.trade_id, $2::uuid, t.units, t.proceeds, t.fee, t.fiat_units, t.fee_units, t.quantity, t.crypto_fee, t.crypto_fee_units, business_now()
from unnest($3::text[], $4::numeric[],
  $5::numeric[], $6::numeric[],
  $7::numeric[], $8::numeric[],
  $9::numeric[], $10::numeric[], $11::numeric[])
  t(trade_id, units, proceeds, fee, fiat_units, fee_units, quantity, crypto_fee, crypto_fee_units)`,
  values: [
    "venue",
    "id",
    "tradeIds",
    "units",
    "proceeds",
    "fees",
    "fiatUnits",
    "feeUnits",
    "quantities",
    "cryptoFees",
    "cryptoFeeUnits",
  ],
});

type MissedToWatchValues = {
  looks: number;
  limit: bigint | number;
};
type MissedToWatchRow = {
  id: string;
};
export const missedToWatch = query<MissedToWatchValues, MissedToWatchRow>({
  text: () => `select id from venue_order where status = 'REFUSED' and missed and tries < $1::integer and next_at <= business_now()
order by next_at limit $2`,
  values: ["looks", "limit"],
});

type UpdateLateValues = {
  filledUnits: bigint | string;
  proceeds: bigint | string;
  fee: bigint | string;
  mid?: bigint | string | null | undefined;
  id: string;
};
export const updateLate = command<UpdateLateValues>({
  text: () => `update venue_order set status = 'LATE', filled_units = $1::numeric,
  proceeds = $2::numeric, fee = $3::numeric,
  mid_filled = $4::numeric, updated_at = business_now()
where id = $5::uuid and status = 'REFUSED' and missed`,
  values: ["filledUnits", "proceeds", "fee", "mid", "id"],
});

type OrdersToLookUpValues = {
  limit: bigint | number;
};
export const ordersToLookUp = query<OrdersToLookUpValues, MissedToWatchRow>({
  text: () =>
    `select id from venue_order where status = 'OPEN' and next_at <= business_now() order by next_at limit $1`,
  values: ["limit"],
});

type CountComingValues = {
  marginMs: number;
};
type CountComingRow = {
  count: bigint;
};
export const countComing = query<CountComingValues, CountComingRow>({
  text: () => `select count(*) as "count" from venue_order where status = 'OPEN'
  and (last_error is null or deadline + $1::double precision * interval '1 millisecond' <= business_now())`,
  values: ["marginMs"],
});

type OrdersForDepositValues = {
  depositId: string;
  since: Date;
};
export const ordersForDeposit = query<OrdersForDepositValues, FindOrderRow>({
  text: () => `select * from venue_order where deposit_id = $1::uuid and created_at >= $2 order by created_at, id`,
  values: ["depositId", "since"],
});

type VenuesRefusingValues = {
  base: string;
  fiat: string;
  withinMs: number;
};
type VenuesRefusingRow = {
  venue: string;
};
export const venuesRefusing = query<VenuesRefusingValues, VenuesRefusingRow>({
  text: () => `select distinct venue from venue_order where asset = $1 and fiat = $2 and status = 'REFUSED'
  and updated_at > business_now() - $3::double precision * interval '1 millisecond'`,
  values: ["base", "fiat", "withinMs"],
});

type InsertOrderValues = {
  id: string;
  clientRef: string;
  venue: string;
  purpose: string;
  side: string;
  base: string;
  fiat: string;
  units: bigint | string;
  depositId?: string | null | undefined;
  conversionId?: string | null | undefined;
  limitPrice?: bigint | string | null | undefined;
  mid?: bigint | string | null | undefined;
  deadlineMs: number;
  lookMs: number;
};
export const insertOrder = query<InsertOrderValues, FindOrderRow>({
  text: () => `insert into venue_order (id, client_ref, venue, purpose, side, asset, fiat, quantity_units, deposit_id, conversion_id, status,
  limit_price, mid_placed, deadline, next_at, created_at, updated_at)
values ($1::uuid, $2, $3, $4, $5, $6, $7,
  $8::numeric, $9::uuid, $10::uuid, 'OPEN',
  $11::numeric, $12::numeric, business_now() + $13::double precision * interval '1 millisecond', business_now() + $14::double precision * interval '1 millisecond', business_now(), business_now())
returning *`,
  values: [
    "id",
    "clientRef",
    "venue",
    "purpose",
    "side",
    "base",
    "fiat",
    "units",
    "depositId",
    "conversionId",
    "limitPrice",
    "mid",
    "deadlineMs",
    "lookMs",
  ],
});

type InsertExecutedValues = {
  id: string;
  clientRef: string;
  venue: string;
  side: string;
  base: string;
  fiat: string;
  units: bigint | string;
  status: string;
  proceeds: bigint | string;
  fee: bigint | string;
};
export const insertExecuted = query<InsertExecutedValues, FindOrderRow>({
  text: () => `insert into venue_order (id, client_ref, venue, purpose, side, asset, fiat, quantity_units, status, deadline, next_at, sent_at,
  filled_units, proceeds, fee, created_at, updated_at)
values ($1::uuid, $2, $3, 'HEDGE', $4, $5, $6, greatest($7::numeric, 1), $8, business_now(), business_now(),
  business_now(), $7::numeric, $9::numeric, $10::numeric, business_now(), business_now())
on conflict (client_ref) do nothing returning *`,
  values: ["id", "clientRef", "venue", "side", "base", "fiat", "units", "status", "proceeds", "fee"],
});

type UpdateConcludedValues = {
  status: string;
  filledUnits: bigint | string;
  proceeds: bigint | string;
  fee: bigint | string;
  mid?: bigint | string | null | undefined;
  reason?: string | null | undefined;
  missed: boolean;
  firstWatchMs: number;
  failure?: string | null | undefined;
  id: string;
};
export const updateConcluded = command<UpdateConcludedValues>({
  text: () => `update venue_order set status = $1, filled_units = $2::numeric,
  proceeds = $3::numeric, fee = $4::numeric,
  mid_filled = $5::numeric, last_error = $6,
  missed = $7, tries = 0, next_at = business_now() + $8::double precision * interval '1 millisecond', updated_at = business_now(),
  failure = $9::jsonb
where id = $10::uuid and status = 'OPEN'`,
  values: ["status", "filledUnits", "proceeds", "fee", "mid", "reason", "missed", "firstWatchMs", "failure", "id"],
});

type UpdateUnknownValues = {
  reason: string;
  afterMs: number;
  missedPolls: number;
  failure?: string | null | undefined;
  id: string;
};
export const updateUnknown = command<UpdateUnknownValues>({
  text: () => `update venue_order set last_error = $1, next_at = business_now() + $2::double precision * interval '1 millisecond',
  tries = $3::integer, updated_at = business_now(),
  failure = case when last_error = $1 then failure else $4::jsonb end
where id = $5::uuid and status = 'OPEN'`,
  values: ["reason", "afterMs", "missedPolls", "failure", "id"],
});

type UpdateWatchedValues = {
  counted: number;
  afterMs: number;
  id: string;
};
/** A look counts once, though two workers make it: else the second would put off the next one by an hour. */
export const updateWatched = command<UpdateWatchedValues>({
  text: () =>
    `update venue_order set tries = tries + $1::integer, next_at = business_now() + $2::double precision * interval '1 millisecond' where id = $3::uuid and status = 'REFUSED' and next_at <= business_now()`,
  values: ["counted", "afterMs", "id"],
});

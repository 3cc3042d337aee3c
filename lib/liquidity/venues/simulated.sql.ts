// Written from simulated.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, command, query } from "#lib/kernel/statement.ts";

type LookValues = {
  clientRef: string;
};
type LookRow = {
  now: Date;
  client_ref: string | null;
  trade_id: string | null;
  base: "BTC" | "BCH" | "USDT" | "USDC" | null;
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY" | null;
  quantity_units: Decimal | null;
  filled_units: Decimal | null;
  proceeds: Decimal | null;
  fee_fiat_units: Decimal | null;
  status: "FILLED" | "PARTIAL" | "REFUSED" | null;
  visible_at: Date | null;
  created_at: Date | null;
};
export const look = query<LookValues, LookRow>({
  text: () => `select business_now() as "now", o.client_ref, o.trade_id, o.base, o.fiat, o.quantity_units, o.filled_units, o.proceeds, o.fee_fiat_units, o.status, o.visible_at, o.created_at
from (values (true)) one(row) left join sandbox_order o on o.client_ref = $1`,
  values: ["clientRef"],
});

type BalancesRow = {
  symbol: string;
  quantity: Decimal;
};
/** Looked at in each round. */
export const balances = query<NoValues, BalancesRow>({
  text: () => `with traded as (
  select base, fiat, s.sign * filled_units / power(10::numeric, case when base in ('BTC', 'BCH') then 8 else 6 end) as sold,
    s.sign * proceeds as gained
  from sandbox_traded cross join lateral (select case side when 'SELL' then 1 else -1 end as sign) s
)
select symbol as "symbol", sum(held) as "quantity" from (
  select base, -sold from traded union all select fiat, gained from traded
  union all select crypto_of(asset), case kind when 'DEPOSIT' then quantity else -quantity - fee end from sandbox_venue_transfer where status = 'DONE'
) h(symbol, held) group by symbol order by symbol`,
  values: [],
});

type TradesSinceValues = {
  since: Date;
};
type TradesSinceRow = {
  trade_id: string;
  client_ref: string;
  side: "SELL" | "BUY";
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  filled_units: Decimal;
  proceeds: Decimal;
  created_at: Date;
};
export const tradesSince = query<TradesSinceValues, TradesSinceRow>({
  text: () => `select trade_id, client_ref, side, base, fiat, filled_units, proceeds, created_at from sandbox_order
where created_at >= $1 and filled_units > 0 order by created_at, trade_id`,
  values: ["since"],
});

type TransfersSinceValues = {
  since: Date;
};
type TransfersSinceRow = {
  ref: string;
  kind: "DEPOSIT" | "WITHDRAWAL";
  asset: string;
  quantity: Decimal;
  fee: Decimal;
  status: "PENDING" | "DONE" | "FAILED";
  txHash: string | null;
  address: string | null;
  label: string | null;
  at: Date;
};
export const transfersSince = query<TransfersSinceValues, TransfersSinceRow>({
  text: () => `select ref, kind, asset, quantity, fee, status, tx_hash as "txHash", address, label, at from sandbox_venue_transfer
where at >= $1 order by at, ref`,
  values: ["since"],
});

type InsertOrderValues = {
  clientRef: string;
  side: string;
  tradeId: string;
  base: string;
  fiat: string;
  quantity: bigint | string;
  filled: bigint | string;
  proceeds: bigint | string;
  status: string;
};
export const insertOrder = command<InsertOrderValues>({
  text: () => `insert into sandbox_order (client_ref, side, trade_id, base, fiat, quantity_units, filled_units, proceeds, status, visible_at, created_at)
values ($1, $2, $3::uuid, $4, $5, $6::numeric,
  $7::numeric, $8::numeric, $9, clock_timestamp(), business_now())
on conflict (client_ref) do nothing`,
  values: ["clientRef", "side", "tradeId", "base", "fiat", "quantity", "filled", "proceeds", "status"],
});

type TakeFaultRow = {
  fault:
    | "none"
    | "reject"
    | "timeout-after-accept"
    | "timeout-before-accept"
    | "partial"
    | "slow"
    | "insufficient-funds"
    | "clock-ahead"
    | "thin";
};
export const takeFault = query<NoValues, TakeFaultRow>({
  text: () => `with before as (select fault, remaining from sandbox_venue where id for update),
used as (update sandbox_venue v set remaining = greatest(v.remaining - 1, -1),
  fault = case when v.remaining = 1 then 'none' else v.fault end from before where before.remaining <> 0 returning v.id)
select fault from before where remaining <> 0`,
  values: [],
});

type SetVenueFaultValues = {
  fault: string;
  remaining: number;
};
export const setVenueFault = command<SetVenueFaultValues>({
  text: () => `insert into sandbox_venue (fault, remaining) values ($1, $2)
on conflict (id) do update set fault = excluded.fault, remaining = excluded.remaining`,
  values: ["fault", "remaining"],
});

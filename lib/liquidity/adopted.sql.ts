// Written from adopted.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type IdentityOfValues = {
  depositId?: string | null | undefined;
  conversionId?: string | null | undefined;
};
type IdentityOfRow = {
  identity: string | null;
  epoch: number;
};
export const identityOf = query<IdentityOfValues, IdentityOfRow>({
  text: () => `select order_identity($1::uuid, $2::uuid) as identity, epoch from deployment`,
  values: ["depositId", "conversionId"],
});

type TakenRefsValues = {
  refs: readonly (string | null)[];
};
type TakenRefsRow = {
  client_ref: string;
};
export const takenRefs = query<TakenRefsValues, TakenRefsRow>({
  text: () => `select client_ref from venue_order where client_ref = any($1::text[])`,
  values: ["refs"],
});

type FreeAdoptedValues = {
  refs: readonly (string | null)[];
  side: string;
  base: string;
  fiat: string;
};
type FreeAdoptedRow = {
  client_ref: string;
  trades: JsonValue;
};
export const freeAdopted = query<FreeAdoptedValues, FreeAdoptedRow>({
  text: () => `select a.client_ref, a.trades from adopted_order a
where a.client_ref = any($1::text[]) and a.side = $2 and a.asset = $3 and a.fiat = $4
  and not exists (select from venue_order o where o.client_ref = a.client_ref)`,
  values: ["refs", "side", "base", "fiat"],
});

type InsertAdoptedValues = {
  clientRef: string;
  venue: string;
  side: string;
  base: string;
  fiat: string;
  trades: string;
};
export const insertAdopted = command<InsertAdoptedValues>({
  text: () => `insert into adopted_order (client_ref, venue, side, asset, fiat, trades, adopted_at)
select $1, $2, $3, $4, $5, $6::jsonb, business_now()
where not exists (select from venue_order o where o.client_ref = $1)
  and not exists (select from adopted_order a where a.client_ref = $1)`,
  values: ["clientRef", "venue", "side", "base", "fiat", "trades"],
});

type UnclaimedAdoptedValues = {
  afterMs: number;
  limit: bigint | number;
};
type UnclaimedAdoptedRow = {
  client_ref: string;
  venue: string;
  side: "SELL" | "BUY";
  asset: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  trades: JsonValue;
  adopted_at: Date;
};
export const unclaimedAdopted = query<UnclaimedAdoptedValues, UnclaimedAdoptedRow>({
  text: () => `select a.client_ref, a.venue, a.side, a.asset, a.fiat, a.trades, a.adopted_at from adopted_order a
where a.adopted_at < business_now() - $1::double precision * interval '1 millisecond'
  and not exists (select from venue_order o where o.client_ref = a.client_ref)
order by a.adopted_at, a.client_ref limit $2`,
  values: ["afterMs", "limit"],
});

type KnownTradesValues = {
  venue: string;
  tradeIds: readonly (string | null)[];
};
type KnownTradesRow = {
  tradeId: string;
};
export const knownTrades = query<KnownTradesValues, KnownTradesRow>({
  text: () => `select t.trade_id as "tradeId" from venue_trade t where t.venue = $1 and t.trade_id = any($2::text[])
union select w.id from unnest($2::text[]) w(id) where exists (select from adopted_order a
  where a.venue = $1 and a.trades @> jsonb_build_array(jsonb_build_object('tradeId', w.id)))`,
  values: ["venue", "tradeIds"],
});

type InDoubtValues = {
  venue: string;
  looks: number;
};
type InDoubtRow = {
  asset: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  since: Date;
};
export const inDoubt = query<InDoubtValues, InDoubtRow>({
  text: () => `select asset, fiat, min(created_at) as "since" from venue_order
where venue = $1 and (status = 'OPEN' or (status = 'REFUSED' and missed and tries < $2::integer)) group by asset, fiat`,
  values: ["venue", "looks"],
});

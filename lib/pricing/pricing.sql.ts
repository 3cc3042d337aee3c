// Written from pricing.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, type NoValues, command, query } from "#lib/kernel/statement.ts";

type ClaimFeedsValues = {
  everyMs: number;
  sources: readonly (string | null)[];
  mostMs: number;
};
type ClaimFeedsRow = {
  source: string;
};
/** No turn is further ahead than this, unless the clock was set back. */
export const claimFeeds = query<ClaimFeedsValues, ClaimFeedsRow>({
  text: () => `insert into price_feed as f (source, next_at)
select source, clock_timestamp() + $1::double precision * interval '1 millisecond' from unnest($2::text[]) source
on conflict (source) do update set next_at = excluded.next_at where f.next_at <= clock_timestamp()
  or f.next_at > clock_timestamp() + case when f.failures = 0 then $1::double precision else $3::double precision end * interval '1 millisecond'
returning source`,
  values: ["everyMs", "sources", "mostMs"],
});

type InsertSamplesValues = {
  source: string;
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  bids: readonly (bigint | string | null)[];
  asks: readonly (bigint | string | null)[];
  ats: readonly (Date | null)[];
};
export const insertSamples = command<InsertSamplesValues>({
  text: () => `insert into price_sample (source, base, fiat, bid, ask, at, stored_at)
select $1, q.base, q.fiat, q.bid, q.ask, q.at, business_now()
from unnest($2::text[], $3::text[], $4::numeric[],
  $5::numeric[], $6::timestamptz[]) q(base, fiat, bid, ask, at)`,
  values: ["source", "bases", "fiats", "bids", "asks", "ats"],
});

type UpdateFeedValues = {
  fault?: string | null | undefined;
  failed: boolean;
  waitMs: number;
  mostMs: number;
  source: string;
};
export const updateFeed = command<UpdateFeedValues>({
  text: () => `update price_feed set last_error = $1, failures = case when $2 then failures + 1 else 0 end,
  read_at = case when $2 then read_at else clock_timestamp() end,
  next_at = case when $2 then clock_timestamp() + least($3::double precision * power(2, least(failures, 20)), $4::double precision) * interval '1 millisecond' else next_at end
where source = $5`,
  values: ["fault", "failed", "waitMs", "mostMs", "source"],
});

type UpsertReferenceValues = {
  base: string;
  fiat: string;
  bid: bigint | string;
  at: Date;
  aheadSeconds: number;
};
export const upsertReference = command<UpsertReferenceValues>({
  text: () => `insert into price_reference as r (base, fiat, bid, at) values ($1, $2, $3::numeric, $4)
on conflict (base, fiat) do update set bid = excluded.bid, at = excluded.at
where r.at < excluded.at or r.at > business_now() + make_interval(secs => $5)`,
  values: ["base", "fiat", "bid", "at", "aheadSeconds"],
});

type DeleteSamplesBeforeValues = {
  ageMs: number;
};
export const deleteSamplesBefore = command<DeleteSamplesBeforeValues>({
  text: () =>
    `delete from price_sample where stored_at < business_now() - $1::double precision * interval '1 millisecond'`,
  values: ["ageMs"],
});

type ReadReferenceAgesRow = {
  pair: string;
  age: number;
};
export const readReferenceAges = query<NoValues, ReadReferenceAgesRow>({
  text: () => `select base || '/' || fiat as "pair", (extract(epoch from business_now() - at) * 1000)::double precision as "age"
from price_reference order by 1`,
  values: [],
});

type UpsertBooksValues = {
  source: string;
  at: Date;
  rows: string;
  aheadSeconds: number;
};
export const upsertBooks = command<UpsertBooksValues>({
  text: () => `insert into price_book as b (source, base, fiat, levels, at)
select $1, r.base, r.fiat, r.levels, $2::timestamptz
from jsonb_to_recordset($3::jsonb) r(base text, fiat text, levels jsonb)
on conflict (source, base, fiat) do update set levels = excluded.levels, at = excluded.at
where b.at < excluded.at or b.at > business_now() + make_interval(secs => $4)`,
  values: ["source", "at", "rows", "aheadSeconds"],
});

type StoredSamplesValues = {
  base: string;
  fiat: string;
  lookBackSeconds: number;
  aheadSeconds: number;
  freshSeconds: number;
};
type StoredSamplesRow = {
  source: string;
  bid: Decimal;
  ask: Decimal;
  at: Date;
  levels: JsonValue | null;
};
export const storedSamples = query<StoredSamplesValues, StoredSamplesRow>({
  text: () => `select s.source as "source", s.bid as "bid", s.ask as "ask", s.at as "at", b.levels from (
  select distinct on (source) source, bid, ask, at from price_sample
  where base = $1 and fiat = $2 and stored_at > business_now() - make_interval(secs => $3) and at <= business_now() + make_interval(secs => $4) order by source, at desc
) s left join price_book b on b.source = s.source and b.base = $1 and b.fiat = $2
  and b.at > business_now() - make_interval(secs => $5) and b.at <= business_now() + make_interval(secs => $4)`,
  values: ["base", "fiat", "lookBackSeconds", "aheadSeconds", "freshSeconds"],
});

type LastGoodValues = {
  base: string;
  fiat: string;
};
type LastGoodRow = {
  bid: Decimal;
  at: Date;
};
export const lastGood = query<LastGoodValues, LastGoodRow>({
  text: () => `select bid, at from price_reference where base = $1 and fiat = $2`,
  values: ["base", "fiat"],
});

type SandboxPricesRow = {
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  bid: Decimal | null;
  stale: boolean;
  levels: JsonValue | null;
};
export const sandboxPrices = query<NoValues, SandboxPricesRow>({
  text: () => `select base, fiat, bid, stale, levels from sandbox_price`,
  values: [],
});

type LastEurBidsRow = {
  bids: JsonValue;
};
export const lastEurBids = query<NoValues, LastEurBidsRow>({
  text: () =>
    `select coalesce(jsonb_object_agg(base, bid::text), '{}') as "bids" from price_reference where fiat = 'EUR'`,
  values: [],
});

type PairsToKeepValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  everyMs: number;
};
type PairsToKeepRow = {
  base: string;
  fiat: string;
};
export const pairsToKeep = query<PairsToKeepValues, PairsToKeepRow>({
  text: () => `select p.base as "base", p.fiat as "fiat" from unnest($1::text[], $2::text[]) p(base, fiat)
where not exists (select from price_history h where h.base = p.base and h.fiat = p.fiat
  and h.at > business_now() - $3::double precision * interval '1 millisecond')`,
  values: ["bases", "fiats", "everyMs"],
});

type InsertPricesValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  ats: readonly (Date | null)[];
  bids: readonly (bigint | string | null)[];
  asks: readonly (bigint | string | null)[];
};
export const insertPrices = command<InsertPricesValues>({
  text: () => `insert into price_history (base, fiat, at, bid, ask)
select k.base, k.fiat, k.at, k.bid, k.ask
from unnest($1::text[], $2::text[], $3::timestamptz[], $4::numeric[], $5::numeric[]) k(base, fiat, at, bid, ask)
on conflict do nothing`,
  values: ["bases", "fiats", "ats", "bids", "asks"],
});

type PricesAtValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  instants: readonly (Date | null)[];
};
type PricesAtRow = {
  nth: number;
  base: string;
  fiat: string;
  bid: Decimal;
  ask: Decimal;
  at: Date;
};
export const pricesAt = query<PricesAtValues, PricesAtRow>({
  text: () => `select i.nth::integer as "nth", p.base as "base", p.fiat as "fiat", h.bid as "bid", h.ask as "ask", h.at as "at"
from unnest($1::text[], $2::text[]) p(base, fiat)
cross join unnest($3::timestamptz[]) with ordinality i(at, nth)
cross join lateral (select * from price_history k where k.base = p.base and k.fiat = p.fiat and k.at < i.at order by k.at desc limit 1) h`,
  values: ["bases", "fiats", "instants"],
});

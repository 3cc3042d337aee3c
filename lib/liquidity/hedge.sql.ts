// Written from hedge.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, query } from "#lib/kernel/statement.ts";

type ReadPositionsRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  units: Decimal;
};
export const readPositions = query<NoValues, ReadPositionsRow>({
  text: () => `select asset, fiat, units from book_position where units <> 0 order by asset, fiat`,
  values: [],
});

type ReadBookValues = {
  fiat: string;
};
type ReadBookRow = {
  fiat_units: Decimal;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | null;
  units: Decimal | null;
};
/** What the book holds of a fiat and against it, in one statement: a trade is in both or in neither. */
export const readBook = query<ReadBookValues, ReadBookRow>({
  text: () => `select coalesce((select balance from ledger_account where code = 'house:book' and asset = $1), 0)::numeric as "fiat_units", p.asset, p.units
from (select) one left join book_position p on p.fiat = $1 and p.units <> 0 order by p.asset`,
  values: ["fiat"],
});

type ReadToHedgeValues = {
  seen: boolean;
};
type ReadToHedgeRow = {
  asset: string;
  fiat: string;
  units: Decimal;
  seen: Decimal;
};
export const readToHedge = query<ReadToHedgeValues, ReadToHedgeRow>({
  text: () => `select asset as "asset", fiat as "fiat", sum(units) as "units", sum(seen) as "seen" from (
  select asset, fiat, units, 0 as seen from book_position where units <> 0
  union all
  select asset, fiat, 0, units from seen_promises() where $1::boolean
) p group by 1, 2 order by 1, 2`,
  values: ["seen"],
});

type ReadHedgesValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
};
type ReadHedgesRow = {
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  status: "OPEN" | "FILLED" | "REFUSED" | "LATE" | "FOREIGN";
  side: "SELL" | "BUY";
  open_units: Decimal;
  since_last: number;
  since_update: number;
};
/** An open hedge comes first, whatever was placed after it; what others have traded, or was found late, is no hedge under way. */
export const readHedges = query<ReadHedgesValues, ReadHedgesRow>({
  text: () => `select o.asset as base, o.fiat, o.status, o.side, case when o.status = 'OPEN' then o.quantity_units else 0 end as "open_units",
  (extract(epoch from business_now() - o.created_at) * 1000)::double precision as "since_last",
  (extract(epoch from business_now() - o.updated_at) * 1000)::double precision as "since_update"
from unnest($1::text[]) b (base) cross join unnest($2::text[]) f (fiat)
cross join lateral (
  (select 1 as rank, h.id from venue_order h where h.purpose = 'HEDGE' and h.status = 'OPEN' and h.asset = b.base and h.fiat = f.fiat)
  union all
  (select 2, h.id from venue_order h where h.purpose = 'HEDGE' and h.asset = b.base and h.fiat = f.fiat and h.status not in ('FOREIGN', 'LATE')
    order by h.created_at desc, h.id desc limit 1)
  order by rank limit 1) n
join venue_order o on o.id = n.id`,
  values: ["bases", "fiats"],
});

type ReadOpenAgesRow = {
  crypto: string;
  age: number;
};
export const readOpenAges = query<NoValues, ReadOpenAgesRow>({
  text: () => `select p.crypto as "crypto", (extract(epoch from business_now() - o.at) * 1000)::double precision as "age"
from (select crypto_of(asset) as crypto from book_position group by 1 having sum(units) > 0) p
cross join lateral (
  select min(l.at) as at from book_position b join book_lot l on l.asset = b.asset and l.fiat = b.fiat
  where crypto_of(b.asset) = p.crypto and l.upto > b.bought_units - b.units
) o
where o.at is not null`,
  values: [],
});

type ReadOpenedAtValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  leasts: readonly (bigint | string | null)[];
};
type ReadOpenedAtRow = {
  base: string;
  fiat: string;
  opened_at: Date;
  age: number;
};
export const readOpenedAt = query<ReadOpenedAtValues, ReadOpenedAtRow>({
  text: () => `select p.base as "base", p.fiat as "fiat", o.at as "opened_at", (extract(epoch from business_now() - o.at) * 1000)::double precision as "age"
from unnest($1::text[], $2::text[], $3::numeric[]) p (base, fiat, at_least)
cross join lateral (select hedge_opened_at(p.base, p.fiat, p.at_least) as at) o
where o.at is not null`,
  values: ["bases", "fiats", "leasts"],
});

type ReadStopsRow = {
  base: string;
  fiat: string;
  opened_at: Date;
  age_limit_ms: bigint | null;
  size_limit: string | null;
  stopped_at: Date;
};
export const readStops = query<NoValues, ReadStopsRow>({
  text: () =>
    `select base, fiat, opened_at, age_limit_ms, size_limit::text as size_limit, stopped_at from hedge_stop order by base, fiat`,
  values: [],
});

type UpsertStopValues = {
  base: string;
  fiat: string;
  units: bigint | string;
  openedAt: Date;
  ageLimitMs?: bigint | number | null | undefined;
  sizeLimit?: bigint | string | null | undefined;
};
type UpsertStopRow = {
  made: boolean;
};
export const upsertStop = query<UpsertStopValues, UpsertStopRow>({
  text: () => `insert into hedge_stop (base, fiat, units, opened_at, age_limit_ms, size_limit, stopped_at)
values ($1, $2, $3::numeric, $4::timestamptz, $5::bigint, $6::numeric, business_now())
on conflict (base, fiat) do update set units = excluded.units, opened_at = excluded.opened_at,
  age_limit_ms = excluded.age_limit_ms, size_limit = excluded.size_limit
returning xmax = 0 as "made"`,
  values: ["base", "fiat", "units", "openedAt", "ageLimitMs", "sizeLimit"],
});

type DeleteStopValues = {
  base: string;
  fiat: string;
};
type DeleteStopRow = {
  base: string;
};
export const deleteStop = query<DeleteStopValues, DeleteStopRow>({
  text: () => `delete from hedge_stop where base = $1 and fiat = $2 returning base`,
  values: ["base", "fiat"],
});

type LockHedgeValues = {
  pair: string;
};
type LockHedgeRow = {
  locked: string | null;
};
export const lockHedge = query<LockHedgeValues, LockHedgeRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('hedge ' || $1, 0))::text as locked`,
  values: ["pair"],
});

type LockSaleValues = {
  pair: string;
};
export const lockSale = query<LockSaleValues, LockHedgeRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('sale ' || $1, 0))::text as locked`,
  values: ["pair"],
});

type ReadFeesRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  code: string;
  units: Decimal;
};
export const readFees = query<NoValues, ReadFeesRow>({
  text: () => `select l.asset, l.code, -(l.balance * case l.normal when 'DEBIT' then 1 else -1 end) as "units" from ledger_account l
where l.code in ('house:fee:service', 'house:fee:transaction', 'house:network-fee', 'house:venue-fee') and not is_fiat(l.asset)
  and not is_gas(l.asset) and l.balance <> 0
order by l.asset, l.code`,
  values: [],
});

type VenueHoldingsRow = {
  venue: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
};
export const venueHoldings = query<NoValues, VenueHoldingsRow>({
  text: () =>
    `select distinct substr(code, 7) as "venue", asset from ledger_account where code like 'venue:%' order by 1, 2`,
  values: [],
});

type DayToSweepValues = {
  windowSeconds: number;
};
type DayToSweepRow = {
  day: string;
};
export const dayToSweep = query<DayToSweepValues, DayToSweepRow>({
  text: () => `select to_char(d.today - 1, 'YYYY-MM-DD') as "day"
from (select (business_now() at time zone house_zone())::date as today) d
where business_now() < day_begins(d.today, house_zone()) + make_interval(secs => $1::double precision)`,
  values: ["windowSeconds"],
});

type InsertSweepValues = {
  venue: string;
  asset: string;
  day: string;
};
type InsertSweepRow = {
  units: Decimal;
};
export const insertSweep = query<InsertSweepValues, InsertSweepRow>({
  text: () => `insert into venue_sweep (venue, asset, day, units, at) values ($1, $2, to_date($3, 'YYYY-MM-DD'), 0, business_now())
on conflict do nothing returning units`,
  values: ["venue", "asset", "day"],
});

type LockSweepValues = {
  name: string;
};
export const lockSweep = query<LockSweepValues, LockHedgeRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('sweep ' || $1, 0))::text as locked`,
  values: ["name"],
});

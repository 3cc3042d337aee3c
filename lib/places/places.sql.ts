// Written from places.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, query } from "#lib/kernel/statement.ts";

type VenueFractionsValues = {
  codes: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type VenueFractionsRow = {
  code: string;
  symbol: string;
  fraction: Decimal;
};
export const venueFractions = query<VenueFractionsValues, VenueFractionsRow>({
  text: () => `select v.code as "code", v.symbol as "symbol", venue_fraction(substr(v.code, 7), v.symbol) as "fraction"
from (select distinct u.code, crypto_of(u.asset) as symbol from unnest($1::text[], $2::text[]) u (code, asset)) v`,
  values: ["codes", "assets"],
});

type HeldEverywhereValues = {
  instants: readonly (Date | null)[];
};
type HeldEverywhereRow = {
  code: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  account_id: string | null;
  account: string | null;
  units: Decimal;
  opened_at: Date | null;
};
/**
 * Of every place, and of every account and what is unassigned, what the books had just before an instant, or have now where none
 * is given; as exact as balancesAt, and as cheap.
 */
export const heldEverywhere = query<HeldEverywhereValues, HeldEverywhereRow>({
  text: () => `with
  known as materialized (select posted_ranged() as id),
  asked as materialized (
    select i.at, i.nth, posted_before(i.at) as before_id, posted_upto(i.at) as upto_id
    from unnest($1::timestamptz[]) with ordinality i(at, nth)
  )
, held as materialized (
  select l.id from ledger_account l where l.account_id is not null or l.code in ('bank', 'transit', 'house:unassigned')
    or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%'
),
  uncovered as materialized (
    select u.id, width_bucket(u.at, $1::timestamptz[]) as nth, sum(u.amount) as units
    from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
      from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
  )
select l.code, l.asset, l.account_id, n.name as account, case when a.at is null then l.balance else
  coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
    + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
      from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
    + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0)
  end as "units",
  (select t.at from posting p join ledger_transaction t on t.id = p.transaction_id where p.ledger_account_id = l.id order by p.id limit 1) as opened_at
from held h join ledger_account l on l.id = h.id left join account n on n.id = l.account_id left join asked a on true
order by l.code, l.asset`,
  values: ["instants"],
});

type HouseDaysValues = {
  now: Date;
  count: number;
};
type HouseDaysRow = {
  zone: string;
  day: string;
  end: Date;
};
/** The last days of the house's zone, the one of a moment the last of them, and when each ends. */
export const houseDays = query<HouseDaysValues, HouseDaysRow>({
  text: () => `select house_zone() as "zone", to_char(d.day, 'YYYY-MM-DD') as "day", day_begins(d.day + 1, house_zone()) as "end"
from (select day_at($1::timestamptz, house_zone()) - n as day from generate_series(0, $2::integer - 1) n) d order by d.day`,
  values: ["now", "count"],
});

type LyingAtValues = {
  instants: readonly (Date | null)[];
};
type LyingAtRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  nth: number;
  units: Decimal;
};
/** What lies in all places of each asset just before each of the instants, which rise; as exact as balancesAt, and as cheap. */
export const lyingAt = query<LyingAtValues, LyingAtRow>({
  text: () => `with
  known as materialized (select posted_ranged() as id),
  asked as materialized (
    select i.at, i.nth, posted_before(i.at) as before_id, posted_upto(i.at) as upto_id
    from unnest($1::timestamptz[]) with ordinality i(at, nth)
  )
, held as materialized (
  select l.id, l.asset from ledger_account l where l.code in ('bank', 'transit')
    or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%'
),
  uncovered as materialized (
    select u.id, width_bucket(u.at, $1::timestamptz[]) as nth, sum(u.amount) as units
    from (select p.ledger_account_id as id, p.amount, (select t.at from ledger_transaction t where t.id = p.transaction_id) as at
      from known k join posting p on p.id > k.id join held h on h.id = p.ledger_account_id offset 0) u group by 1, 2
  )
select h.asset as "asset", a.nth::integer as "nth", sum(
  coalesce((select p.balance from posting p where p.ledger_account_id = h.id and p.id <= a.before_id order by p.id desc limit 1), 0)
    + coalesce((select sum(p.amount) filter (where (select t.at from ledger_transaction t where t.id = p.transaction_id) < a.at)
      from posting p where p.ledger_account_id = h.id and p.id > a.before_id and p.id <= a.upto_id), 0)
    + coalesce((select sum(u.units) from uncovered u where u.id = h.id and u.nth < a.nth), 0)
) as "units"
from held h cross join asked a group by 1, 2 order by 1, 2`,
  values: ["instants"],
});

type MovedAtPlacesValues = {
  from: Date;
  to: Date;
};
type MovedAtPlacesRow = {
  code: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  gone_in: Decimal;
  gone_out: Decimal;
  fees: Decimal;
};
export const movedAtPlaces = query<MovedAtPlacesValues, MovedAtPlacesRow>({
  text: () => `with
  posted as (
    select t.id, l.code, l.asset, sum(p.amount) as net, max(p.id) as last_id
    from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
    where t.at >= $1::timestamptz and t.at < $2::timestamptz
      and (l.code in ('bank', 'transit') or l.code like 'custody:%' or l.code like 'venue:%' or l.code like 'bank:%')
    group by 1, 2, 3
  ), costs as (
    select p.transaction_id as id, p.asset, sum(p.amount) as fee from posting p join ledger_account l on l.id = p.ledger_account_id
    where l.code in ('house:network-fee', 'house:venue-fee', 'house:bank-fee') and p.transaction_id in (select id from posted) group by 1, 2
  ), borne as (
    select d.id, d.last_id, d.code, d.asset, d.net, case when row_number() over (
      partition by d.id, d.asset order by sign(d.net * c.fee), abs(d.net) desc, d.code) = 1 then coalesce(c.fee, 0) else 0 end as fee
    from posted d left join costs c on c.id = d.id and c.asset = d.asset
  )
select code as "code", asset as "asset", sum(greatest(net + fee, 0)) as "gone_in", sum(greatest(-net - fee, 0)) as "gone_out", sum(fee) as "fees"
from borne group by 1, 2 order by 1, 2`,
  values: ["from", "to"],
});

type EntriesAtPlaceValues = {
  from: Date;
  to: Date;
  before?: bigint | number | null | undefined;
  count: number;
  code: string;
  assets: readonly (string | null)[];
};
type EntriesAtPlaceRow = {
  last_id: bigint;
  id: string;
  at: Date;
  event: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  account: string | null;
  bill_id: string | null;
  conversion_id: string | null;
  payout_id: string | null;
  move_id: string | null;
  gone_in: Decimal;
  gone_out: Decimal;
  fees: Decimal;
};
/**
 * The transactions that movedAtPlaces adds up for one place, the one that was posted last first. Only ids are read between which
 * a posting of the period may be; what each moved is reckoned in their order, as far as the page needs.
 */
export const entriesAtPlace = query<EntriesAtPlaceValues, EntriesAtPlaceRow>({
  text: () => `with a as materialized (
  select posted_before($1::timestamptz) as began, posted_upto($2::timestamptz) as ended, posted_ranged() as ranged
)
select e.last_id as "last_id", (e.entry).id as "id", (e.entry).at as "at", (e.entry).event as "event", e.asset as "asset", n.name as account,
  (e.entry).bill_id, (e.entry).conversion_id,
  case when starts_with((e.entry).effect_key, 'payout:') then split_part((e.entry).effect_key, ':', 2) end as payout_id,
  case when starts_with((e.entry).effect_key, 'move:') then split_part((e.entry).effect_key, ':', 2) end as move_id,
  greatest(e.net + e.fee, 0) as "gone_in", greatest(-e.net - e.fee, 0) as "gone_out", e.fee as "fees"
from a cross join ledger_account l cross join lateral (
  select p.id as last_id, l.asset, t as entry, m.net, m.fee
  from posting p join ledger_transaction t on t.id = p.transaction_id cross join lateral borne_at(t.id, l.code, l.asset) m
  where p.ledger_account_id = l.id
    and p.id > a.began and (p.id <= a.ended or p.id > a.ranged) and p.id < coalesce($3::bigint, 9223372036854775807)
    and t.at >= $1::timestamptz and t.at < $2::timestamptz and (m.net <> 0 or m.fee <> 0)
    and not exists (select from posting o where o.transaction_id = p.transaction_id and o.ledger_account_id = l.id and o.id > p.id)
  order by p.id desc limit $4::integer
) e left join account n on n.id = (e.entry).account_id
where l.code = $5 and l.asset = any($6::text[])
order by e.last_id desc limit $4::integer`,
  values: ["from", "to", "before", "count", "code", "assets"],
});

type DepositsComingRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  count: bigint;
  units: Decimal;
  since: Date;
  in_blocks: bigint;
};
/** Seen on a chain and not final yet, by what they are of. */
export const depositsComing = query<NoValues, DepositsComingRow>({
  text: () => `select d.asset as "asset", count(*) as "count", sum(d.quantity_units) as "units", min(d.first_seen) as "since",
  count(*) filter (where d.block_height is not null) as "in_blocks"
from deposit d where d.status = 'UNCONFIRMED' group by 1 order by 1`,
  values: [],
});

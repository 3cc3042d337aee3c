// Written from range.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type RangesOfValues = {
  network: string;
};
type RangesOfRow = {
  first: bigint;
  last: bigint;
};
export const rangesOf = query<RangesOfValues, RangesOfRow>({
  text: () => `select first, last from chain_range where network = $1 order by first`,
  values: ["network"],
});

type WidenRangeValues = {
  last: bigint | number;
  network: string;
  first: bigint | number;
};
export const widenRange = command<WidenRangeValues>({
  text: () => `with widened as (
  update chain_range set last = $1 where network = $2 and last = $3::bigint - 1 returning network
)
insert into chain_range (network, first, last)
select $2::text, $3::bigint, $1::bigint where not exists (select from widened) on conflict do nothing`,
  values: ["last", "network", "first"],
});

type ShortenFromValues = {
  from: bigint | number;
  network: string;
};
export const shortenFrom = command<ShortenFromValues>({
  text: () => `update chain_range set last = greatest(first, $1::bigint) - 1 where network = $2 and last >= $1`,
  values: ["from", "network"],
});

type InsertRangesValues = {
  network: string;
  from: bigint | number;
  beforeFrom: bigint | number;
  height: bigint | number;
};
export const insertRanges = command<InsertRangesValues>({
  text: () => `insert into chain_range (network, first, last) values ($1, $2, $3), ($1, $4, $4)
on conflict (network, first) do update set last = greatest(chain_range.last, excluded.last)`,
  values: ["network", "from", "beforeFrom", "height"],
});

type SplitRangeValues = {
  network: string;
  height: bigint | number;
};
export const splitRange = command<SplitRangeValues>({
  text: () => `with around as (
  select first, last from chain_range where network = $1 and first <= $2::bigint and last >= $2::bigint
), below as (
  update chain_range r set last = $2::bigint - 1 from around a where r.network = $1 and r.first = a.first returning a.last
)
insert into chain_range (network, first, last) select $1::text, $2::bigint + 1, max(b.last) from below b having max(b.last) > $2::bigint
on conflict (first, network) do update set last = greatest(chain_range.last, excluded.last)`,
  values: ["network", "height"],
});

// Written from seal.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type LockSealsValues = {
  sealLock: bigint | number;
};
type LockSealsRow = {
  mine: boolean;
};
export const lockSeals = query<LockSealsValues, LockSealsRow>({
  text: () => `select pg_try_advisory_xact_lock($1) as "mine"`,
  values: ["sealLock"],
});

type UnsealedLinesValues = {
  settledSeconds: number;
  limit: bigint | number;
};
type UnsealedLinesRow = {
  count: number;
  lines: string | null;
  hash: Uint8Array | null;
};
/**
 * Looked for in every round, among all seals: the clock is read once, as no index is asked by one that goes on, and from the
 * seal that reaches furthest down to the first that is old.
 */
export const unsealedLines = query<UnsealedLinesValues, UnsealedLinesRow>({
  text: () => `with settled as (
  select coalesce((select upper(lines) from audit_seal where sealed_at < (select clock_timestamp() - make_interval(secs => $1))
    order by upper(lines) desc limit 1), 0) as floor
), recent as (
  select coalesce(range_agg(lines), '{}'::int8multirange) as covered from audit_seal
  where sealed_at >= (select clock_timestamp() - make_interval(secs => $1))
), open as (
  select a.seq, audit_line_hash(a) as hash from audit a, settled, recent
  where a.seq >= settled.floor and not (recent.covered @> a.seq) order by a.seq limit $2
)
select count(*)::integer as "count", range_agg(int8range(seq, seq + 1))::text as lines,
  sha256(string_agg(hash, ''::bytea order by seq)) as hash from open`,
  values: ["settledSeconds", "limit"],
});

type InsertSealValues = {
  id: bigint | number;
  lines: string;
  lineCount: number;
  linesHash: Uint8Array;
  hash: Uint8Array;
};
export const insertSeal = command<InsertSealValues>({
  text: () => `insert into audit_seal (id, lines, line_count, lines_hash, hash)
values ($1, $2::int8multirange, $3, $4, $5)`,
  values: ["id", "lines", "lineCount", "linesHash", "hash"],
});

type ReadSealsValues = {
  after: bigint | number;
  limit: bigint | number;
};
type ReadSealsRow = {
  id: bigint;
  lines: string;
  line_count: number;
  lines_hash: Uint8Array;
  hash: Uint8Array;
};
export const readSeals = query<ReadSealsValues, ReadSealsRow>({
  text: () =>
    `select id, lines::text as "lines", line_count, lines_hash, hash from audit_seal where id > $1 order by id limit $2`,
  values: ["after", "limit"],
});

type LinesUnderValues = {
  sealId: bigint | number;
};
type LinesUnderRow = {
  line: string;
};
export const linesUnder = query<LinesUnderValues, LinesUnderRow>({
  text: () => `select jsonb_build_array(a.seq, floor(extract(epoch from a.at) * 1000000)::bigint, a.actor, a.action, a.account_id,
  a.object_kind, a.object_id, a.detail, a.request_id, a.client_address)::text as "line"
from audit_seal s cross join lateral unnest(s.lines) as part(lines)
join audit a on a.seq >= lower(part.lines) and a.seq < upper(part.lines) where s.id = $1 order by a.seq`,
  values: ["sealId"],
});

type CountLinesValues = {
  settledSeconds: number;
};
type CountLinesRow = {
  covered: number;
  waiting: number;
  slipped: number;
};
export const countLines = query<CountLinesValues, CountLinesRow>({
  text: () => `with covered as (select coalesce(range_agg(lines), '{}'::int8multirange) as lines from audit_seal),
settled as (
  select coalesce(max(upper(lines)), 0) as floor from audit_seal
  where sealed_at < clock_timestamp() - make_interval(secs => $1)
)
select count(*) filter (where covered.lines @> a.seq)::integer as "covered",
  count(*) filter (where not covered.lines @> a.seq and a.seq >= settled.floor)::integer as "waiting",
  count(*) filter (where not covered.lines @> a.seq and a.seq < settled.floor)::integer as "slipped"
from covered, settled left join audit a on true where a.seq is not null`,
  values: ["settledSeconds"],
});

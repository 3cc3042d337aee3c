import type { Db } from "#lib/kernel/database.ts";

/** Serialises sealing over all processes. */
const SEAL_LOCK = 72_707_372;
/**
 * Lines are numbered when they are written and seen when their transaction commits, so a lower number may come later; no
 * transaction lives longer than this, so behind older seals nothing is missing.
 */
const SETTLED_SECONDS = 600;

/** Whether this transaction is the one that seals now. */
export async function lockSeals(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as mine`;
  return row?.mine ?? false;
}

export type OpenLines = { count: number; lines: string | null; hash: Uint8Array | null };

/** The lines no seal covers, oldest first, with the hash over their hashes. */
export async function unsealedLines(db: Db, limit: number): Promise<OpenLines> {
  const [row] = await db.$queryRaw<OpenLines[]>`
    with settled as (
      select coalesce(max(upper(lines)), 0) as floor from audit_seal
      where sealed_at < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})
    ), recent as (
      select coalesce(range_agg(lines), '{}'::int8multirange) as covered from audit_seal
      where sealed_at >= clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})
    ), open as (
      select a.seq, audit_line_hash(a) as hash from audit a, settled, recent
      where a.seq >= settled.floor and not (recent.covered @> a.seq) order by a.seq limit ${limit}
    )
    select count(*)::integer as count, range_agg(int8range(seq, seq + 1))::text as lines,
      sha256(string_agg(hash, ''::bytea order by seq)) as hash from open`;
  return row ?? { count: 0, lines: null, hash: null };
}

export async function lastSeal(db: Db): Promise<{ id: bigint; hash: Uint8Array } | undefined> {
  const [row] = await db.$queryRaw<{ id: bigint; hash: Uint8Array }[]>`
    select id, hash from audit_seal order by id desc limit 1`;
  return row;
}

export type NewSeal = { id: bigint; lines: string; lineCount: number; linesHash: Uint8Array; hash: Uint8Array };

export async function insertSeal(db: Db, seal: NewSeal): Promise<void> {
  await db.$executeRaw`
    insert into audit_seal (id, lines, line_count, lines_hash, hash)
    values (${seal.id}, ${seal.lines}::int8multirange, ${seal.lineCount}, ${seal.linesHash}, ${seal.hash})`;
}

export type SealRow = { id: bigint; lines: string; line_count: number; lines_hash: Uint8Array; hash: Uint8Array };

/** Seals after one, in order. */
export function readSeals(db: Db, after: bigint, limit: number): Promise<SealRow[]> {
  return db.$queryRaw<SealRow[]>`
    select id, lines::text as lines, line_count, lines_hash, hash from audit_seal where id > ${after} order by id limit ${limit}`;
}

/** The hash over the lines that a seal covers, as they are now. */
export async function linesUnder(db: Db, sealId: bigint): Promise<Uint8Array> {
  const [row] = await db.$queryRaw<{ hash: Uint8Array | null }[]>`
    select sha256(string_agg(audit_line_hash(a), ''::bytea order by a.seq)) as hash
    from audit_seal s cross join lateral unnest(s.lines) as part(lines)
    join audit a on a.seq >= lower(part.lines) and a.seq < upper(part.lines) where s.id = ${sealId}`;
  return row?.hash ?? new Uint8Array();
}

/** How many lines seals cover, how many came after the last one, and how many slipped in between long ago. */
export async function countLines(db: Db): Promise<{ covered: number; waiting: number; slipped: number }> {
  const [row] = await db.$queryRaw<{ covered: number; waiting: number; slipped: number }[]>`
    with covered as (select coalesce(range_agg(lines), '{}'::int8multirange) as lines from audit_seal),
    settled as (
      select coalesce(max(upper(lines)), 0) as floor from audit_seal
      where sealed_at < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})
    )
    select count(*) filter (where covered.lines @> a.seq)::integer as covered,
      count(*) filter (where not covered.lines @> a.seq and a.seq >= settled.floor)::integer as waiting,
      count(*) filter (where not covered.lines @> a.seq and a.seq < settled.floor)::integer as slipped
    from covered, settled left join audit a on true where a.seq is not null`;
  return row ?? { covered: 0, waiting: 0, slipped: 0 };
}

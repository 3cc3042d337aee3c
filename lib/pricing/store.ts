import type { Db } from "#lib/kernel/database.ts";
import type { Quote } from "./market.ts";
import type { Reference } from "./reference.ts";

/**
 * Claims those feeds whose turn has come by the wall clock, so that of many workers one reads each. A claim moves the
 * turn on by `everyMs`; what became of the reading may move it further.
 */
export async function claimFeeds(db: Db, sources: readonly string[], everyMs: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ source: string }[]>`
    insert into price_feed as f (source, next_at)
    select source, clock_timestamp() + ${everyMs}::double precision * interval '1 millisecond' from unnest(${[...sources]}::text[]) source
    on conflict (source) do update set next_at = excluded.next_at where f.next_at <= clock_timestamp()
    returning source`;
  return rows.map(({ source }) => source);
}

/** What a feed said, at its own time or at `askedAt`. */
export async function insertSamples(db: Db, source: string, quotes: readonly Quote[], askedAt: Date): Promise<void> {
  const texts = (of: (quote: Quote) => string) => quotes.map(of);
  await db.$executeRaw`
    insert into price_sample (source, base, fiat, bid, ask, at, stored_at)
    select ${source}, q.base, q.fiat, q.bid, q.ask, q.at, business_now()
    from unnest(${texts(({ base }) => base)}::text[], ${texts(({ fiat }) => fiat)}::text[], ${texts(({ bid }) => bid.toString())}::numeric[],
      ${texts(({ ask }) => ask.toString())}::numeric[], ${texts(({ at }) => (at ?? askedAt).toISOString())}::timestamptz[]) q(base, fiat, bid, ask, at)`;
}

/** How the reading of a feed ended; each failure in a row doubles the wait, up to `mostMs`. */
export async function updateFeed(
  db: Db,
  source: string,
  end: { fault: string | undefined; failed: boolean; waitMs: number; mostMs: number },
): Promise<void> {
  await db.$executeRaw`
    update price_feed set last_error = ${end.fault ?? null}, failures = case when ${end.failed} then failures + 1 else 0 end,
      read_at = case when ${end.failed} then read_at else clock_timestamp() end,
      next_at = case when ${end.failed} then clock_timestamp() + least(${end.waitMs}::double precision * power(2, least(failures, 20)), ${end.mostMs}::double precision) * interval '1 millisecond' else next_at end
    where source = ${source}`;
}

/** Keeps a reference as the newest good one of its pair; one that is older than what is there changes nothing. */
export async function upsertReference(db: Db, { base, fiat, bid, at }: Reference): Promise<void> {
  await db.$executeRaw`
    insert into price_reference as r (base, fiat, bid, at) values (${base}, ${fiat}, ${bid.toString()}::numeric, ${at})
    on conflict (base, fiat) do update set bid = excluded.bid, at = excluded.at where r.at < excluded.at`;
}

export function deleteSamplesBefore(db: Db, ageMs: number): Promise<number> {
  return db.$executeRaw`
    delete from price_sample where stored_at < business_now() - ${ageMs}::double precision * interval '1 millisecond'`;
}

/** How old the newest good reference of each pair is, in business time. */
export async function readReferenceAges(db: Db): Promise<{ pair: string; ageMs: number }[]> {
  const rows = await db.$queryRaw<{ pair: string; age: number }[]>`
    select base || '/' || fiat as pair, (extract(epoch from business_now() - at) * 1000)::double precision as age
    from price_reference order by 1`;
  return rows.map(({ pair, age }) => ({ pair, ageMs: age }));
}

/** Pairs of the simulated market that were said to be stale. */
export async function readStaleOfSandbox(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ pair: string }[]>`
    select base || '/' || fiat as pair from sandbox_price where stale order by 1`;
  return rows.map(({ pair }) => pair);
}

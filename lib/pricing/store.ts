import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom } from "#lib/kernel/database.ts";
import { type Level, levelTexts } from "./book.ts";
import type { Pair, Priced, Quote } from "./market.ts";
import { AHEAD_MS, type Reference } from "./reference.ts";
import type { StoredPrice } from "./worth.ts";
import * as sql from "./pricing.sql.ts";

/**
 * Claims those feeds whose turn has come by the wall clock, so that of many workers one reads each. A claim moves the
 * turn on by `everyMs`; what became of the reading may move it further, up to `mostMs`.
 */
export async function claimFeeds(
  db: Db,
  sources: readonly string[],
  { everyMs, mostMs }: { everyMs: number; mostMs: number },
): Promise<string[]> {
  const rows = await sql.claimFeeds(db, { everyMs, mostMs, sources });
  return rows.map(({ source }) => source);
}

/** What a feed said, at its own time or at `askedAt`. */
export async function insertSamples(
  db: Db,
  source: string,
  quotes: readonly Quote[],
  requestedAt: Date,
): Promise<void> {
  const texts = (of: (quote: Quote) => string) => quotes.map(of);
  await sql.insertSamples(db, {
    source,
    bases: texts(({ base }) => base),
    fiats: texts(({ fiat }) => fiat),
    bids: texts(({ bid }) => bid.toString()),
    asks: texts(({ ask }) => ask.toString()),
    ats: quotes.map(({ at }) => at ?? requestedAt),
  });
}

/** The newest book of each pair, as of `at`. */
export async function upsertBooks(
  db: Db,
  source: string,
  books: readonly (Pair & { bids: readonly Level[] })[],
  at: Date,
): Promise<void> {
  const rows = books.map(({ base, fiat, bids }) => ({ base, fiat, levels: levelTexts(bids) }));
  if (rows.length > 0)
    await sql.upsertBooks(db, { source, at, rows: JSON.stringify(rows), aheadSeconds: AHEAD_MS / 1_000 });
}

/** How the reading of a feed ended; each failure in a row doubles the wait, up to `mostMs`. */
export async function updateFeed(
  db: Db,
  source: string,
  end: { fault: string | undefined; failed: boolean; waitMs: number; mostMs: number },
): Promise<void> {
  await sql.updateFeed(db, { fault: end.fault, failed: end.failed, waitMs: end.waitMs, mostMs: end.mostMs, source });
}

/** Keeps a reference as the newest good one of its pair; one that is older than what is there changes nothing. */
export async function upsertReference(db: Db, { base, fiat, bid, at }: Reference<Priced>): Promise<void> {
  await sql.upsertReference(db, { base, fiat, bid: bid.toString(), at, aheadSeconds: AHEAD_MS / 1_000 });
}

export function deleteSamplesBefore(db: Db, ageMs: number): Promise<number> {
  return sql.deleteSamplesBefore(db, { ageMs });
}

/** How old the newest good reference of each pair is, in business time. */
export async function readReferenceAges(db: Db): Promise<{ pair: string; ageMs: number }[]> {
  const rows = await sql.readReferenceAges(db);
  return rows.map(({ pair, age }) => ({ pair, ageMs: age }));
}

/** Pairs of the simulated market that were said to be stale. */
export async function readStaleOfSandbox(db: Db): Promise<string[]> {
  const rows = await db.sandboxPrice.findMany({ where: { stale: true }, orderBy: [{ base: "asc" }, { fiat: "asc" }] });
  return rows.map(({ base, fiat }) => `${base}/${fiat}`);
}

/** The last bids in EUR, whatever their age. */
export async function lastEurBids(db: Db): Promise<Partial<Record<Crypto, string>>> {
  const [row] = await sql.lastEurBids(db);
  return (row?.bids ?? {}) as Partial<Record<Crypto, string>>;
}

/** Of these pairs those of which no price was kept within the time. */
export async function pairsToKeep(db: Db, pairs: readonly Pair[], everyMs: number): Promise<Pair[]> {
  const rows = await sql.pairsToKeep(db, { ...columnsOf(pairs), everyMs });
  return rows as Pair[];
}

/** Keeps references for good; one of a pair and a time that is kept already changes nothing. */
export function insertPrices(db: Db, references: readonly Reference[]): Promise<number> {
  return sql.insertPrices(db, {
    ...columnsOf(references),
    ats: references.map(({ at }) => at),
    bids: references.map(({ bid }) => bid.toString()),
    asks: references.map(({ ask }) => ask.toString()),
  });
}

/** The last price of each pair that was kept at each instant or before it; `nth` is the instant's place. */
export async function pricesAt(
  db: Db,
  pairs: readonly Pair[],
  instants: readonly Date[],
): Promise<(StoredPrice & { nth: number; base: Crypto; fiat: Fiat })[]> {
  const rows = await sql.pricesAt(db, { ...columnsOf(pairs), instants });
  return rows.map(({ nth, base, fiat, bid, ask, at }) => ({
    nth: nth - 1,
    base: base as Crypto,
    fiat: fiat as Fiat,
    bid: decimalFrom(bid),
    ask: decimalFrom(ask),
    at,
  }));
}

const columnsOf = (pairs: readonly Pair[]) => ({
  bases: pairs.map(({ base }) => base),
  fiats: pairs.map(({ fiat }) => fiat),
});

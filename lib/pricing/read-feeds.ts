import type { Ctx } from "#lib/kernel/context.ts";
import { isCrypto } from "#lib/kernel/assets.ts";
import { slot } from "#lib/kernel/slots.ts";
import type { Level } from "./book.ts";
import { legsOf } from "./cross.ts";
import { type MarketFeed, FeedFault, type Pair, type Quoted } from "./market.ts";
import { findReference } from "./reference.ts";
import { claimFeeds, deleteSamplesBefore, insertSamples, updateFeed, upsertBooks, upsertReference } from "./store.ts";

/** Each exchange is read this often, by one worker of all. */
const EVERY_MS = 2_000;
/** A feed that fails is left alone for a while, one that asks for it for longer. */
const AWAY_WAIT_MS = 2_000;
const BUSY_WAIT_MS = 15_000;
const MOST_WAIT_MS = 5 * 60_000;
/** Bills and quotes keep the samples of their own price; these are for looking back over a bad hour. */
const RETENTION_MS = 3_600_000;

/** Reads the feeds whose turn it is, all at once, stores what they say and which references hold. Answers how many gave a price. */
export async function readFeeds(ctx: Ctx, feeds: readonly MarketFeed[] = ctx.app.feeds): Promise<number> {
  if (feeds.length === 0) return 0;
  const claimed = await claimFeeds(
    ctx.db,
    feeds.map(({ name }) => name),
    { everyMs: EVERY_MS, mostMs: MOST_WAIT_MS },
  );
  const due = feeds.filter(({ name }) => claimed.includes(name));
  const quoted = (await Promise.all(due.map((feed) => readFeed(ctx, feed)))).flat();
  for (const pair of withCrosses(ctx, quoted)) await keepGood(ctx, pair);
  return quoted.length;
}

/** Each pair once, and the crosses that go over any of them: they have a price, and lose it, though no feed tells them. */
function withCrosses({ app }: Ctx, quoted: readonly Quoted[]): Quoted[] {
  const nameOf = ({ base, fiat }: Quoted) => `${base}/${fiat}`;
  const pairs = new Map(quoted.map((each) => [nameOf(each), each]));
  const over = app.env.crosses.filter((cross) => legsOf(cross).some((leg) => pairs.has(nameOf(leg))));
  for (const cross of over) pairs.set(nameOf(cross), cross);
  return [...pairs.values()];
}

/** Forgets samples after an hour. */
export function forgetSamples(ctx: Ctx): Promise<number> {
  return deleteSamplesBefore(ctx.db, RETENTION_MS);
}

async function readFeed(ctx: Ctx, feed: MarketFeed): Promise<Quoted[]> {
  const requestedAt = await ctx.now();
  try {
    const { quotes, faults } = await feed.read();
    await insertSamples(ctx.db, feed.name, quotes, requestedAt);
    const traded = quotes.flatMap(({ bids, ...quote }) => (bids && isTraded(quote) ? [{ ...quote, bids }] : []));
    const books = await readBooks(ctx, feed);
    await upsertBooks(ctx.db, feed.name, [...traded, ...books.read], requestedAt);
    const [fault] = [...faults, ...books.faults];
    if (fault) ctx.app.log.warn("price refused", { feed: feed.name, kind: fault.kind, reason: fault.message });
    await updateFeed(ctx.db, feed.name, {
      fault: fault?.message,
      failed: false,
      waitMs: EVERY_MS,
      mostMs: MOST_WAIT_MS,
    });
    return quotes;
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    ctx.app.log.warn("price feed failed", { feed: feed.name, kind: error.kind, reason: error.message });
    const waitMs = error.kind === "BUSY" ? BUSY_WAIT_MS : AWAY_WAIT_MS;
    await updateFeed(ctx.db, feed.name, { fault: error.message, failed: true, waitMs, mostMs: MOST_WAIT_MS });
    return [];
  }
}

type PairBook = Pair & { bids: readonly Level[] };

const TURNS = slot<Map<string, number>>("turns of books");

/** The books whose turn it is; one that fails takes nothing from the others, nor from the prices. */
async function readBooks(
  ctx: Ctx,
  { name, pairs, books }: MarketFeed,
): Promise<{ read: PairBook[]; faults: FeedFault[] }> {
  if (!books) return { read: [], faults: [] };
  const turns = ctx.app.slots.of(TURNS, () => new Map<string, number>());
  const turn = turns.get(name) ?? 0;
  turns.set(name, turn + books.atOnce);
  const traded = pairs.filter(isTraded);
  const now = traded.filter((_, at) => (at - turn + traded.length * turn) % traded.length < books.atOnce);
  const outcomes = await Promise.allSettled(now.map(async (pair) => ({ ...pair, bids: await books.read(pair) })));
  const faults = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const foreign = faults.find((fault) => !(fault instanceof FeedFault));
  if (foreign !== undefined) throw foreign;
  return {
    read: outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
    faults: faults.filter((fault) => fault instanceof FeedFault),
  };
}

/** Books are read of what the house sells; of a fiat the rate is enough. */
const isTraded = <Each extends Quoted>(each: Each): each is Each & Pair => isCrypto(each.base);

async function keepGood(ctx: Ctx, { base, fiat }: Quoted): Promise<void> {
  const reference = await findReference(ctx.app, base, fiat, await ctx.now());
  if (reference) await upsertReference(ctx.db, reference);
}

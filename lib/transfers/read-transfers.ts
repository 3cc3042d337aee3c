import { each } from "#lib/kernel/each.ts";
import { slot } from "#lib/kernel/slots.ts";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { within } from "#lib/kernel/within.ts";
import { bookForeign } from "#lib/liquidity/foreign-trades.ts";
import { isWell } from "#lib/liquidity/route.ts";
import type { AccountTrade, Venue, VenueTransfer } from "#lib/liquidity/venue.ts";
import { noteBelow, noteRead, noteTraded, readSilences, watchOf } from "./store.ts";
import { takeTransfer } from "./take-transfer.ts";

/** How often a venue is asked; the sandbox's, which is the database, in each round. */
const EVERY_MS = 30_000;
/** A venue may tell late: so far back it is asked again each time. */
const AGAIN_MS = 2 * 86_400_000;
/** Trades are told later than they were made by at most so long. */
const TRADES_AGAIN_MS = 3_600_000;
/** How far the explained trades lead before that is written down. */
const STEP_MS = TRADES_AGAIN_MS + 60_000;
/** How long the worker waits for a venue; a slow one goes on beside its other work. */
const WAIT_MS = 1_000;
/** What the books hold of a venue; of anything else there they know nothing. */
const HELD: ReadonlySet<string> = new Set(ASSET_SYMBOLS);
/** The venues that this process is asking. */
const POLLED = slot<Set<string>>("venues asked for transfers");

/**
 * Asks each venue for its deposits, withdrawals, trades and balances and takes in what is new (rulebook 13.18). What was before the house
 * began to ask belongs to its opening balances. A venue that does not answer is asked again; what it says stands at it.
 * Answers how many were new.
 */
export async function readTransfers(ctx: Ctx): Promise<number> {
  let taken = 0;
  for (const venue of ctx.app.venues) if (venue.account) taken += await readOf(ctx, venue);
  return taken;
}

/** Venues that do not answer, and for how long: what leaves them meanwhile goes unseen. */
export const silentVenues = ({ db }: Ctx) => readSilences(db);

async function readOf(ctx: Ctx, venue: Venue): Promise<number> {
  const polled = ctx.app.slots.of(POLLED, () => new Set());
  const isSandbox = ctx.app.mode === "sandbox" && venue.name === "sandbox";
  if (polled.has(venue.name) || !isWell(venue)) return 0;
  const now = await ctx.now();
  const watch = await watchOf(ctx.db, venue.name, isSandbox ? new Date(0) : now);
  const isFirst = watch.readAt.getTime() === watch.fromAt.getTime();
  if (!isSandbox && !isFirst && now.getTime() - watch.readAt.getTime() < EVERY_MS) return 0;
  polled.add(venue.name);
  const reading = read(ctx, venue, watch, now).finally(() => polled.delete(venue.name));
  // The sandbox's venue is the database: nothing of it is slower than the worker's other work.
  if (isSandbox) return reading;
  const failed = (error: unknown) => ctx.app.log.error("transfers not taken in", { venue: venue.name, error });
  return (await within(WAIT_MS, reading, failed)) ?? 0;
}

type Watched = Awaited<ReturnType<typeof watchOf>>;

async function read(ctx: Ctx, venue: Venue, watch: Watched, now: Date): Promise<number> {
  const { name, account } = venue;
  if (!account) return 0;
  // From before its last whole answer, however long it has been silent since.
  const lastWhole = (watch.answeredAt ?? watch.fromAt).getTime();
  const back = Math.min(lastWhole, watch.pendingSince?.getTime() ?? Number.POSITIVE_INFINITY) - AGAIN_MS;
  const since = new Date(Math.max(back, watch.fromAt.getTime()));
  const faults: string[] = [];
  // What it does not tell holds up nothing that it does.
  const answered = async <T>(what: Promise<T>): Promise<T | undefined> => {
    try {
      return await what;
    } catch (error) {
      faults.push((error instanceof Error ? error.message : String(error)).slice(0, 1_000) || "It gave no answer.");
      ctx.app.log.warn("venue tells no transfers", { venue: name, error });
      return undefined;
    }
  };
  const isNew = ({ at }: { at: Date }) => at >= watch.fromAt;
  const reported = await answered(account.transfersSince(since));
  const traded = await answered(account.tradesSince(tradesFrom(watch)));
  const held = await answered(venue.balances());
  const below = held?.filter(({ symbol, quantity }) => HELD.has(symbol) && quantity.units < 0n) ?? [];
  if (held && (watch.isBelow || below.length > 0)) await noteBelow(ctx.db, name, below);
  const taken = reported ? await takeAll(ctx, name, reported.filter(isNew)) : 0;
  const booked = traded ? await explain(ctx, name, watch, traded.filter(isNew)) : 0;
  if (faults.length > 0) await noteRead(ctx.db, name, faults[0]);
  else if (watch.fault !== null || now.getTime() - watch.readAt.getTime() >= EVERY_MS)
    await noteRead(ctx.db, name, undefined);
  return taken + booked;
}

/** Books the trades that are foreign, and notes by when all are explained: never by when none were told. */
async function explain(ctx: Ctx, venue: string, watch: Watched, traded: readonly AccountTrade[]): Promise<number> {
  const { booked, readTo } = await bookForeign(ctx, venue, traded);
  if (readTo.getTime() > tradesFrom(watch).getTime() + STEP_MS) await noteTraded(ctx.db, venue, readTo);
  return booked;
}

/** Trades are asked for from a while before those that are explained. */
const tradesFrom = ({ tradedTo, fromAt }: Watched): Date =>
  new Date(Math.max((tradedTo ?? fromAt).getTime() - TRADES_AGAIN_MS, fromAt.getTime()));

/** One that cannot be taken in holds up no other, and is tried again in the next round. */
const takeAll = (ctx: Ctx, venue: string, reported: readonly VenueTransfer[]): Promise<number> =>
  each(reported, (transfer) => takeTransfer(ctx, venue, transfer));

import { Slots } from "#lib/kernel/slots.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { recordHedge } from "#lib/liquidity/hedge.ts";
import { type OrderRow, placeOrder, sendOrder } from "#lib/liquidity/place-order.ts";
import { findOrdersToResolve, resolveOrder } from "#lib/liquidity/resolve-orders.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import { findMissedOrders, watchMissed } from "#lib/liquidity/watch-missed.ts";
import { QUANTITY } from "./house.ts";
import type { SqlClock } from "./sql-clock.ts";
import { PRICE } from "./venue.ts";

export type Sale = { base: Crypto; fiat: Fiat; venue: Venue };
export type Sold = { orders: string[]; isResolved: boolean };

const LOOK_MS = 500;
/** Three of ten attempts are refused by chance: so many in a row are the program's doing. */
const MOST_ATTEMPTS = 32;
const MOST_MS = 15 * 60_000;
/** Looks of the worker once nothing is open any more: only what counted as never placed is watched. */
const WATCH_MS = 20_000;
/** Until what was held up on the way, or showed late, has been found. */
const WATCHED_MS = 11 * 60_000;
const BATCH = 50;
const WORKERS = 2;
const RECORDERS = { HEDGE: recordHedge, MARKET: recordHedge, INVOICE: recordHedge };
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Sells on several pairs at once through the program's own verbs and statements: each order is placed, sent by one process
 * or by two at once, which may die at any moment, and looked up by two workers, until it is sold or its time is over.
 */
export async function sellBySql(world: World, time: SqlClock, chance: Chance, sales: readonly Sale[]): Promise<Sold[]> {
  const venues = sales.map(({ venue }) => time.seen(venue));
  const app = { ...world.app, venues, venue: venues[0] ?? world.app.venue, prices: [], log: SILENT };
  const processOf = (isAlive: () => boolean): Ctx => mortal({ ...app, slots: new Slots() }, isAlive);
  const state: State = { open: sales.length, over: false, closed: new Map() };
  const workers = Array.from({ length: WORKERS }, () => work(time, processOf, chance, state));
  const selling = sales.map((sale) =>
    sell(time, processOf, chance, sale, state).finally(() => {
      state.open -= 1;
    }),
  );
  const sold = Promise.all(selling);
  await time.clock.until(sold);
  await time.clock.until(time.clock.sleep(WATCHED_MS));
  state.over = true;
  await time.clock.until(Promise.all(workers));
  return sold;
}

/** Sales that go on, whether all is over, and what has become of the orders that are not open any more. */
type State = { open: number; over: boolean; closed: Map<string, string> };
type ProcessOf = (isAlive: () => boolean) => Ctx;
const forEver = (): boolean => true;

async function sell(
  { clock, stand }: SqlClock,
  processOf: ProcessOf,
  chance: Chance,
  sale: Sale,
  { closed }: State,
): Promise<Sold> {
  const { base, fiat } = sale;
  const ctx = processOf(forEver);
  const end = clock.now() + MOST_MS;
  const sold: Sold = { orders: [], isResolved: false };
  const units = QUANTITY.floorUnits(scaleOf(base));
  while (!sold.isResolved && sold.orders.length < MOST_ATTEMPTS && clock.now() < end) {
    const wanted = { purpose: "HEDGE", base, fiat, units, quotedBid: PRICE } as const;
    const order = await stand(() => ctx.transaction((tx) => placeOrder(tx, wanted)));
    sold.orders.push(order.id);
    const dispatchers = chance.whole(1, 4) === 1 ? 2 : 1;
    for (let each = 0; each < dispatchers; each += 1) void dispatch({ clock, stand }, processOf, chance, order);
    while (!closed.has(order.id) && clock.now() < end) await clock.sleep(LOOK_MS);
    sold.isResolved = closed.get(order.id) === "FILLED";
  }
  return sold;
}

/** Whoever has placed the order sends it, at once or after a pause, unless he dies; the dead write nothing. */
async function dispatch(
  { clock, stand }: Pick<SqlClock, "clock" | "stand">,
  processOf: ProcessOf,
  chance: Chance,
  order: OrderRow,
): Promise<void> {
  const diesAt = chance.whole(1, 5) === 1 ? clock.now() + chance.whole(0, 3_000) : Number.POSITIVE_INFINITY;
  const pauseMs = chance.whole(1, 10) === 1 ? chance.whole(1_000, 20_000) : chance.whole(0, 5);
  await clock.sleep(pauseMs);
  const ctx = processOf(() => clock.now() < diesAt);
  await stand(() => sendOrder(ctx, order, recordHedge)).catch(onlyDeath);
}

/** A worker of its own that looks up what is due, and watches what counted as never placed. */
async function work({ clock, stand }: SqlClock, processOf: ProcessOf, chance: Chance, state: State): Promise<void> {
  while (!state.over) {
    const diesAt = chance.whole(1, 20) === 1 ? clock.now() + chance.whole(0, 200) : Number.POSITIVE_INFINITY;
    const ctx = processOf(() => clock.now() < diesAt);
    await stand(() => look(ctx)).catch(onlyDeath);
    await stand(() => noteClosed(processOf(forEver), state));
    await clock.sleep(state.open > 0 ? LOOK_MS : WATCH_MS);
  }
}

async function look(ctx: Ctx): Promise<void> {
  const due = await findOrdersToResolve(ctx, BATCH);
  await Promise.all(due.map((id) => resolveOrder(ctx, id, RECORDERS).catch(onlyDeath)));
  const missed = await findMissedOrders(ctx, BATCH);
  await Promise.all(missed.map((id) => watchMissed(ctx, id).catch(onlyDeath)));
}

async function noteClosed({ db }: Ctx, { closed }: State): Promise<void> {
  const rows = await db.$queryRaw<{ id: string; status: string }[]>`
    select id, status from venue_order where status <> 'OPEN' and not id = any(${[...closed.keys()]}::uuid[])`;
  for (const { id, status } of rows) closed.set(id, status);
}

class Died extends Error {}

function onlyDeath(error: unknown): void {
  if (!(error instanceof Died)) throw error;
}

/** A context of a process that may die: from then on it asks the database for nothing, and what it had open is undone. */
function mortal(app: Ctx["app"], isAlive: () => boolean): Ctx {
  const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "prove" });
  const living = (): void => {
    if (!isAlive()) throw new Died();
  };
  const db = new Proxy(ctx.db, {
    get(target, name) {
      living();
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return {
    ...ctx,
    db,
    async transaction(run) {
      living();
      return ctx.transaction(async (tx) => {
        const done = await run(tx);
        living();
        return done;
      });
    },
  };
}

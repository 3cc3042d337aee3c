import pg from "pg";
import type { App } from "#lib/kernel/app.ts";
import { rulerOf } from "./clock.ts";
import { until } from "./until.ts";

/** Changes a statement on its way to the database, of this process alone: `at` names it by a piece of its text. */
export type Rewrite = { at: RegExp; from: string | RegExp; to: string };

/** Where the first stands still: after a statement, or within one, at the door of a table's rows. */
export type Place = RegExp | { at: RegExp; nth: number } | { table: string; on: "insert" | "update" };
type Hold = { at: RegExp; left: number; arrived: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> };
type Statement = string | { text?: string; name?: string; submit?: unknown };
type Callback = (error: Error | undefined, result?: unknown) => void;

const rewrites = new Map<Rewrite, number>();
const faults: string[] = [];
let hold: Hold | undefined;

const pgQuery = pg.Client.prototype.query as unknown as (this: pg.Client, ...given: unknown[]) => unknown;

/** In the place of pg's own: changes what is to be changed and keeps the answer of the statement that is held. */
function query(this: pg.Client, given: Statement, ...rest: unknown[]): unknown {
  const text = typeof given === "string" ? given : given?.text;
  if (text === undefined || (typeof given === "object" && given.submit)) return pgQuery.call(this, given, ...rest);
  const sent = rewritten(given, text);
  const gate = gateFor(text);
  const callback = rest.at(-1);
  if (typeof callback === "function") {
    const gated: Callback = (error, result) => {
      note(error);
      void gate().then(() => (callback as Callback)(error, result));
    };
    return pgQuery.call(this, sent, ...rest.slice(0, -1), gated);
  }
  return (pgQuery.call(this, sent, ...rest) as Promise<unknown>).then(
    (result) => gate().then(() => result),
    (error: Error) => {
      note(error);
      throw error;
    },
  );
}
Object.assign(pg.Client.prototype, { query });

/** A changed statement goes without its name: under that one the connection may know the plan of the right one. */
function rewritten(given: Statement, text: string): Statement {
  let changed = text;
  for (const [rewrite, used] of rewrites) {
    if (!rewrite.at.test(text)) continue;
    const next = changed.replace(rewrite.from, rewrite.to);
    if (next !== changed) rewrites.set(rewrite, used + 1);
    changed = next;
  }
  if (changed === text) return given;
  if (typeof given === "string") return changed;
  const { name: _name, ...unnamed } = given;
  return { ...unnamed, text: changed };
}

function gateFor(text: string): () => Promise<void> {
  const held = hold;
  if (!held?.at.test(text)) return () => Promise.resolve();
  held.left -= 1;
  if (held.left !== 0) return () => Promise.resolve();
  return () => {
    held.arrived.resolve();
    return held.released.promise;
  };
}

function note(error: (Error & { code?: string }) | undefined): void {
  if (error?.code) faults.push(error.code);
}

/** Runs `work` while the rewrites stand; each must have changed a statement, or nothing was taken out. */
export async function rewriting<T>(changes: readonly Rewrite[], work: () => Promise<T>): Promise<T> {
  for (const change of changes) rewrites.set(change, 0);
  try {
    const done = await work();
    for (const change of changes)
      if (rewrites.get(change) === 0) throw new Error(`no statement was changed by ${change.at} ${change.from}`);
    return done;
  } finally {
    for (const change of changes) rewrites.delete(change);
  }
}

/** What is rewritten or held back at this moment. */
export const standingRewrites = (): RegExp[] => [
  ...[...rewrites.keys()].map(({ at }) => at),
  ...(hold ? [hold.at] : []),
];

export type Schedule<A, B> = {
  hold: Place;
  first(): Promise<A>;
  second(): Promise<B>;
  without?: readonly Rewrite[];
};
export type Raced<A, B> = {
  first: PromiseSettledResult<A>;
  second: PromiseSettledResult<B>;
  /** Whether the second had to wait for a lock of the first. */
  waited: boolean;
  /** SQLSTATEs the database has answered with. */
  faults: string[];
};

/**
 * Two at once in the one order that matters: the first stands still until the second waits for a lock or has come to its
 * end. Nobody sleeps and nobody hopes: both are watched.
 */
export async function race<A, B>(app: App, schedule: Schedule<A, B>): Promise<Raced<A, B>> {
  const ruler = await rulerOf(app);
  faults.length = 0;
  try {
    return await rewriting(schedule.without ?? [], () => run(ruler, schedule));
  } finally {
    await ruler.end();
  }
}

type Barrier = { met(): Promise<boolean>; waiters: number; open(): Promise<void>; takeAway(): Promise<void> };

async function run<A, B>(ruler: pg.Client, { hold: place, ...schedule }: Schedule<A, B>): Promise<Raced<A, B>> {
  const barrier = "table" in place ? await barWithin(ruler, place) : barAfter(place);
  try {
    const first = watched(schedule.first());
    if (!(await seen(barrier, first))) throw new Error(`the first never came to its place: ${textOf(await first.end)}`);
    const second = watched(schedule.second());
    let waited = false;
    await until(async () => {
      waited = !second.ended && (await countWaiting(ruler)) > barrier.waiters;
      return waited || second.ended;
    });
    await barrier.open();
    return { first: await first.end, second: await second.end, waited, faults: [...faults] };
  } finally {
    await barrier.open();
    await barrier.takeAway();
  }
}

const textOf = (outcome: PromiseSettledResult<unknown>) =>
  JSON.stringify(outcome, (_key, value: unknown) => (value instanceof Error ? value.stack : value));

/** Whether the first comes to the barrier before it comes to its end. */
async function seen(barrier: Barrier, first: Watched<unknown>): Promise<boolean> {
  let met = false;
  await until(async () => {
    met = !first.ended && (await barrier.met());
    return met || first.ended;
  });
  return met;
}

type Watched<T> = { end: Promise<PromiseSettledResult<T>>; ended: boolean };
function watched<T>(work: Promise<T>): Watched<T> {
  const found: Watched<T> = {
    ended: false,
    end: Promise.allSettled([work]).then(([outcome]) => {
      found.ended = true;
      return outcome;
    }),
  };
  return found;
}

/** Holds the answer of a statement back from whoever has asked it. */
function barAfter(place: RegExp | { at: RegExp; nth: number }): Barrier {
  const { at, nth } = place instanceof RegExp ? { at: place, nth: 1 } : place;
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let met = false;
  void arrived.promise.then(() => {
    met = true;
  });
  hold = { at, left: nth, arrived, released };
  return {
    waiters: 0,
    async met() {
      await new Promise((wake) => setTimeout(wake, 1));
      return met;
    },
    async open() {
      hold = undefined;
      released.resolve();
    },
    takeAway: async () => undefined,
  };
}

const GATE = 415_202;

/** Lets a statement come as far as a row of a table, and no further. */
async function barWithin(ruler: pg.Client, { table, on }: { table: string; on: string }): Promise<Barrier> {
  await ruler.query(`
    create or replace function wait_at_door() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$;
    create trigger door before ${on} on ${table} for each row execute function wait_at_door();
    select pg_advisory_lock(${GATE});`);
  let isOpen = false;
  return {
    waiters: 1,
    met: async () => (await countWaiting(ruler)) > 0,
    async open() {
      if (isOpen) return;
      isOpen = true;
      await ruler.query(`select pg_advisory_unlock(${GATE})`);
    },
    takeAway: async () => void (await ruler.query(`drop trigger door on ${table}`)),
  };
}

async function countWaiting(ruler: pg.Client): Promise<number> {
  const { rows } = await ruler.query<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
  );
  return rows[0]?.count ?? 0;
}

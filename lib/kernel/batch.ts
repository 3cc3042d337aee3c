import type { Db } from "./database.ts";
import { must } from "./errors.ts";

type Run = (db: Db, asks: readonly unknown[]) => Promise<readonly unknown[]>;
type Waiting = { ask: unknown; deferred: PromiseWithResolvers<unknown> };

/** Pieces of work on one transaction, and what the waiting ones among them have requested from the database. */
type Batch = { working: number; requests: number; running: boolean; fault: unknown; waiting: Map<Run, Waiting[]> };

const batches = new WeakMap<Db, Batch>();

/**
 * Does the same work for many items at once in one open transaction. Each item's own steps follow one another; what
 * several ask by a function made with {@link batchedReads} is one statement for all of them. Fails as a whole, with the
 * first fault, and only when no item's work goes on any more. Items must not need each other's work.
 */
export async function batched<Item, Result>(
  db: Db,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const batch: Batch = {
    working: items.length,
    requests: 0,
    running: false,
    fault: undefined,
    waiting: new Map(),
  };
  must(!batches.has(db), "items that are worked on together have no items of their own");
  batches.set(db, batch);
  const settled = await Promise.allSettled(
    items.map((item) =>
      work(item).finally(() => {
        batch.working -= 1;
        goOn(db, batch);
      }),
    ),
  );
  batches.delete(db);
  if (batch.fault !== undefined) throw batch.fault;
  return settled.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

/** A statement for a set of asks, answered in their order, as a function of one ask. Outside of {@link batched} the set is that one. */
export function batchedReads<Ask, Answer>(
  run: (db: Db, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (db: Db, ask: Ask) => Promise<Answer> {
  return async (db, ask) => {
    const batch = batches.get(db);
    if (!batch) return (await run(db, [ask]))[0] as Answer;
    if (batch.fault !== undefined) throw batch.fault;
    const deferred = Promise.withResolvers<unknown>();
    const kind = run as unknown as Run;
    batch.waiting.set(kind, [...(batch.waiting.get(kind) ?? []), { ask, deferred }]);
    batch.requests += 1;
    goOn(db, batch);
    return (await deferred.promise) as Answer;
  };
}

/** {@link batchedReads} of a statement that answers nothing. */
export function batchedWrites<Ask>(
  run: (db: Db, asks: readonly Ask[]) => Promise<void>,
): (db: Db, ask: Ask) => Promise<void> {
  return batchedReads(async (db, asks) => {
    await run(db, asks);
    return asks.map(() => undefined);
  });
}

/** Runs the largest set once everybody waits: who was ahead is caught up with. */
function goOn(db: Db, batch: Batch): void {
  if (batch.running || batch.requests === 0 || batch.requests < batch.working) return;
  const [kind, set] = [...batch.waiting].reduce((most, next) => (next[1].length > most[1].length ? next : most));
  batch.waiting.delete(kind);
  batch.requests -= set.length;
  batch.running = true;
  const asks = set.map(({ ask }) => ask);
  kind(db, asks).then(
    (answers) => {
      batch.running = false;
      for (const [at, { deferred }] of set.entries()) deferred.resolve(answers[at]);
    },
    (fault: unknown) => {
      batch.running = false;
      batch.fault ??= fault;
      const others = [...batch.waiting.values()].flat();
      batch.waiting.clear();
      batch.requests = 0;
      for (const { deferred } of [...set, ...others]) deferred.reject(fault);
    },
  );
}

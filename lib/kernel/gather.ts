import { sqlState } from "./sql-state.ts";
import { forSeveral } from "./waited-for.ts";

/** Asks `run` together with what others ask under the same key at the same time, as far as `fits` lets them go together. */
export type Gather = <Ask, Answer>(
  key: string,
  ask: Ask,
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  fits?: (batch: readonly Ask[], next: Ask) => boolean,
) => Promise<Answer>;

type Run = (asks: readonly unknown[]) => Promise<readonly unknown[]>;
type Fits = (batch: readonly unknown[], next: unknown) => boolean;
type Waiting = { ask: unknown; deferred: PromiseWithResolvers<unknown> };
type Lane = { running: number; waiting: Waiting[]; run: Run; fits: Fits | undefined };

/** A second run computes while the first waits for the disk. */
const RUNS_AT_ONCE = 2;
/** So many asks go into one run; a transaction that holds more makes the others wait for it. */
const MOST_PER_BATCH = 32;
/**
 * Classes of SQLSTATE that a single ask may be the cause of: its data, a rule, a right, a deadlock. Others (no room, shut
 * down, out of time) would only be met again, 32 times.
 */
const OF_ONE_ASK = /^(21|22|23|40|42|P0)/;

/**
 * Makes one statement of what many requests write in the same moment: as long as runs of a key are under way, the asks
 * that come wait and go together in the next. An ask that finds nobody runs at once, so nothing waits for company. Each
 * run is one transaction; when the database refuses it, its asks are tried one after the other, so that none fails for
 * another. Asks under one key bring the same `run` and `fits`.
 */
export function gathering(): Gather {
  const lanes = new Map<string, Lane>();

  return async function gather<Ask, Answer>(
    key: string,
    ask: Ask,
    run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
    fits?: (batch: readonly Ask[], next: Ask) => boolean,
  ) {
    const lane = lanes.get(key) ?? { running: 0, waiting: [], run: run as Run, fits: fits as Fits | undefined };
    lanes.set(key, lane);
    const deferred = Promise.withResolvers<unknown>();
    lane.waiting.push({ ask, deferred });
    goOn(lane, () => lanes.delete(key));
    return (await deferred.promise) as Answer;
  };
}

function goOn(lane: Lane, atEnd: () => void): void {
  if (lane.waiting.length === 0 && lane.running === 0) atEnd();
  if (lane.waiting.length === 0 || lane.running >= RUNS_AT_ONCE) return;
  lane.running += 1;
  void answer(lane.run, lane.waiting.splice(0, countBatch(lane))).finally(() => {
    lane.running -= 1;
    goOn(lane, atEnd);
  });
}

/** The first that waits, and those behind it that fit with all before them. */
function countBatch({ waiting, fits }: Lane): number {
  const asks = waiting.slice(0, MOST_PER_BATCH).map(({ ask }) => ask);
  const end = fits ? asks.findIndex((ask, at) => at > 0 && !fits(asks.slice(0, at), ask)) : -1;
  return end === -1 ? asks.length : end;
}

async function answer(run: Run, batch: readonly Waiting[]): Promise<void> {
  try {
    const answers = await forSeveral(() => run(batch.map(({ ask }) => ask)));
    for (const [at, { deferred }] of batch.entries()) deferred.resolve(answers[at]);
  } catch (error) {
    // Without a state of the database's own nobody knows whether it was done.
    const isOfOne = batch.length > 1 && OF_ONE_ASK.test(sqlState(error) ?? "");
    for (const each of batch)
      if (isOfOne) await answer(run, [each]);
      else each.deferred.reject(error);
  }
}

import { sqlState } from "./sql-state.ts";

/** Asks `run` together with what others ask under the same key at the same time. */
export type Gather = <Ask, Told>(
  key: string,
  ask: Ask,
  run: (asks: readonly Ask[]) => Promise<readonly Told[]>,
) => Promise<Told>;

type Run = (asks: readonly unknown[]) => Promise<readonly unknown[]>;
type Waiting = { ask: unknown; told: PromiseWithResolvers<unknown> };
type Lane = { running: number; waiting: Waiting[] };

/** A second run computes while the first waits for the disk. */
const RUNS_AT_ONCE = 2;
/** So many asks go into one run; a transaction that holds more makes the others wait for it. */
const MOST_TOGETHER = 32;

/**
 * Makes one statement of what many requests write in the same moment: as long as runs of a key are under way, the asks
 * that come wait and go together in the next. An ask that finds nobody runs at once, so nothing waits for company. Each
 * run is a transaction of its own; when the database refuses one, each of its asks is tried alone, so that none fails for
 * another. Asks under one key bring the same `run`.
 */
export function gathering(): Gather {
  const lanes = new Map<string, Lane>();

  return async function gather<Ask, Told>(
    key: string,
    ask: Ask,
    run: (asks: readonly Ask[]) => Promise<readonly Told[]>,
  ) {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    const told = Promise.withResolvers<unknown>();
    lane.waiting.push({ ask, told });
    goOn(lane, run as Run, () => lanes.delete(key));
    return (await told.promise) as Told;
  };
}

function goOn(lane: Lane, run: Run, atEnd: () => void): void {
  if (lane.waiting.length === 0 && lane.running === 0) atEnd();
  if (lane.waiting.length === 0 || lane.running >= RUNS_AT_ONCE) return;
  lane.running += 1;
  void answer(run, lane.waiting.splice(0, MOST_TOGETHER)).finally(() => {
    lane.running -= 1;
    goOn(lane, run, atEnd);
  });
}

async function answer(run: Run, asked: readonly Waiting[]): Promise<void> {
  try {
    const answers = await run(asked.map(({ ask }) => ask));
    for (const [at, { told }] of asked.entries()) told.resolve(answers[at]);
  } catch (error) {
    // Without a state of the database's own nobody knows whether it was done.
    if (asked.length > 1 && sqlState(error) !== undefined) await Promise.all(asked.map((each) => answer(run, [each])));
    else for (const { told } of asked) told.reject(error);
  }
}

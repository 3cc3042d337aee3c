/** What one unit of work came to: how many tests, what it printed, and which passed only at the second try. */
export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  secondTry?: readonly string[];
};

/** A process that runs tests. */
export type Unit = {
  name: string;
  /** What it mostly does: a unit that waits for clocks and other programs may run beside those that compute. */
  mostly: "computes" | "waits";
  /** About how long it runs, in seconds: the longest begin first. */
  seconds: number;
  /** Its name; it begins when that has passed, and fails with it. */
  after?: string | undefined;
  run(): Promise<Outcome>;
};

export type Finished = { unit: Unit; outcome: Outcome; seconds: number };

/**
 * Runs all units: each lane takes the longest that may begin. There are `lanes` for what computes, and one beside them
 * for what waits; a lane with nothing left to compute takes what waits too. Answers in the order in which they ended.
 */
export async function runInLanes(
  units: readonly Unit[],
  lanes: number,
  onEnd: (finished: Finished) => void = () => undefined,
): Promise<Finished[]> {
  const queue = units.toSorted((a, b) => b.seconds - a.seconds);
  const ended: Finished[] = [];
  let somethingEnded = Promise.withResolvers<void>();

  const endOf = (name: string | undefined) => ended.find(({ unit }) => unit.name === name);
  const isReady = ({ after }: Unit): boolean =>
    after === undefined || endOf(after) !== undefined || !units.some(({ name }) => name === after);
  const take = (kinds: readonly Unit["mostly"][]): Unit | undefined => {
    for (const kind of kinds) {
      const at = queue.findIndex((unit) => unit.mostly === kind && isReady(unit));
      if (at >= 0) return queue.splice(at, 1)[0];
    }
    return undefined;
  };
  const perform = async (unit: Unit): Promise<void> => {
    const startedAt = performance.now();
    const outcome = await outcomeOf(unit, endOf(unit.after));
    const finished = { unit, outcome, seconds: (performance.now() - startedAt) / 1000 };
    ended.push(finished);
    onEnd(finished);
    somethingEnded.resolve();
    somethingEnded = Promise.withResolvers();
  };
  const lane = async (kinds: readonly Unit["mostly"][]): Promise<void> => {
    while (queue.some(({ mostly }) => kinds.includes(mostly))) {
      const waiting = somethingEnded.promise;
      const unit = take(kinds);
      await (unit ? perform(unit) : waiting);
    }
  };
  await Promise.all([...Array.from({ length: lanes }, () => lane(["computes", "waits"])), lane(["waits"])]);
  return ended;
}

/** A unit that cannot even be started is one failure. */
async function outcomeOf(unit: Unit, before: Finished | undefined): Promise<Outcome> {
  if (before && before.outcome.failed > 0) return failure(`It was not run, as ${before.unit.name} failed.`);
  try {
    return await unit.run();
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

export function failure(output: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, output };
}

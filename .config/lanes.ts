/** A test that failed, and the file in which it stands. */
export type Failure = { file: string; name: string };

/** What one unit of work came to: how many tests, what it printed, which failed, and which passed only at the second try. */
export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  failures?: readonly Failure[];
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
  /** Ends as soon as it can when told to stop. */
  run(stop: AbortSignal): Promise<Outcome>;
  /** The same with these files alone. */
  only?(files: readonly string[]): Unit;
};

/** A unit that takes longer than this, and than so many times what it should, does not end by itself. */
const LONGEST_WAIT_MS = 20 * 60_000;
const TIMES_LONGER = 4;
/** Where more units than this have failed, it was no chance. */
const MOST_SECOND_TRIES = 4;
/** How long one that was told to stop has for saying what it did. */
const REPORT_MS = 30_000;

export type Finished = { unit: Unit; outcome: Outcome; seconds: number };

/**
 * Runs all units: each lane takes the longest that may begin. There are `lanes` for what computes, and one beside them
 * for what waits; a lane with nothing left to compute takes what waits too. Answers in the order in which they ended.
 * A unit that does not end is stopped and has failed, and so have all that have not ended when the run is `over`. The
 * files of failed tests are run once more when nothing else runs: what passes then is good, and said to be so only at
 * the second try.
 */
export async function runInLanes(
  units: readonly Unit[],
  lanes: number,
  onEnd: (finished: Finished) => void = () => undefined,
  over: AbortSignal = new AbortController().signal,
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
    const outcome = await outcomeOf(unit, endOf(unit.after), over);
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
  const failed = ended.filter(({ outcome }) => outcome.failed > 0);
  if (failed.length > MOST_SECOND_TRIES) return ended;
  for (const first of failed) {
    const again = onceMore(first);
    if (!again || over.aborted) continue;
    const startedAt = performance.now();
    const outcome = await outcomeOf(again, undefined, over);
    onEnd({ unit: again, outcome, seconds: (performance.now() - startedAt) / 1000 });
    first.outcome = afterBoth(first.outcome, outcome);
  }
  return ended;
}

function onceMore({ unit, outcome: { failures = [] } }: Finished): Unit | undefined {
  const again = failures.length > 0 ? unit.only?.([...new Set(failures.map(({ file }) => file))]) : undefined;
  return again && { ...again, name: `${unit.name}, once more`, after: undefined };
}

/** What failed twice has failed, and what failed at the second try alone as well. */
function afterBoth(first: Outcome, { failed, failures = [] }: Outcome): Outcome {
  const isBad = ({ file, name }: Failure) => failures.some((one) => one.file === file && one.name === name);
  const good = failed > 0 && failures.length === 0 ? [] : (first.failures ?? []).filter((one) => !isBad(one));
  const left = Math.max(failed, first.failed - good.length);
  return {
    ...first,
    passed: first.passed + Math.max(0, first.failed - left),
    failed: left,
    secondTry: [...(first.secondTry ?? []), ...good.map(({ file, name }) => `${file} ${name}`)],
  };
}

/** A unit that cannot even be started is one failure, and one that was stopped at least one. */
async function outcomeOf(unit: Unit, before: Finished | undefined, over: AbortSignal): Promise<Outcome> {
  if (before && before.outcome.failed > 0) return failure(`It was not run, as ${before.unit.name} failed.`);
  if (over.aborted) return failure("It was not run, as the time of the whole run was over.");
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const stop = new AbortController();
  let lastWords: NodeJS.Timeout | undefined;
  const end = (why: string) => () => {
    if (stop.signal.aborted) return;
    stop.abort();
    lastWords = setTimeout(() => resolve(failure(`${why} It did not even stop.`)), REPORT_MS);
    unitEnd.then(
      (outcome) => resolve(stopped(outcome, why)),
      (error: unknown) => resolve(failure(`${why}\n${textOf(error)}`)),
    );
  };
  const limitMs = Math.max(LONGEST_WAIT_MS, unit.seconds * TIMES_LONGER * 1_000);
  const tooLong = setTimeout(end(`It was stopped after ${Math.round(limitMs / 60_000)} minutes.`), limitMs);
  const runOver = end("It was stopped, as the time of the whole run was over.");
  over.addEventListener("abort", runOver, { once: true });
  const unitEnd = (async () => unit.run(stop.signal))();
  unitEnd.then(
    (outcome) => stop.signal.aborted || resolve(outcome),
    (error: unknown) => stop.signal.aborted || reject(error),
  );
  try {
    return await promise;
  } catch (error) {
    return failure(textOf(error));
  } finally {
    clearTimeout(tooLong);
    clearTimeout(lastWords);
    over.removeEventListener("abort", runOver);
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function stopped(outcome: Outcome, why: string): Outcome {
  return { ...outcome, failed: Math.max(1, outcome.failed), output: `${outcome.output.trimEnd()}\n${why}\n` };
}

export function failure(output: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, output };
}

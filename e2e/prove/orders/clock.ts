/** Time that passes only as events fall due: a history of minutes is over in microseconds. */
export type Clock = {
  now(): number;
  at(time: number, event: () => void): void;
  sleep(ms: number): Promise<void>;
  /** Lets time pass until the work is done, or nothing more can happen. */
  until(work: Promise<unknown>): Promise<void>;
  /** Time stands while this work is done, which asks others than this clock. */
  standFor<T>(work: () => Promise<T>): Promise<T>;
  /** Inside of such work: time goes on until this is over. */
  letPass<T>(wait: () => Promise<T>): Promise<T>;
};

const START = Date.UTC(2026, 10, 21);

/** `start`: epoch milliseconds. */
export function openClock(start = START): Clock {
  let now = start;
  let count = 0;
  let standing = 0;
  let stands = Promise.withResolvers<void>();
  const events: { time: number; order: number; event: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    at(time, event) {
      events.push({ time: Math.max(time, now), order: count++, event });
    },
    sleep: (ms) => new Promise((wake) => clock.at(now + ms, wake)),
    async until(work) {
      let isDone = false;
      const ended = () => {
        isDone = true;
      };
      work.then(ended, ended);
      for (await rested(); !isDone && events.length > 0; await rested()) takeNext();
      await work;
    },
    async standFor(work) {
      stand();
      return work().finally(goOn);
    },
    async letPass(wait) {
      goOn();
      return wait().finally(stand);
    },
  };

  function stand(): void {
    standing += 1;
  }

  function goOn(): void {
    standing -= 1;
    if (standing > 0) return;
    stands.resolve();
    stands = Promise.withResolvers();
  }

  /** All promises that can go on have gone on, and nobody makes time stand. */
  async function rested(): Promise<void> {
    await settled();
    while (standing > 0) {
      await stands.promise;
      await settled();
    }
  }

  function takeNext(): void {
    let next = 0;
    for (let each = 1; each < events.length; each += 1) if (isBefore(events[each], events[next])) next = each;
    const [taken] = events.splice(next, 1);
    if (!taken) return;
    now = taken.time;
    taken.event();
  }
  return clock;
}

type Timed = { time: number; order: number } | undefined;
const isBefore = (a: Timed, b: Timed): boolean =>
  a !== undefined && b !== undefined && (a.time < b.time || (a.time === b.time && a.order < b.order));

/** All promises that can go on have gone on. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

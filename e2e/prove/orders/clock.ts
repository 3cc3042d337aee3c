/** Time that passes only as events fall due: a history of minutes is over in microseconds. */
export type Clock = {
  now(): number;
  at(time: number, event: () => void): void;
  sleep(ms: number): Promise<void>;
  /** Lets time pass until the work is done, or nothing more can happen. */
  until(work: Promise<unknown>): Promise<void>;
};

const START = Date.UTC(2026, 10, 21);

export function openClock(): Clock {
  let now = START;
  let count = 0;
  const events: { time: number; order: number; event: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    at(time, event) {
      events.push({ time: Math.max(time, now), order: count++, event });
    },
    sleep: (ms) => new Promise((wake) => clock.at(now + ms, wake)),
    async until(work) {
      let isDone = false;
      void work.finally(() => {
        isDone = true;
      });
      for (await settled(); !isDone && events.length > 0; await settled()) takeNext();
      await work;
    },
  };

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

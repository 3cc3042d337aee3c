import { heardServerTime } from "#components/clock.ts";

type Ticking = { everyMs: number; dueAt: number; tick: () => void };

const real = { now: Date.now, setInterval: window.setInterval, clearInterval: window.clearInterval };
const ticking = new Map<number, Ticking>();
let now = 0;
let last = 1_000_000_000;

/**
 * Stops the clock of the page and of its server at this moment; {@link pass} moves both, and what ticks with them. By
 * hand: the runner's own stopped clock goes on by itself while an expectation is awaited.
 */
export function stopClock(at: number): void {
  now = at;
  ticking.clear();
  Date.now = () => now;
  window.setInterval = ((tick: () => void, everyMs = 0) => {
    last += 1;
    ticking.set(last, { everyMs, dueAt: now + everyMs, tick });
    return last;
  }) as typeof window.setInterval;
  window.clearInterval = (id) => {
    if (!ticking.delete(Number(id))) real.clearInterval.call(window, id);
  };
  heardServerTime(at);
}

/** Lets time pass, each tick at its own moment. */
export function pass(ms: number): void {
  const until = now + ms;
  for (let next = nextBy(until); next; next = nextBy(until)) {
    now = next.dueAt;
    next.dueAt += Math.max(next.everyMs, 1);
    next.tick();
  }
  now = until;
}

const nextBy = (until: number): Ticking | undefined =>
  [...ticking.values()].filter(({ dueAt }) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt)[0];

export function restartClock(): void {
  ticking.clear();
  Date.now = real.now;
  window.setInterval = real.setInterval;
  window.clearInterval = real.clearInterval;
  heardServerTime(Date.now());
}

import { useSyncExternalStore } from "react";

/** How far the server's business clock is ahead of this browser's, in milliseconds. */
let aheadMs = 0;

/** Called with what the server said its time is; countdowns follow it from then on. */
export function heardServerTime(epochMs: number): void {
  if (Number.isFinite(epochMs)) aheadMs = epochMs - Date.now();
}

/** The server's time now, in epoch milliseconds, as well as this browser knows it. */
export const serverNow = (): number => Date.now() + aheadMs;

/**
 * The server's time, rounded down to `everyMs`, renewed at that pace.
 * Undefined while the page is hydrated: the server that rendered it had another now.
 */
export function useNow(everyMs: number): number | undefined {
  const now = () => Math.floor(serverNow() / everyMs) * everyMs;
  return useSyncExternalStore(followAt(Math.min(everyMs, SLOWEST_MS)), now, nothing);
}

const nothing = () => undefined;

/** How late a time that is shown may be renewed. */
const SLOWEST_MS = 1000;

type Follow = (changed: () => void) => () => void;
const follows = new Map<number, Follow>();

/** One timer for all that follow the clock at this pace: a list has many times in view. */
function followAt(paceMs: number): Follow {
  const known = follows.get(paceMs);
  if (known) return known;
  const followers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow: Follow = (changed) => {
    followers.add(changed);
    timer ??= setInterval(() => {
      for (const notify of followers) notify();
    }, paceMs);
    return () => {
      followers.delete(changed);
      if (followers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
  follows.set(paceMs, follow);
  return follow;
}

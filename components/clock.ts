import { useCallback, useSyncExternalStore } from "react";

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
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, Math.min(everyMs, 1000));
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / everyMs) * everyMs, nothing);
}

const nothing = () => undefined;

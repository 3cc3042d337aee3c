import type { App } from "#lib/kernel/app.ts";
import { slot } from "#lib/kernel/slots.ts";
import type { Pool } from "./store.ts";

const MINUTE_MS = 60_000;
/** What was seen for a shorter time is not made a minute of. */
const LEAST_MS = 5_000;

/** How many addresses of a wallet were handed out up to a moment. */
type Seen = { at: number; handedOut: number };

const SEEN = slot<Map<string, Seen[]>>("handed out");

/** How many addresses of each pool are handed out in a minute, by what this process has seen of them in the last one. */
export function demandOf(app: App, pools: readonly Pool[], at = performance.now()): (pool: Pool) => number {
  const seen = app.slots.of(SEEN, () => new Map<string, Seen[]>());
  const perMinute = new Map(
    pools.map((pool) => {
      const now = { at, handedOut: pool.derived - pool.free };
      const before = (seen.get(pool.walletId) ?? []).filter((each) => at - each.at <= MINUTE_MS);
      seen.set(pool.walletId, [...before, now]);
      const first = before[0] ?? now;
      const ms = Math.max(at - first.at, LEAST_MS);
      return [pool.walletId, Math.ceil(((now.handedOut - first.handedOut) * MINUTE_MS) / ms)];
    }),
  );
  return ({ walletId }) => perMinute.get(walletId) ?? 0;
}

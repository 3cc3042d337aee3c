import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "./event-frames.ts";

/** Lists that may be read anew at once: none of them moves a row under the reader. */
const LISTS = ["payments-fresh", "conversions", "convertible", "statement-fresh", "audit-fresh", "case", "cases-fresh"];
/** Sums over many records, asked for less often. */
const SUMS = ["overview", "payments-summary", "balances", "case-summary"];

const LISTS_MS = 250;
const SUMS_MS = 3_000;

export type Renewer = {
  hear(events: readonly LiveEvent[]): void;
  /** Everything that live data feeds, as after a silence. */
  all(): void;
  stop(): void;
};

/** Marks what events name as out of date; what is on the screen is then read again, a burst of events once. */
export function makeRenewer(client: QueryClient, account: string): Renewer {
  const named = new Set<string>();
  const renew = (...key: string[]) => void client.invalidateQueries({ queryKey: key });
  const lists = spaced(LISTS_MS, () => {
    for (const id of named) for (const one of ["payment", "conversion"]) renew(one, account, id);
    named.clear();
    for (const list of LISTS) renew(list, account);
  });
  const sums = spaced(SUMS_MS, () => {
    for (const sum of SUMS) renew(sum, account);
  });
  return {
    hear(events) {
      if (events.length === 0) return;
      for (const { objectId } of events) named.add(objectId);
      lists.ask();
      sums.ask();
    },
    all() {
      for (const one of ["payment", "conversion", ...LISTS, ...SUMS]) renew(one, account);
    },
    stop() {
      lists.stop();
      sums.stop();
    },
  };
}

/** Runs soon after it is asked, and at most once in each span. */
function spaced(spanMs: number, run: () => void): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const fire = () => {
    timer = undefined;
    last = Date.now();
    run();
  };
  return {
    ask() {
      timer ??= setTimeout(fire, Math.max(100, last + spanMs - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

import type { QueryClient } from "@tanstack/react-query";
import { getConversionsCall } from "#lib/conversions/calls.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { keyOf, LISTS, RECORDS, renew, SUMS } from "#components/keys.ts";
import type { LiveEvent } from "./event-frames.ts";

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
  const lists = spaced(LISTS_MS, () => {
    for (const id of named) for (const queryKey of recordKeys(account, id)) void client.invalidateQueries({ queryKey });
    named.clear();
    void renew(client, account, LISTS);
  });
  const sums = spaced(SUMS_MS, () => void renew(client, account, SUMS));
  return {
    hear(events) {
      if (events.length === 0) return;
      for (const { objectId } of events) named.add(objectId);
      lists.ask();
      sums.ask();
    },
    all() {
      void renew(client, account, RECORDS, LISTS, SUMS);
    },
    stop() {
      lists.stop();
      sums.stop();
    },
  };
}

/** An event names a payment or a conversion by its id, which no two of them share. */
const recordKeys = (account: string, id: string) => [
  keyOf(getPaymentCall, account, "record", { paymentId: id }),
  keyOf(getConversionsCall, account, "record", { invoiceId: id }),
];

/** Runs soon after `ask()`, and at most once in each span. */
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

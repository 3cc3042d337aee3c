import { Worker } from "node:worker_threads";
import type { App } from "#lib/kernel/app.ts";
import type { DerivedAddress } from "./derive.ts";
import { DERIVE, type Derive } from "./pool.ts";

export type DeriveRequest = { id: number; ask: Parameters<Derive> };
export type DeriveReport = { id: number; derived?: DerivedAddress[]; fault?: string };

/**
 * From here on this process derives addresses in a thread of its own: a refill is tens of milliseconds of arithmetic,
 * during which nobody else would be answered. The thread begins with the first refill and holds up no end.
 */
export function deriveApart(app: App): void {
  let thread: Worker | undefined;
  let sent = 0;
  const waiting = new Map<number, PromiseWithResolvers<DerivedAddress[]>>();
  const open = (): Worker => {
    const opened = new Worker(new URL("./derive-thread.ts", import.meta.url));
    opened.on("message", ({ id, derived, fault }: DeriveReport) => {
      const answer = waiting.get(id);
      waiting.delete(id);
      if (derived) answer?.resolve(derived);
      else answer?.reject(new Error(fault));
    });
    // The next refill begins another one.
    const lost = (error: Error) => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    opened.once("error", lost);
    opened.once("exit", (code) => lost(new Error(`the thread that derives addresses ended with ${code}`)));
    // After the listeners: one for messages holds the process again.
    opened.unref();
    return opened;
  };
  app.slots.set(DERIVE, (...ask) => {
    thread ??= open();
    sent += 1;
    const answer = Promise.withResolvers<DerivedAddress[]>();
    waiting.set(sent, answer);
    thread.postMessage({ id: sent, ask } satisfies DeriveRequest);
    return answer.promise;
  });
}

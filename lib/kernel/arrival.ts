import { AsyncLocalStorage } from "node:async_hooks";

/** What the front server saw before any framework touched the request. */
export type Arrival = {
  /** Path and query exactly as sent in the request line, each byte one character (latin-1). */
  readonly target: string;
  readonly clientAddress: string | undefined;
  readonly requestId: string;
  /** Wall clock, epoch milliseconds. */
  readonly receivedAt: number;
  /** Names and values in turn, as sent: repeated headers stay visible. */
  readonly rawHeaders: readonly string[];
  /** The raw body when the front server has read it; Next reads its own. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** Says when the caller has left without its answer. */
  readonly gone: () => AbortSignal;
};

const ARRIVAL = Symbol.for("desk.arrival");
type Global = typeof globalThis & { [ARRIVAL]?: AsyncLocalStorage<Arrival> };

/** One storage for native and compiled copies of this module: `Request.url` is not what was sent. */
function storage(): AsyncLocalStorage<Arrival> {
  const global = globalThis as Global;
  global[ARRIVAL] ??= new AsyncLocalStorage<Arrival>();
  return global[ARRIVAL];
}

/** Runs `work` as part of the answer to this arrival. */
export function arriveWith<T>(arrival: Arrival, work: () => T): T {
  return storage().run(arrival, work);
}

/** The arrival being answered; undefined where no front server stands before (a hosted Next). */
export function currentArrival(): Arrival | undefined {
  return storage().getStore();
}

/** How often a header was sent; `name` in lower case. */
export function timesSent(arrival: Arrival, name: string): number {
  let times = 0;
  for (let i = 0; i < arrival.rawHeaders.length; i += 2) {
    if (arrival.rawHeaders[i]?.toLowerCase() === name) times += 1;
  }
  return times;
}

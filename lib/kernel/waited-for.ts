import { AsyncLocalStorage } from "node:async_hooks";
import { isRefusal, Refusal } from "./errors.ts";

/** A read that a client waits for, until it is done; its signal is made for the first statement that asks for it. */
type Waited = { signalOf: () => AbortSignal; gone: AbortSignal | undefined; done: boolean };

const WAITED = Symbol.for("desk.waited");
type Global = typeof globalThis & { [WAITED]?: AsyncLocalStorage<Waited | undefined> };

/** Under a global symbol, as the process holds several copies of this module. */
function storage(): AsyncLocalStorage<Waited | undefined> {
  const global = globalThis as Global;
  global[WAITED] ??= new AsyncLocalStorage<Waited | undefined>();
  return global[WAITED];
}

/**
 * Does a read whose answer nobody needs any more once the signal says so: what it asks the database outside of transactions
 * ends then. What the read has set going and goes on after it is nobody's.
 */
export async function waitedFor<T>(signalOf: () => AbortSignal, read: () => Promise<T>): Promise<T> {
  const waited: Waited = { signalOf, gone: undefined, done: false };
  try {
    return await storage().run(waited, read);
  } catch (error) {
    if (!waited.gone?.aborted || isRefusal(error)) throw error;
    throw new Refusal("REQUEST_TIMEOUT", "The caller left before the answer.");
  } finally {
    waited.done = true;
  }
}

/** Reads for several at once: it goes on when one of them leaves. */
export const forSeveral = <T>(read: () => Promise<T>): Promise<T> => storage().run(undefined, read);

/** Of the read under way, where a client waits for it. */
export function nowWaiting(): (() => AbortSignal) | undefined {
  const waited = storage().getStore();
  if (!waited || waited.done) return undefined;
  return () => (waited.gone ??= waited.signalOf());
}

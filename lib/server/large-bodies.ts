import type { App } from "#lib/kernel/app.ts";
import { slot } from "#lib/kernel/slots.ts";
import { openCallers } from "./callers.ts";

/** So many bodies beyond 64 KiB are in memory at once, each of another address and sender: what they take is bounded. */
const AT_ONCE = 3;

/** Places for large bodies, each held from before it is read until its answer is there. */
export type LargeBodies = {
  /** Takes a place for a key or a person; false when there is none. */
  enter(address: string | undefined, sender: string): boolean;
  leave(address: string | undefined, sender: string): void;
};

export function openLargeBodies(): LargeBodies {
  const callers = openCallers(1);
  const senders = new Set<string>();
  return {
    enter(address, sender) {
      if (senders.size >= AT_ONCE || senders.has(sender) || !callers.enter(address)) return false;
      senders.add(sender);
      return true;
    },
    leave(address, sender) {
      callers.leave(address);
      senders.delete(sender);
    },
  };
}

const LARGE = slot<LargeBodies>("large-bodies");

/** Of this process. */
export const largeBodiesOf = (app: App): LargeBodies => app.slots.of(LARGE, openLargeBodies);

import type { App } from "#lib/kernel/app.ts";
import { slot } from "#lib/kernel/slots.ts";
import { openCallers } from "./callers.ts";

/** So many bodies beyond 64 KiB are in memory at once, each of another address: what they take is bounded. */
const AT_ONCE = 3;

/** Places for large bodies, each held from before it is read until its answer is there. */
export type LargeBodies = {
  /** Takes a place; false when there is none. */
  enter(address: string | undefined): boolean;
  leave(address: string | undefined): void;
};

export function openLargeBodies(): LargeBodies {
  const callers = openCallers(1);
  let held = 0;
  return {
    enter(address) {
      if (held >= AT_ONCE || !callers.enter(address)) return false;
      held += 1;
      return true;
    },
    leave(address) {
      callers.leave(address);
      held -= 1;
    },
  };
}

const LARGE = slot<LargeBodies>("large-bodies");

/** Of this process. */
export const largeBodiesOf = (app: App): LargeBodies => app.slots.of(LARGE, openLargeBodies);

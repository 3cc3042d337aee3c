import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import { Refusal } from "#lib/kernel/errors.ts";

/**
 * Reads that one process works on at a time, fewer than it has connections to the database. Those beyond wait here and not
 * in the database's queue, so that a change finds a connection however many lists and searches are requested.
 */
const READS_AT_ONCE = 16;
/** How long a read waits for its turn before it is refused. */
const MAX_WAIT_MS = 10_000;

type Gate = { inside: number; waiting: Set<() => void> };

/** Does a read in its turn; refuses with SERVICE_UNAVAILABLE what has waited too long. */
export async function inReadTurn<T>(app: App, read: () => Promise<T>, maxWaitMs: number = MAX_WAIT_MS): Promise<T> {
  const gate = gateOf(app);
  if (gate.inside < READS_AT_ONCE) gate.inside += 1;
  else await turn(gate, maxWaitMs);
  try {
    return await read();
  } finally {
    pass(gate);
  }
}

function turn(gate: Gate, maxWaitMs: number): Promise<void> {
  return new Promise((enter, fail) => {
    const timer = setTimeout(() => {
      gate.waiting.delete(called);
      fail(
        new Refusal("SERVICE_UNAVAILABLE", "Too many reads are asked for at once; ask again.", {
          retryAfterSeconds: 1,
        }),
      );
    }, maxWaitMs);
    const called = () => {
      clearTimeout(timer);
      enter();
    };
    gate.waiting.add(called);
  });
}

/** Passes the place to the read that has waited longest. */
function pass(gate: Gate): void {
  const [next] = gate.waiting;
  if (next === undefined) {
    gate.inside -= 1;
    return;
  }
  gate.waiting.delete(next);
  next();
}

const READ_GATE = slot<Gate>("read gate");

const gateOf = (app: App): Gate => app.slots.of(READ_GATE, () => ({ inside: 0, waiting: new Set() }));

import type { DeliveryOutcome, TakenDelivery } from "./delivery-store.ts";

/** What one process has for one endpoint: deliveries that wait here, in their order, and how the endpoint has answered. */
export type EndpointLine = {
  waiting: { taken: TakenDelivery; takenAt: number }[];
  sending: number;
  /** How long its answers take, the last ones counting most; undefined until it has answered well. */
  answerMs: number | undefined;
  /** Opens its secrets; the last ones are remembered, so that a row of messages opens them once. */
  opened(sealed: readonly Uint8Array[], open: (sealed: Uint8Array) => string): readonly string[];
};

/** Calls open to one endpoint. */
const WIDTH = 32;
/** What an endpoint may hold that answers within `QUICK_MS`: the more it holds, the more goes into each statement. */
const QUICK_HOLDS = 256;
const QUICK_MS = 100;
/** How much the newest answer weighs. */
const WEIGHT = 0.2;
/** How long a delivery may wait here: lease less the longest call (15 s), with a second to record it. */
const MAX_WAIT_MS = 4_000;

export function newLine(): EndpointLine {
  let known: readonly Uint8Array[] = [];
  let secrets: readonly string[] = [];
  return {
    waiting: [],
    sending: 0,
    answerMs: undefined,
    opened(sealed, open) {
      const same = sealed.length === known.length && sealed.every((each, at) => isSame(each, known[at]));
      if (!same) {
        secrets = sealed.map(open);
        known = sealed;
      }
      return secrets;
    },
  };
}

/** How many deliveries an endpoint may hold at a time, sent or waiting: one that is slow or unknown only what it is sent. */
export function mayHold({ answerMs }: EndpointLine): number {
  return answerMs !== undefined && answerMs <= QUICK_MS ? QUICK_HOLDS : WIDTH;
}

/** What sets out now, and what waited too long: its lease might end before its answer is recorded. */
export function nextOf(
  line: EndpointLine,
  closed: boolean,
  now: number,
): { ready: TakenDelivery[]; late: EndpointLine["waiting"] } {
  const first = line.waiting.findIndex(({ takenAt }) => now - takenAt < MAX_WAIT_MS);
  const late = line.waiting.splice(0, first < 0 ? line.waiting.length : first);
  const ready = closed ? [] : line.waiting.splice(0, WIDTH - line.sending).map(({ taken }) => taken);
  line.sending += ready.length;
  return { ready, late };
}

/** Counts an answer in. One that failed sends home whatever waits: an endpoint that fails is tried one at a time. */
export function answered(line: EndpointLine, { delivered, durationMs }: DeliveryOutcome): EndpointLine["waiting"] {
  line.sending -= 1;
  if (!delivered) {
    line.answerMs = undefined;
    return line.waiting.splice(0);
  }
  line.answerMs = line.answerMs === undefined ? durationMs : line.answerMs + (durationMs - line.answerMs) * WEIGHT;
  return [];
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}

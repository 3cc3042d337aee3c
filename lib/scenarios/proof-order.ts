import type { PlayCheck } from "./proof-contract.ts";

/** One message of a play: the event sent, what the receiver's answer proves, and whether the signature is forged. */
export type Step<Event> = { check: PlayCheck; event: Event; forged: boolean };

/**
 * The events of one scenario, sent worse than a network would: a forged one first; then, of each object, neighbours
 * swapped, so that one comes while the number before it is missing and the other when a higher one is there already; and
 * at last all of them once more.
 */
export function disturbed<Event extends { object_id: string }>(events: readonly Event[]): Step<Event>[] {
  const [first] = events;
  if (!first) return [];
  const objects = [...new Set(events.map(({ object_id: id }) => id))];
  const swapped = objects.flatMap((id) => inPairs(events.filter((event) => event.object_id === id)));
  return [
    { check: "signature", event: first, forged: true },
    ...swapped,
    ...events.map((event): Step<Event> => ({ check: "duplicate", event, forged: false })),
  ];
}

function inPairs<Event>(events: readonly Event[]): Step<Event>[] {
  const steps: Step<Event>[] = [];
  for (let at = 0; at < events.length; at += 2) {
    const [earlier, later] = events.slice(at, at + 2);
    if (earlier === undefined) continue;
    if (later !== undefined) steps.push({ check: "gap", event: later, forged: false });
    steps.push({ check: later === undefined ? "delivery" : "order", event: earlier, forged: false });
  }
  return steps;
}

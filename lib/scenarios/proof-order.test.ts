import { expect, test } from "vitest";
import { disturbed } from "./proof-order.ts";

const events = (object_id: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ object_id, sequence: at + 1 }));
const shown = (of: ReturnType<typeof disturbed<ReturnType<typeof events>[number]>>) =>
  of.map(
    ({ check, forged, event: { object_id: id, sequence } }) => `${check} ${id}${sequence}${forged ? " forged" : ""}`,
  );

test("a forged one first, then neighbours swapped, then all once more", () => {
  expect(shown(disturbed(events("b", 3)))).toEqual([
    "signature b1 forged",
    "gap b2",
    "order b1",
    "delivery b3",
    "duplicate b1",
    "duplicate b2",
    "duplicate b3",
  ]);
});

test("a single event cannot be swapped; no event is no message", () => {
  expect(shown(disturbed(events("b", 1)))).toEqual(["signature b1 forged", "delivery b1", "duplicate b1"]);
  expect(disturbed([])).toEqual([]);
});

test("only events of one object are swapped, each is told at least twice by its own signature", () => {
  const all = [...events("b", 3), ...events("i", 2)];
  const steps = disturbed(all);
  expect(shown(steps).slice(1, 6)).toEqual(["gap b2", "order b1", "delivery b3", "gap i2", "order i1"]);
  for (const event of all) expect(steps.filter((step) => step.event === event && !step.forged)).toHaveLength(2);
});

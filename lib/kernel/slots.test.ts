import { expect, test } from "vitest";
import { type Slot, Slots, slot } from "./slots.ts";

const COUNT = slot<number>("count");

test("a slot keeps what was first made, for every copy of the module that names it", () => {
  const slots = new Slots();
  const copy = slot<number>("count");
  expect(slots.get(COUNT)).toBeUndefined();
  expect(slots.of(COUNT, () => 1)).toBe(1);
  expect(slots.of(copy, () => 2)).toBe(1);
  slots.set(copy, 3);
  expect(slots.get(COUNT)).toBe(3);
  expect(slots.has(COUNT)).toBe(true);
  slots.delete(copy);
  expect(slots.has(COUNT)).toBe(false);
});

test("a value of another type does not compile", () => {
  const slots = new Slots();
  // @ts-expect-error a count is no text
  slots.set(COUNT, "1");
  // @ts-expect-error one slot is no other
  const text: Slot<string> = COUNT;
  expect(text.name).toBe("count");
});

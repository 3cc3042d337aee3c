import { expect, test } from "vitest";
import { lineTyped, stepTo, typedOn } from "./menu-keys.ts";

test.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 2, 0],
  ["ArrowUp", -1, 2],
  ["ArrowUp", 0, 2],
  ["ArrowUp", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Enter", 1, undefined],
])("%s from line %i of three leads to %s", (key, at, to) => {
  expect(stepTo(key, at, 3)).toBe(to);
});

test("a menu without lines has nowhere to go", () => {
  expect(stepTo("ArrowDown", -1, 0)).toBeUndefined();
});

test("letters within the word's time join; a later one begins anew", () => {
  const first = typedOn({ text: "", at: Number.NEGATIVE_INFINITY }, "T", 1000);
  const second = typedOn(first, "o", 1600);
  expect(second.text).toBe("to");
  expect(typedOn(second, "t", 2400).text).toBe("t");
});

test.each([
  ["t", 0, 1],
  ["t", 1, 2],
  ["tt", 2, 1],
  ["th", 1, 2],
  ["to", 1, 1],
  ["x", 0, -1],
])("typing %s at line %i finds line %i", (text, at, found) => {
  expect(lineTyped(text, ["Anna", "Tom", "Theo"], at)).toBe(found);
});

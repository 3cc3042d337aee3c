import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Anna Keller", "AK"],
  ["Operations (demo)", "OD"],
  ["Ada", "A"],
  ["  Åsa  von der Öst ", "ÅÖ"],
  ["李雷", "李"],
  ["–", ""],
])("%s is %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

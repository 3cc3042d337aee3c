import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A clock alone is of no day: it stands where the day stands beside it, or where it is the present one. */
const WITH_THEIR_DAY = [
  "components/conversions/price-line.tsx",
  "components/shell/zone-menu.tsx",
  "components/ui/timeline.tsx",
];

test("every moment on the desk is written by the one rule that names its day once that is another", () => {
  const files = globSync("components/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const alone = files.filter((file) => /\bclockText\b/.test(readFileSync(file, "utf8")));
  expect(alone.toSorted()).toEqual(WITH_THEIR_DAY);
});

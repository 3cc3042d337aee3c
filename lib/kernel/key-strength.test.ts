import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { keyWeakness } from "./key-strength.ts";

it.each([
  ["k".repeat(31), "is too short"],
  ["a".repeat(32), "repeats itself"],
  ["changeme".repeat(4), "repeats itself"],
  ["9f86d081884c7d65".repeat(3), "repeats itself"],
  ["9f86d081884c7d659f86d081884c7d659f8", "repeats itself"],
  [`${"k".repeat(40)}z`, "has too few different characters"],
  ["0123456789abcdefghijklmnopqrstuv", "counts up or down"],
  ["zyxwvutsrqponmlkjihgfedcba987654", "counts up or down"],
  ["jT4vXq81LmCzpR7w0aaaaaaaaEdK2yHs", "counts up or down"],
  ["please-ChangeMe-before-you-go-live!", "holds a well-known word"],
  ["our company's secret of the year 26", "holds a well-known word"],
])("%s %s", (key, why) => {
  expect(keyWeakness(key)).toBe(why);
});

// The same keys each time: of truly random ones one in a million counts up by chance, and is rightly refused.
it("what openssl rand gives is taken, in whatever spelling", () => {
  for (const spelling of ["hex", "base64", "base64url"] as const) {
    for (let i = 0; i < 2_000; i += 1)
      expect(keyWeakness(createHash("sha256").update(`key ${i}`).digest(spelling))).toBeUndefined();
  }
});

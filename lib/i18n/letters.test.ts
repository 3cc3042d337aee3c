import { describe, expect, it } from "vitest";
import { de } from "./letters.de.ts";
import { en } from "./letters.en.ts";

const NAMES = [
  "changed",
  "removed",
  "codeUsed",
  "passkeyAdded",
  "passkeyRemoved",
  "appAdded",
  "appRemoved",
  "codesMade",
];
const NAMED = new Set(["subject", "sso", "disabled", "restored", "sold", "bought", "lost", ...NAMES]);

/** Every subject of a part of the letters, with names and figures that begin with a capital in the place of values. */
function subjectsOf(part: object): string[] {
  return Object.entries(part).flatMap(([name, value]): string[] => {
    if (value !== null && typeof value === "object") return subjectsOf(value);
    if (!NAMED.has(name)) return [];
    return [typeof value === "function" ? value("Acme", "Kraken", "Acme") : value];
  });
}

describe.each(Object.entries({ en, de }))("in %s", (_, words) => {
  const { subject: _whole, ...letters } = words;
  const subjects = subjectsOf(letters);

  it("the subject of a letter begins with a capital", () => {
    expect(subjects.length).toBeGreaterThan(25);
    expect(subjects.filter((one) => !/^\p{Lu}/u.test(one))).toEqual([]);
  });
});

import { globSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { en } from "./en.ts";
import { answerLanguage, type Language, languageOf } from "./language.ts";
import { text } from "./text.ts";

const ROOT = resolve(import.meta.dirname, "../..");

afterEach(() => answerLanguage(() => "en"));

describe("whose language is spoken", () => {
  test.each<[string | undefined, string | undefined, boolean, Language]>([
    [undefined, "de-DE,de;q=0.9,en;q=0.8", true, "de"],
    [undefined, "fr;q=0.9, de;q=0.5, en;q=0.7", true, "en"],
    [undefined, "de;q=0, fr", true, "en"],
    [undefined, undefined, true, "en"],
    [undefined, "de", false, "en"],
    ["de", "en", false, "de"],
    ["en", "de", true, "en"],
    ["klingon", "de", true, "de"],
  ])("chosen %s, browser %s, payer %s: %s", (chosen, accepted, payer, spoken) => {
    expect(languageOf({ chosen, accepted, payer })).toBe(spoken);
  });
});

test("one and the same word follows the request that reads it", () => {
  const words = text.exports;
  expect(words.title).toBe(en.exports.title);
  answerLanguage(() => "de");
  expect(words.title).toBe("Exporte");
  answerLanguage(() => "xa");
  expect([words.title, words.of("1", "2")]).toEqual(["⟦Éẋþóřťš⟧", "⟦1 óƒ 2⟧"]);
});

test("no module keeps a word in a constant, where one request's language would be everybody's", async () => {
  const read = new Set<string>();
  const files = globSync("{components,app}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.(test|fixture)\.tsx?$|layout\.tsx$|(^|\/)route\.ts$/.test(file),
  );
  answerLanguage(() => {
    read.add(readerOf(new Error().stack ?? ""));
    return "en";
  });
  for (const file of files) await import(resolve(ROOT, file));
  expect([...read]).toEqual([]);
});

/** Where a word was read: the first line of a stack outside the catalogue. */
const readerOf = (stack: string): string =>
  stack
    .split("\n")
    .filter((line) => line.includes(ROOT) && !line.includes("lib/i18n/"))[0]
    ?.replace(/^.*?\(?(?:file:\/\/)?([^(]*:\d+):\d+\)?$/, "$1")
    .replace(`${ROOT}/`, "") ?? stack;

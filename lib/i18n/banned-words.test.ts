import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { BANNED_WORDS, bannedIn, type WrittenIn } from "#e2e/world/banned-words.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The texts of a source file: its strings, without the values that stand in them. */
const stringsOf = (source: string): string[] =>
  [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, filled]) =>
    (plain ?? filled ?? "").replaceAll(/\$\{[^}]*\}/g, "…"),
  );

/** What the API says of a fault: the texts of refusals and of contracts, not those of descriptions. */
const messagesOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:new Refusal\(|invalid\(|refuse\w*\(|orRequired\(|error:|message:|return)\s*(?:[\w.]+,\s*|"[A-Z_]+",\s*)*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g,
    ),
  ].map(([, plain, filled]) => (plain ?? filled ?? "").replaceAll(/\$\{[^}]*\}/g, "…"));

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const PLACES: readonly [name: string, place: WrittenIn, globs: string[], read: (text: string) => string[]][] = [
  ["English screens", "english", ["lib/i18n/*.en.ts", "lib/i18n/en.ts"], stringsOf],
  ["German screens", "german", ["lib/i18n/*.de.ts", "lib/i18n/de.ts"], stringsOf],
  ["documents", "docs", ["app/docs/guides/*.md", "app/docs/handbook/*.md"], (text) => text.split("\n")],
  ["messages of the API", "messages", ["lib/**/*.ts"], messagesOf],
  ["mails, notices and papers", "letters", ["lib/{mail,notices,documents}/**/*.ts"], stringsOf],
];

describe("no banned word", () => {
  test.each(PLACES)("in %s", (_, place, globs, read) => {
    const files = globs.flatMap((glob) => globSync(join(ROOT, glob))).filter((path) => !path.includes(".test."));
    const texts = files.flatMap((path) =>
      read(withoutComments(readFileSync(path, "utf8"))).map((text) => ({ path: relative(ROOT, path), text })),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(
      texts.flatMap(({ path, text }) => bannedIn(place, text).map((found) => `${path}: ${found} in “${text}”`)),
    ).toEqual([]);
  });
});

test("each banned word has its place, and none is what stands instead of it", () => {
  for (const { word, instead, in: places } of BANNED_WORDS) {
    expect(places.length, String(word)).toBeGreaterThan(0);
    expect(word.test(instead), String(word)).toBe(false);
  }
});

test("a banned word is found where it is banned, and nowhere else", () => {
  expect(bannedIn("english", "3 conversions, free to convert")).toEqual(["free to convert → available to convert"]);
  expect(bannedIn("german", "Neue Konversion")).toEqual(["Konversion → Umtausch, umtauschen"]);
  expect(bannedIn("messages", "The field extra is not known here.")).toHaveLength(1);
  expect(bannedIn("docs", "free to convert")).toEqual([]);
});

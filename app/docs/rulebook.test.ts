import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { allPages } from "./library.ts";
import { rulebook } from "./rulebook.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const chapters = rulebook(ROOT);
const clauses = new Map(chapters.flatMap((chapter) => chapter.clauses.map((clause) => [clause.number, clause])));

test("clauses are numbered by chapter from 1 without gaps, and every listed line is one", () => {
  for (const [at, { title, markdown, clauses: own }] of chapters.entries()) {
    expect(title).toMatch(new RegExp(`^${at + 1} `));
    expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => `${at + 1}.${index + 1}`));
    expect(own.length, title).toBe(markdown.split("\n").filter((line) => line.startsWith("- ")).length);
  }
});

test("each clause that code or a test cites exists and is built", () => {
  const cited = globSync("{app,components,lib,e2e}/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: (path) => path === "generated",
  })
    .filter((file) => !file.endsWith("rulebook.test.ts"))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      return [...text.matchAll(/\brulebook (\d+\.\d+(?:, \d+\.\d+)*)/g)].flatMap(([, numbers = ""]) =>
        numbers.split(", ").map((number) => ({ file, number })),
      );
    });
  expect(cited.length).toBeGreaterThan(80);
  expect(cited.filter(({ number }) => clauses.get(number)?.planned !== false)).toEqual([]);
});

test("no comment cites a document that is not in this repository", () => {
  const files = globSync("{app,components,lib,e2e,prisma}/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: (path) => path === "generated",
  });
  const citing = files.filter(
    (file) =>
      !file.endsWith("rulebook.test.ts") && /(contract|treasury) §/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(citing).toEqual(["app/docs/rulebook.ts"]);
});

test("links between clauses lead to clauses", () => {
  for (const { markdown, title } of chapters)
    for (const [link, slug = "", number] of markdown.matchAll(/\/docs\/(rulebook\/[a-z]+)(?:#([\d.]+))?/g)) {
      const chapter = chapters.find((one) => one.slug === slug);
      expect(chapter, `${title}: ${link}`).toBeDefined();
      if (number)
        expect(
          chapter?.clauses.map((clause) => clause.number),
          `${title}: ${link}`,
        ).toContain(number);
    }
});

test("every link between pages leads to one, and no page has the address of another", () => {
  const pages = allPages();
  const slugs = new Set(pages.map(({ slug }) => slug));
  expect(slugs.size).toBe(pages.length);
  const broken = pages.flatMap(({ slug, markdown }) =>
    [...markdown().matchAll(/\]\(\/docs\/([\w/-]+)/g)].flatMap(([, to = ""]) =>
      slugs.has(to) ? [] : [`${slug}: ${to}`],
    ),
  );
  expect(broken).toEqual([]);
});

import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ONCE_MORE, OPENS_PAGES, REST, SECONDS } from "./plan.ts";
import { allFiles, countOf, filterFiles, grouped, isRest, onceMore, opensPages, unitsOf } from "./units.ts";
import { ROOT } from "./step.ts";

const all = allFiles();
const flat = [...Object.values(all.projects).flat(), ...all.journeys, ...all.proofs];

describe("the tests that are there", () => {
  it("every test file is run by somebody, and by one only", () => {
    const exclude = (path: string) => ["node_modules", ".next", "generated", "test-results"].includes(path);
    const there = globSync(
      ["{app,components,lib,prisma,e2e,.config}/**/*.test.{ts,tsx}", "e2e/journeys/**/*.journey.ts", "e2e/prove/*.ts"],
      { cwd: ROOT, exclude },
    );
    expect(flat.toSorted()).toEqual(there.toSorted());
  });

  it("what npm test leaves out is there: no name in the plan is stale", () => {
    const named = REST.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
    expect(named.toSorted()).toEqual(flat.filter(isRest).toSorted());
    for (const pattern of REST) {
      const [, before = pattern, list = "", after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
      for (const name of list.split(",")) expect(globSync(before + name + after, { cwd: ROOT })).toHaveLength(1);
    }
  });

  it("what waits for the pages, and whose time is told, is there", () => {
    const named = OPENS_PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
    expect(named.toSorted()).toEqual(flat.filter(opensPages).toSorted());
    expect(Object.keys(SECONDS).filter((name) => !(name in all.projects) && !flat.includes(name))).toEqual([]);
  });

  it("who starts the whole program waits for its pages", () => {
    const starts = flat.filter((path) => /\bstartProgram\((?!\{[^}]*"--only=api")/.test(readFileSync(path, "utf8")));
    expect(starts.filter((path) => !opensPages(path))).toEqual([]);
    const waiting = unitsOf(all).filter(({ after }) => after !== undefined);
    expect(waiting.length).toBeGreaterThan(0);
  });

  it("each of vitest's projects, the journeys and each proof have their processes", () => {
    const names = unitsOf(all).map(({ name }) => name.split(" ")[0]);
    expect(new Set(names)).toEqual(new Set([...Object.keys(all.projects), "journeys", "proof"]));
    expect(names.filter((name) => name === "unit")).toHaveLength(1);
    expect(names.filter((name) => name === "proof")).toHaveLength(all.proofs.length);
  });

  it("npm test and what it leaves out are together all of it, and nothing twice", () => {
    const core = filterFiles(all, (path) => !isRest(path));
    expect(countOf(core) + countOf(filterFiles(all, isRest))).toBe(countOf(all));
    const names = [...unitsOf(all), ...onceMore(core)].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("a proof that is played once more has other chances than before", () => {
    const again = onceMore(filterFiles(all, (path) => !isRest(path)));
    expect(again).toHaveLength(Object.keys(ONCE_MORE).length);
    for (const { name } of again) expect(name).toMatch(/^proof \w+ --seed 2/);
  });
});

describe("groups of files", () => {
  const files = all.projects["unit"] ?? [];

  it("hold every file once, none more than so many", () => {
    const groups = grouped(files, 10);
    expect(groups.flat().toSorted()).toEqual(files.toSorted());
    expect(groups).toHaveLength(Math.ceil(files.length / 10));
    expect(Math.max(...groups.map((group) => group.length))).toBeLessThanOrEqual(10);
  });

  it("of all that there are, one", () => expect(grouped(files, files.length)).toHaveLength(1));

  it("of nothing there are none", () => expect(grouped([], 10)).toEqual([]));
});

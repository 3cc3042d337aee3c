import { globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { adrift, type SelfTest, withPlants } from "#e2e/world/planted.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const LEAST = 5;
const proofs = globSync("e2e/prove/*.ts", { cwd: ROOT }).map((path) => basename(path, ".ts"));
const lists = globSync("e2e/prove/*/faults.ts", { cwd: ROOT });
const listOf = async (path: string): Promise<SelfTest> =>
  ((await import(pathToFileURL(join(ROOT, path)).href)) as { selfTest: SelfTest }).selfTest;

test("every proof has its list of faults", () => {
  expect(lists.map((path) => basename(dirname(path))).sort()).toEqual(proofs.sort());
});

test.each(lists)(
  "%s: at least five faults, each of a name of its own, that fit the sources as they are",
  async (path) => {
    const { faults } = await listOf(path);
    expect(faults.length).toBeGreaterThanOrEqual(LEAST);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.flatMap(adrift)).toEqual([]);
  },
);

test("a plant whose text is missing, or there twice, is refused", () => {
  expect(withPlants("a b c", [{ old: "b", new: "x" }])).toBe("a x c");
  expect(() => withPlants("a b c", [{ old: "d", new: "x" }])).toThrow("was not planted");
  expect(() => withPlants("b b", [{ old: "b", new: "x" }])).toThrow("was not planted");
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { productionBom } from "./bom.ts";

const ROOT = join(import.meta.dirname, "..");
const REGISTRY = "https://registry.npmjs.org/";
type Versions = Record<string, string>;
const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const own = read<{ dependencies: Versions; devDependencies: Versions; optionalDependencies: Versions }>("package.json");
const lock = read<{ packages: Record<string, { version?: string; resolved?: string; integrity?: string }> }>(
  "package-lock.json",
);

it("every package of ours is pinned to one version, and every one at all to its hash", () => {
  for (const versions of [own.dependencies, own.devDependencies, own.optionalDependencies])
    for (const version of Object.values(versions)) expect(version).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  for (const [path, { resolved, integrity }] of Object.entries(lock.packages)) {
    if (path === "") continue;
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect([path, resolved ?? REGISTRY]).toEqual([path, expect.stringContaining(REGISTRY)]);
  }
});

it("no package is older than the fix of an advisory that reached us", () => {
  // GHSA-2x7j-588g-ccc2, mended in 9.1.0.
  const [major = 0, minor = 0] = (lock.packages["node_modules/nodemailer"]?.version ?? "").split(".").map(Number);
  expect(major * 1_000 + minor).toBeGreaterThanOrEqual(9_001);
  const mailers = Object.keys(lock.packages).filter((path) => /(?<!@types)\/nodemailer$/.test(path));
  expect(mailers).toEqual(["node_modules/nodemailer"]);
});

it("the list of what runs names each package of ours with its version, and nothing that only builds or tests", () => {
  const bom = productionBom();
  expect(bom.bomFormat).toBe("CycloneDX");
  const names = new Set(bom.components.map(({ name }) => name));
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  for (const [name, version] of Object.entries(own.dependencies))
    expect([name, version, listed.has(`${name}@${version}`)]).toEqual([name, version, true]);
  for (const name of ["prisma", "tailwindcss", "vitest", "playwright", "@biomejs/biome"])
    expect([name, names.has(name)]).toEqual([name, false]);
});

import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Graph } from "./graph.ts";
import type { Mutant } from "./mutant.ts";

const ROOT = join(import.meta.dirname, "../..");
const MONEY = /^lib\/(bills|deposits|pricing|conversions|ledger|settings|wallets|liquidity)\//;
/** Exact numbers and assets: every rule of money stands on them. */
const MONEY_KERNEL = new Set(["decimal", "money", "assets", "addresses"].map((name) => `lib/kernel/${name}.ts`));
const STORE = /^lib\/(kernel\/database|.*store)\.ts$/;
/** What another program writes from the contracts: `npm run check` compares every character of it, and no rule stands in it. */
const MADE = "// Made from the contract by lib/reference/write.ts.";
/** Whoever is given these asks a database or a clock. */
const WORLD = /from "(#lib\/(kernel\/(context|database)|house)\.ts|pg)"/;

/** What asks the browser or React is tested in a browser, whose tests are not run here. */
const OF_PAGES = /^"use client"|from "(react|@tanstack\/|next\/)|\b(window|document|navigator)\b/;

/** The sources named by paths, files or folders, that are the program's own: those of lib, and the rules of the desk. */
export function sourcesOf(paths: readonly string[]): string[] {
  const wanted = paths.flatMap((path) =>
    statSync(join(ROOT, path)).isDirectory() ? globSync(`${path}/**/*.ts`, { cwd: ROOT }) : [path],
  );
  return [...new Set(wanted)].filter(isOwn).sort();
}

function isOwn(path: string): boolean {
  if (!/^(lib|components)\/.*\.ts$/.test(path)) return false;
  if (/\.(test|fixture)\.ts$|^lib\/generated\/|^lib\/sdk\/operations\.ts$|venue-suite\.ts$/.test(path)) return false;
  const text = readFileSync(join(ROOT, path), "utf8");
  return path.startsWith("lib/") ? !text.startsWith(MADE) : !OF_PAGES.test(text);
}

/** A rule of money: in a noun of money, or under all of them, and out of reach of database and clock. */
export function isMoneyRule(file: string, graph: Graph): boolean {
  if (MONEY_KERNEL.has(file)) return true;
  if (!MONEY.test(file) || /\/venues\/|\/sources\/|contract\.ts$|simulated\.ts$/.test(file)) return false;
  return (
    ![...graph.reachedFrom(file)].some((reached) => STORE.test(reached)) &&
    !WORLD.test(readFileSync(join(ROOT, file), "utf8"))
  );
}

/** A word of a screen, whatever language it is in: those who read screens are the tests in a browser, which are not run here. */
export const isShownWord = ({ file, operator }: Pick<Mutant, "file" | "operator">): boolean =>
  operator === "text" && /^lib\/i18n\/.*\.(en|de)\.ts$/.test(file);

/** Every test there is, but those in a browser, which load none of the sources that are changed into this process. */
export function testFiles(): string[] {
  const found = globSync(["{app,components,lib,prisma}/**/*.test.{ts,tsx}", "e2e/{api,faults}/**/*.test.ts"], {
    cwd: ROOT,
    exclude: (path) => path === "node_modules" || path === "generated" || path === ".next",
  });
  return found.filter((path) => !path.endsWith(".browser.test.tsx")).sort();
}

export const isPure = (test: string): boolean => rankOf(test) === 0;

/**
 * The tests that a source's mutants are tried in: those that load it. Of those that need a database and stand in another
 * folder only the first `most`, as they are given.
 */
export function offered(file: string, tests: readonly string[], graph: Graph, most: number): ReadonlySet<string> {
  const loading = tests.filter((test) => graph.reachedFrom(test).has(file));
  const isFar = (test: string) => !isPure(test) && dirname(test) !== dirname(file);
  return new Set([...loading.filter((test) => !isFar(test)), ...loading.filter(isFar).slice(0, most)]);
}

/** The cheaper kinds of tests come first. */
export function rankOf(test: string): number {
  if (test.startsWith("e2e/faults")) return 3;
  if (test.startsWith("e2e/")) return 2;
  return test.endsWith(".store.test.ts") ? 1 : 0;
}

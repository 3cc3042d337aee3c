import { execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";
import { countOf, type Files, filterFiles, opensPages } from "./units.ts";
import { ROOT } from "./step.ts";

/** Files that differ from `base`, committed or not, and new ones that git does not know yet. */
export function changedSince(base: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" })
      .split("\n")
      .filter((path) => path !== "");
  return [
    ...new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")]),
  ].sort();
}

/**
 * What to run for a change: every unit test, the tests beside a changed file of the product, changed tests themselves,
 * those of e2e that are named after a changed folder, and the proofs one of whose files has changed. What opens the pages
 * is named instead, unless it was changed itself: building them takes longer than all the rest.
 */
export function touchedBy(changed: readonly string[], all: Files): { touched: Files; sentence: string } {
  const folders = new Set(changed.map((path) => dirname(path)));
  const nouns = new Set(changed.filter((path) => /^(lib|components|app)\//.test(path)).flatMap(wordsOfFolders));
  const isNamed = (path: string): boolean =>
    /^e2e\/(?!prove\/)/.test(path) && wordsOf(basename(path)).some((word) => nouns.has(word));
  const isTouched = (path: string): boolean => {
    if (changed.includes(path)) return true;
    if (path.startsWith("e2e/prove/"))
      return [...folders].some((folder) => `${folder}/`.startsWith(path.replace(/\.ts$/, "/")));
    return path.startsWith("e2e/") ? isNamed(path) && !opensPages(path) : folders.has(dirname(path));
  };
  const near = filterFiles(all, isTouched);
  const touched = { ...near, projects: { ...near.projects, unit: all.projects["unit"] ?? [] } };
  const ofPages = pathsOf(filterFiles(all, (path) => isNamed(path) && !isTouched(path)));
  const sentence = sentenceOf(changed.length, countOf(near), countOf(all) - countOf(touched));
  return { touched, sentence: ofPages.length > 0 ? `${sentence} ${sentenceOfPages(ofPages)}` : sentence };
}

const pathsOf = ({ projects, journeys }: Files): string[] => [...Object.values(projects).flat(), ...journeys];

const sentenceOfPages = (paths: readonly string[]): string =>
  `Named after ${paths.length === 1 ? "a changed folder, but it opens" : "changed folders, but they open"} the pages, which are built first: ${paths.join(", ")}.`;

function sentenceOf(changed: number, near: number, left: number): string {
  const files = (count: number) => `${count} file${count === 1 ? "" : "s"}`;
  const [it, its] = changed === 1 ? ["it", "its folder"] : ["them", "their folders"];
  const what =
    changed === 0
      ? "Nothing has changed: every unit test."
      : `${files(changed)} changed: every unit test, and ${files(near)} beside ${it}, named after ${its} or changed themselves.`;
  return `${what} Left out: ${files(left)}, which npm test and npm run test:all run.`;
}

/** Words of a name without the letter of a plural: of `create-bill.test.ts`, create and bill. */
function wordsOf(name: string): string[] {
  const [stem = ""] = name.split(".");
  return stem.split("-").map((word) => word.replace(/s$/, ""));
}

function wordsOfFolders(path: string): string[] {
  return dirname(path).split("/").slice(1).flatMap(wordsOf);
}

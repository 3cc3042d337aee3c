import { globSync, statSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import type { Unit } from "./lanes.ts";
import {
  BUSY,
  FILES_AT_ONCE,
  JOURNEYS_AT_ONCE,
  LONG,
  LONG_FILES_AT_ONCE,
  ONCE_MORE,
  OPENS_PAGES,
  REST,
  SECONDS,
} from "./plan.ts";
import { playJourneys, prove, runVitest } from "./runners.ts";
import { ROOT } from "./step.ts";
import vitestConfig from "./vitest.ts";

/** Test files by who runs them: vitest's projects by name, the journeys, the proofs. */
export type Files = {
  projects: Readonly<Record<string, readonly string[]>>;
  journeys: readonly string[];
  proofs: readonly string[];
};

/** The unit that builds the pages: what opens them begins after it. */
export const PAGES = "pages";

type Project = { test?: { name?: unknown; include?: string[]; exclude?: string[] } };

export function allFiles(): Files {
  const projects = (vitestConfig.test?.projects ?? []) as Project[];
  return {
    projects: Object.fromEntries(
      projects.map(({ test = {} }) => [
        String(test.name),
        filesOf(test.include ?? []).filter(
          (path) => !(test.exclude ?? []).some((pattern) => matchesGlob(path, pattern)),
        ),
      ]),
    ),
    journeys: filesOf(["e2e/journeys/**/*.journey.ts"]),
    proofs: filesOf(["e2e/prove/*.ts"]),
  };
}

function filesOf(patterns: readonly string[]): string[] {
  const exclude = (path: string) => path === "node_modules" || path === ".next";
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude })))].sort();
}

const isAmong = (patterns: readonly string[]) => (path: string) => patterns.some((each) => matchesGlob(path, each));
const isLong = isAmong(LONG);
export const isRest: (path: string) => boolean = isAmong(REST);
export const opensPages: (path: string) => boolean = isAmong(OPENS_PAGES);

export function filterFiles({ projects, journeys, proofs }: Files, wanted: (path: string) => boolean): Files {
  const chosen = Object.entries(projects).map(([name, files]) => [name, files.filter(wanted)] as const);
  return { projects: Object.fromEntries(chosen), journeys: journeys.filter(wanted), proofs: proofs.filter(wanted) };
}

export const countOf = ({ projects, journeys, proofs }: Files): number =>
  Object.values(projects).flat().length + journeys.length + proofs.length;

/** Processes that run these files; every file is in one of them. */
export function unitsOf({ projects, journeys, proofs }: Files): Unit[] {
  return [
    ...Object.entries(projects).flatMap(([project, files]) => vitestUnits(project, files)),
    ...grouped(journeys, JOURNEYS_AT_ONCE).map((files, nth) => journeyUnit(files, nth)),
    ...proofs.map((path) => proofUnit(path, [])),
  ];
}

/** The proofs whose chances differ from those of `npm test`. */
export function onceMore({ proofs }: Files): Unit[] {
  return proofs.flatMap((path) => {
    const args = ONCE_MORE[basename(path, ".ts")];
    return args ? [proofUnit(path, args)] : [];
  });
}

function vitestUnits(project: string, files: readonly string[]): Unit[] {
  const groups = groupsOf(project, files);
  return groups.map((group, nth) => {
    const name = groups.length > 1 ? `${project} ${nth + 1} of ${groups.length}` : project;
    return vitestUnit(project, name, group, nth);
  });
}

function vitestUnit(project: string, name: string, files: readonly string[], nth: number): Unit {
  return {
    name,
    mostly: "computes",
    seconds: FILES_AT_ONCE[project] ? sum(files.map(secondsOf)) : (SECONDS[project] ?? 20),
    after: files.some(opensPages) ? PAGES : undefined,
    run: (stop) => runVitest(project, files, nth, stop),
    only: (some) => vitestUnit(project, name, some, nth),
  };
}

/** The long ones apart, and apart those that must wait for the pages. */
function groupsOf(project: string, files: readonly string[]): string[][] {
  const most = FILES_AT_ONCE[project];
  if (!most) return grouped(files, files.length);
  return [
    { size: most, some: files.filter((path) => !isLong(path) && !opensPages(path)) },
    { size: most, some: files.filter((path) => !isLong(path) && opensPages(path)) },
    { size: LONG_FILES_AT_ONCE, some: files.filter((path) => isLong(path) && !opensPages(path)) },
    { size: LONG_FILES_AT_ONCE, some: files.filter((path) => isLong(path) && opensPages(path)) },
  ].flatMap(({ some, size }) => grouped(some, size));
}

function journeyUnit(files: readonly string[], nth: number): Unit {
  return {
    name: `journeys ${files.map((path) => basename(path, ".journey.ts")).join(", ")}`,
    mostly: "computes",
    seconds: sum(files.map(secondsOf)),
    after: PAGES,
    run: (stop) => playJourneys(files, nth, stop),
  };
}

function proofUnit(path: string, args: readonly string[]): Unit {
  const name = basename(path, ".ts");
  return {
    name: ["proof", name, ...args].join(" "),
    mostly: BUSY.has(name) ? "computes" : "waits",
    seconds: secondsOf(path),
    after: opensPages(path) ? PAGES : undefined,
    run: (stop) => prove(path, args, stop),
    only: () => proofUnit(path, args),
  };
}

function secondsOf(path: string): number {
  if (SECONDS[path] !== undefined) return SECONDS[path];
  if (path.startsWith("e2e/prove/")) return 60;
  if (path.startsWith("e2e/journeys/")) return 6 + sizeOf(path) / 500;
  return isLong(path) ? 30 : 2 + sizeOf(path) / 3_000;
}

const sizeOf = (path: string): number => statSync(join(ROOT, path)).size;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Groups of at most `most` files, each about as long as the others: the longest file goes where there is least. */
export function grouped(files: readonly string[], most: number): string[][] {
  const groups = Array.from({ length: files.length === 0 ? 0 : Math.ceil(files.length / most) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  for (const path of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const [least] = groups.filter((group) => group.files.length < most).sort((a, b) => a.seconds - b.seconds);
    least?.files.push(path);
    if (least) least.seconds += secondsOf(path);
  }
  return groups.map((group) => group.files);
}

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * One change that makes the program wrong: in a source file's text as it is loaded, or in that of the packed SDK, exact
 * and found once; in the database right after it was made; or by a script in every page. Never in the files themselves.
 */
export type Plant = (Exchange & ({ file: string } | { packed: string })) | { sql: string } | { page: string };
type Exchange = { old: string; new: string };

/** A fault that a proof has to find, named by what is wrong with the program then. */
export type Fault = {
  name: string;
  plants: readonly Plant[];
  /** Arguments of the proof for this fault, in place of its list's own. */
  args?: readonly string[];
};

/** What a proof must find: beside the proof NAME, in `e2e/prove/NAME/faults.ts`. */
export type SelfTest = {
  /** Arguments of the proof, for a form that is as short as finding these faults allows. */
  args: readonly string[];
  /** Seeds tried until a fault is found; for proofs that take none, 1. */
  seeds: number;
  faults: readonly Fault[];
};

/** Environment variable: the plants of this run as JSON; its processes hand it on to theirs. */
export const PLANTED = "PLANTED_FAULT";
/** Environment variable: the file to which each process writes what it has planted. */
export const PLANTED_TRACE = "PLANTED_TRACE";

const ROOT = resolve(import.meta.dirname, "../..");
const HOOK = pathToFileURL(join(import.meta.dirname, "plant.ts")).href;

/** The plants of this run; none in any run but a self-test's. */
export function plantsOfRun(): readonly Plant[] {
  return JSON.parse(process.env[PLANTED] ?? "[]") as Plant[];
}

/** The environment in which a process and those it starts have these faults. */
export function environmentWith(plants: readonly Plant[], trace: string): Record<string, string> {
  return { [PLANTED]: JSON.stringify(plants), [PLANTED_TRACE]: trace, NODE_OPTIONS: `--import=${HOOK}` };
}

/** What a process that is given an environment of its own needs of ours to have the same faults; empty without any. */
export function plantedEnvironment(): Record<string, string> {
  const names = process.env[PLANTED] === undefined ? [] : [PLANTED, PLANTED_TRACE, "NODE_OPTIONS"];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

/** Whether a proof has seen all it needs: in a self-test the first fault found ends it. */
export function isEnough(faults: readonly string[]): boolean {
  return faults.length > 0 && process.env[PLANTED] !== undefined;
}

/** Plants of which the text to replace is not there exactly once: the source has moved on, and the fault must follow. */
export function adrift({ plants }: Fault): string[] {
  return plants.flatMap((plant) => {
    if (!("file" in plant)) return [];
    const times = readFileSync(join(ROOT, plant.file), "utf8").split(plant.old).length - 1;
    return times === 1 ? [] : [`${plant.file} has ${times} times: ${plant.old}`];
  });
}

/** A source text with its plants in place. */
export function withPlants(source: string, plants: readonly Exchange[]): string {
  return plants.reduce((text, plant) => {
    const [before = "", after, ...more] = text.split(plant.old);
    if (after === undefined || more.length > 0) throw new Error(`a fault was not planted: ${plant.old}`);
    return before + plant.new + after;
  }, source);
}

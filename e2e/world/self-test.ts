import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { adrift, environmentWith, type Fault, type SelfTest } from "./planted.ts";

// The self-test of a proof: node e2e/world/self-test.ts NAME. Without a fault the proof finds nothing; then each fault of
// its list is planted by itself, and the proof must find it. Exits with 1 when one is missed.

const ROOT = resolve(import.meta.dirname, "../..");
/** The exit code of a proof that could not be had. */
const SKIPPED = 77;
/** A proof that neither finds anything nor ends has not found it. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** What Node prints last when the proof itself has thrown: then it has judged nothing, and found nothing. */
const THREW = /^Node\.js v\d/m;
/** What the judges of every world say, who tell by throwing: of the account beside it, and of answers beside the contract. */
const JUDGED = /The neighbour complains|answered \d+ outside the /;
/** Characters that are shown of what found a fault. */
const MOST_SHOWN = 240;

type Run = { code: number; threw: boolean; shown: string; seconds: number };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Part of the names of the faults to plant. */
    only: { type: "string", default: "" },
    /** Leaves out the run without a fault. */
    planted: { type: "boolean", default: false },
    /** The first so many faults, for a slice. */
    first: { type: "string" },
  },
});
const [proof = ""] = positionals;
const list = join(ROOT, `e2e/prove/${proof}/faults.ts`);
if (!existsSync(list)) throw new Error(`${proof || "A proof without a name"} has no list of faults.`);
const { selfTest } = (await import(pathToFileURL(list).href)) as { selfTest: SelfTest };
const faults = selfTest.faults
  .filter(({ name }) => name.includes(values.only))
  .slice(0, values.first === undefined ? undefined : Number(values.first));
const folder = mkdtempSync(join(tmpdir(), "desk-self-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.exitCode = (await isSound()) && (await findAll()) ? 0 : 1;

/** The plants fit the sources, and without any the proof finds nothing, in each form used: else finding means nothing. */
async function isSound(): Promise<boolean> {
  const lost = faults.flatMap((fault) => adrift(fault).map((where) => `${fault.name}: ${where}`));
  for (const each of lost) process.stdout.write(`  does not fit: ${each}\n`);
  if (lost.length > 0 || values.planted) return lost.length === 0;
  const forms = new Map(faults.map(({ args = selfTest.args }) => [args.join(" "), args]));
  for (const [form, args] of forms) {
    const { code, shown, seconds } = await run(args, {});
    const says = code === 0 ? "without a fault it finds none" : `WITHOUT A FAULT it ends with ${code}: ${shown}`;
    process.stdout.write(`  ${form || "short form"}: ${says} (${seconds.toFixed(0)} s)\n`);
    if (code !== 0) return false;
  }
  return true;
}

async function findAll(): Promise<boolean> {
  const startedAt = performance.now();
  const missed: string[] = [];
  for (const [at, fault] of faults.entries()) {
    const { found, shown, seconds } = await find(fault, at);
    process.stdout.write(`  ${found ? "found " : "MISSED"}  ${fault.name} (${seconds.toFixed(0)} s): ${shown}\n`);
    if (!found) missed.push(fault.name);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stdout.write(`${proof}: found ${faults.length - missed.length} of ${faults.length}; ${seconds} s\n`);
  if (missed.length > 0) process.stdout.write(`missed: ${missed.join("; ")}\n`);
  return missed.length === 0;
}

async function find(fault: Fault, at: number): Promise<{ found: boolean; shown: string; seconds: number }> {
  const trace = join(folder, `${at}`);
  let seconds = 0;
  let shown = "";
  for (let seed = 1; seed <= selfTest.seeds; seed += 1) {
    const args = fault.args ?? selfTest.args;
    const seeded = selfTest.seeds > 1 ? [...args, "--seed", String(seed)] : args;
    const tried = await run(seeded, environmentWith(fault.plants, trace));
    seconds += tried.seconds;
    shown = tried.shown;
    const unplanted = fault.plants.filter((plant) => "file" in plant && !plantedIn(trace).has(plant.file));
    if (unplanted.length > 0) return { found: false, shown: "nothing loaded what it changes", seconds };
    if (tried.threw) return { found: false, shown: `the proof itself threw: ${shown}`, seconds };
    if (tried.code !== 0 && tried.code !== SKIPPED) return { found: true, shown, seconds };
  }
  return { found: false, shown, seconds };
}

function plantedIn(trace: string): Set<string> {
  return new Set(existsSync(trace) ? readFileSync(trace, "utf8").split("\n") : []);
}

/** Runs the proof; `shown` is the first fault it names, or how it ended. */
async function run(args: readonly string[], env: Record<string, string>): Promise<Run> {
  const startedAt = performance.now();
  const path = `e2e/prove/${proof}.ts`;
  const child = spawn(process.execPath, [path, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const timer = setTimeout(() => child.kill("SIGTERM"), LONGEST_WAIT_MS);
  const end = () => void child.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  const code = await new Promise<number>((done, fail) =>
    child.once("error", fail).once("close", (ended) => done(ended ?? SKIPPED)),
  );
  clearTimeout(timer);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  const seconds = (performance.now() - startedAt) / 1_000;
  const broke = THREW.test(output);
  return { code, threw: broke && !JUDGED.test(output), shown: shownBy(output, broke), seconds };
}

function shownBy(output: string, broke: boolean): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const first = broke ? undefined : lines.find((line) => /^ {2}\S/.test(line) && !/^ +at /.test(line));
  const error = lines.find((line) => /^\s*(\[?[A-Za-z]*[Ee]rror|Refusal)\b.*:/.test(line));
  return (first ?? error ?? lines.at(-1) ?? "it said nothing").trim().slice(0, MOST_SHOWN);
}

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { killed } from "#e2e/world/node-process.ts";
import { plantedEnvironment } from "#e2e/world/planted.ts";
import { freePort } from "#lib/postgres/free-port.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const HOOK = pathToFileURL(join(ROOT, "e2e/world/die-at.ts")).href;
const LOOK_MS = 40;
const START_MS = 120_000;
/** Ten times what a worker needs for all that is due, on a busy machine. */
const WORK_MS = 120_000;

export type Place = { databaseUrl: string; dataDir: string };

/** `dieAt` 0: it lives. `before`: of the statements with this text alone. `counted`: a file for how many it has sent. */
type Death = { dieAt: number; before?: string | undefined; counted?: string };
export type Web = { url: string; alive(): boolean; arm(): void; stop(): Promise<void> };

function environment({ databaseUrl, dataDir }: Place, { dieAt, before, counted }: Death, more: Record<string, string>) {
  const planted = plantedEnvironment();
  return {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node"),
    LOG_LEVEL: "error",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...planted,
    NODE_OPTIONS: `${planted["NODE_OPTIONS"] ?? ""} --import=${HOOK}`.trim(),
    DIE_AT: String(dieAt),
    ...(before && { DIE_BEFORE: before }),
    ...(counted && { DIE_COUNT: counted }),
    ...more,
  };
}

/** The web process as the launcher starts it, without its pages; it counts from `arm` on. */
export async function startWeb(place: Place, death: Death): Promise<Web> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = environment(place, death, { PORT: String(port), DIE_ARM: "signal" });
  const child = spawn(process.execPath, ["lib/server/main.ts", "--only=api"], { cwd: ROOT, env, stdio: "ignore" });
  for (const end = Date.now() + START_MS; ; await sleep(LOOK_MS)) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) break;
    if (hasEnded(child) || Date.now() > end) throw new Error("the web process did not start");
  }
  return {
    url,
    alive: () => !hasEnded(child),
    arm: () => void child.kill("SIGUSR2"),
    stop: () => stopped(child),
  };
}

/** The worker until nothing is due; answers whether it came so far. One that finds no end is killed. */
export function runWorker(place: Place, death: Death): Promise<boolean> {
  const env = environment(place, death, {});
  const child = spawn(process.execPath, ["lib/worker/main.ts", "--until-idle"], { cwd: ROOT, env, stdio: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), WORK_MS);
  return new Promise<boolean>((done, fail) =>
    child.once("error", fail).once("exit", (code) => done(code === 0)),
  ).finally(() => clearTimeout(timer));
}

export const countIn = (file: string): number => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** In order, so that it writes down what it has counted; by force when it does not. */
async function stopped(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  const late = sleep(START_MS, true, { ref: false });
  if ((await Promise.race([ended, late])) === true) await killed(child);
}

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupFault } from "#lib/kernel/setup-fault.ts";
import { compressBuilt } from "./built-files.ts";
import { underLock } from "#lib/postgres/exclusive-lock.ts";

/** The folder of package.json. */
export const ROOT = resolve(import.meta.dirname, "../..");

const CLIENT = "lib/generated/prisma";
const BUILD_STAMP = join(ROOT, ".next/sources.sha256");
const BUILD_LOCK_MS = 10 * 60_000;
const BUILD_LOOK_MS = 200;
const OUTPUT_LINES = 40;

/** What `next build` reads; the tests beside the code are no part of it. */
const SOURCES = [
  "{app,components,lib,public}/**/*.*",
  "prisma/schema/*.prisma",
  "{package,package-lock,tsconfig}.json",
  "next.config.mjs",
];

/** Generates Prisma's client when there is none or the schema has changed since. */
export function ensureClient(): Promise<boolean> {
  return ensure(
    join(ROOT, CLIENT, "schema.sha256"),
    () => digestOf(["prisma/schema/*.prisma", ".config/prisma.ts"]),
    generateClient,
  );
}

/**
 * Builds the pages when there is no build or the sources have changed since; answers whether it did. It goes after other
 * work of the machine, the API's first answers above all, unless it is wanted `atOnce`.
 */
export async function ensureBuild({ atOnce = false } = {}): Promise<boolean> {
  await ensureClient();
  return ensure(
    BUILD_STAMP,
    () => digestOf(SOURCES),
    () => buildPages({ behind: !atOnce }),
  );
}

/** Waits until the pages are built from these sources; another process, the launcher, builds them. */
export async function builtPages(): Promise<void> {
  for (const wanted = digestOf(SOURCES); !isCurrent(BUILD_STAMP, wanted); ) await sleep(BUILD_LOOK_MS);
}

/** Runs `make` unless the digest kept at `stamp` is that of the sources; several starts wait for one another. */
async function ensure(stamp: string, digest: () => string, make: () => Promise<void>): Promise<boolean> {
  if (isCurrent(stamp, digest())) return false;
  const locks = join(ROOT, "node_modules/.cache");
  mkdirSync(locks, { recursive: true });
  return underLock(
    join(locks, `${createHash("sha256").update(stamp).digest("hex").slice(0, 12)}.lock`),
    async () => {
      const wanted = digest();
      if (isCurrent(stamp, wanted)) return false;
      rmSync(stamp, { force: true });
      await make();
      writeFileSync(stamp, wanted);
      return true;
    },
    BUILD_LOCK_MS,
  );
}

function isCurrent(stamp: string, digest: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
}

function digestOf(patterns: readonly string[]): string {
  const digest = createHash("sha256");
  const paths = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (path) => path === "generated" || /\.(test|fixture)\.tsx?$/.test(path) }),
  );
  const files = paths.filter((path) => statSync(join(ROOT, path)).isFile());
  for (const path of files.sort())
    digest
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return digest.digest("hex");
}

/** Prisma's command line wants a schema engine, which `generate` never runs: any file that exists will do. */
async function generateClient(): Promise<void> {
  refuseWithout("prisma");
  await runTool(
    "The database client cannot be generated",
    ["prisma/build/index.js", "generate", "--config", ".config/prisma.ts"],
    {
      PRISMA_SCHEMA_ENGINE_BINARY: join(ROOT, "package.json"),
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  );
}

async function buildPages(how: { behind: boolean }): Promise<void> {
  refuseWithout("@tailwindcss/postcss");
  process.stdout.write("Building the pages: once after each change of the sources, up to a minute.\n");
  await runTool(
    "The pages cannot be built",
    ["next/dist/bin/next", "build"],
    { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", API_APART: "1" },
    how,
  );
  await compressBuilt(ROOT);
}

/** What makes the client and the pages is for development: where only the rest is installed, both come ready made. */
function refuseWithout(tool: string): void {
  if (existsSync(join(ROOT, "node_modules", tool))) return;
  throw new SetupFault(
    `${tool} is not installed, and is needed once: run npm ci without --omit=dev, or copy .next and ${CLIENT} from where these sources were built.`,
  );
}

/** Runs a tool of node_modules on our own Node, `behind` whatever else runs; its output is shown only when it fails. */
async function runTool(
  failure: string,
  [tool = "", ...args]: string[],
  env: NodeJS.ProcessEnv | Record<string, string>,
  { behind }: { behind: boolean } = { behind: false },
): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, "node_modules", tool), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Never above our own: only a privileged process may raise one.
  if (behind && child.pid !== undefined)
    setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const endWithUs = () => void child.kill();
  process.once("exit", endWithUs);
  const code = await new Promise<number | null>((done, fail) => child.once("error", fail).once("close", done));
  process.off("exit", endWithUs);
  if (code === 0) return;
  const lines = Buffer.concat(output).toString("utf8").trim().split("\n");
  throw new SetupFault([`${failure} (exit ${code}):`, ...lines.slice(-OUTPUT_LINES)].join("\n"));
}

import { watch } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Env, readEnv } from "#lib/kernel/env.ts";
import { keyCheckOf, openSecrets } from "#lib/kernel/secrets.ts";
import { codeOf, messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { needNotes, needRecovered } from "#prisma/epoch.ts";
import { ownsTables, prepareDatabase } from "#prisma/migrate.ts";
import { ensureBuild, ensureClient, ROOT } from "./build.ts";
import type { Seeded } from "#lib/cli/seed-first.ts";
import { askBeside, type Supervised, keepRunning, runBeside } from "./children.ts";
import { type DatabaseAccess, openDatabase } from "#lib/postgres/embedded-postgres.ts";

const PARTS = ["api", "web", "worker"] as const;
type Part = (typeof PARTS)[number];
type Options = { dev: boolean; only: Part | undefined };

/** How long a port may stay taken by the processes of a launcher that was killed. */
const PORT_WAIT_MS = 5_000;
const READY_MS = 60_000;
const PARENT_CHECK_MS = 250;
const STOP_CHILDREN_MS = 6_000;
const SIGNAL_MS = 100;
/** An editor, or a checkout, writes many files at once: the processes start again when none came for this long. */
const SETTLE_MS = 200;
/** How often it is looked whether the demo's people have to ask anew: what they asked for lapses after a day. */
const REFILL_MS = 60 * 60_000;

/**
 * What a process may hold at most, several times what it needs. Left to itself Node takes a share of the machine's memory
 * before it tidies up; and one that grows without end ends here, and is started again, before it takes the database along.
 */
const MOST_HEAP_MB = { web: 768, worker: 768 };

/**
 * Room for objects that have just been made, twice over, in each thread of the process. Left to itself V8 takes up to 64 MB,
 * fills it before it looks for the first time, and seldom gives it back.
 */
const YOUNG_HEAP_MB = { web: 16, worker: 4 };

/**
 * For glibc's allocator (mallopt(3)): freed blocks of 128 KiB go back to the system at once, rather than when what lies above
 * them is freed, and threads share two places to allocate from.
 */
const ALLOCATION = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" };

const startedAt = performance.now();
const unwanted = new AbortController();
let opening: Promise<DatabaseAccess> | undefined;
let seeding: ReturnType<typeof askBeside<Seeded>> | undefined;
const supervised: Supervised[] = [];
let filling: ReturnType<typeof runBeside> | undefined;
let ending: Promise<never> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
// A terminal that was closed, or a reader that went away, must not keep us from stopping in order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
process.on("uncaughtException", (error) => void fail(error));
endWithNpm();

try {
  await start(readOptions(), readEnv(process.env));
} catch (error) {
  await fail(error);
}

/** A tool that was ended by the signal that is meant for us too is no fault to tell. */
async function fail(error: unknown): Promise<never> {
  await sleep(SIGNAL_MS);
  await ending;
  process.stderr.write(`${error instanceof SetupFault ? error.message : `The start failed: ${messageOf(error)}`}\n`);
  return end(1);
}

async function start(options: Options, env: Env): Promise<void> {
  if (options.only !== "worker") await waitForPort(env);
  if (options.only === undefined || options.only === "worker") needNotes(env.dataDir);
  const generated = ensureClient();
  // Told when it is awaited: by then the database is known to `end`.
  generated.catch(() => undefined);
  opening = openDatabase(env, unwanted.signal);
  const opened = await opening;
  const childEnv = environmentFor(env, opened.url, options.dev);
  opened.onMoved?.((url) => {
    childEnv["DATABASE_URL"] = url;
    restartAll();
  });
  const prepared = prepare(env, opened);
  // Told by `prepared` when that is awaited.
  prepared.catch(() => undefined);
  await generated;
  await ending;
  const loading = loadAhead(options, env, opened, childEnv);
  loading.catch(() => undefined);
  await prepared;
  await ending;
  seeding?.begin();
  const demo = await welcome(env.publicUrl);
  await loading;
  await ending;
  for (const child of supervised) child.begin();
  await firstReadiness(options, env);
  for (const child of supervised) child.settle();
  if (options.dev) restartOnChange();
  if (demo && options.only !== "worker")
    print(`The API answers after ${secondsSoFar()} s.`, `  Try it   ${demo.tryIt}`);
  if (options.only === undefined || options.only === "web") {
    if (!options.dev) await ensureBuild();
    await answersReady(env, "/sign-in");
  }
  print(
    `The desk (${env.mode}) is ready after ${secondsSoFar()} s: ${env.publicUrl}`,
    ...(demo ? [`  Sign in  ${demo.signIn}`] : []),
  );
  // The desk is ready by now: the rest of the sandbox's world is made beside it.
  if (demo && env.demo === "full" && options.only === undefined && !ending) void keepFilled(childEnv, opened.folder);
}

/** Has the demo filled beside the program, and looks again later; one at a time, so that the last is the one to stop. */
async function keepFilled(env: NodeJS.ProcessEnv, database: string | undefined): Promise<void> {
  while (!ending) {
    filling = runBeside(["lib/cli/fill.ts"], env, database);
    await filling.ended;
    await sleep(REFILL_MS, undefined, { ref: false });
  }
}

async function prepare(env: Env, opened: DatabaseAccess): Promise<void> {
  const applied = await prepareDatabase(opened, env.mode, keyCheckOf(openSecrets(env)));
  await needRecovered(opened.ownerUrl, env.dataDir);
  if (env.mode === "live" && (await ownsTables(opened.url)))
    process.stderr.write(
      "DATABASE_URL signs in as a role that owns the tables, so that no guard of the database binds this program: set DATABASE_OWNER_URL to it, and DATABASE_URL to a role of its own.\n",
    );
  if (applied.length > 0) process.stdout.write(`Migrations applied: ${applied.join(", ")}.\n`);
}

/**
 * Starts the processes while the database is still being prepared, and the sandbox's first world made: what they are made
 * of is loaded by then. The seed goes first, so that the others read what it has compiled; none does anything before its
 * turn.
 */
async function loadAhead(
  options: Options,
  { mode }: Env,
  { seedUrl, folder }: DatabaseAccess,
  childEnv: NodeJS.ProcessEnv,
): Promise<void> {
  if (mode === "sandbox")
    seeding = askBeside<Seeded>(["lib/cli/seed-first.ts"], { ...childEnv, DATABASE_URL: seedUrl }, folder);
  await seeding?.loaded;
  await ending;
  for (const [name, args] of commandsFor(options)) supervised.push(keepRunning(name, args, childEnv, folder));
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

function secondsSoFar(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/** npm ends on a signal, but the shell between it and us does not pass it on: we see it by losing our parent. */
function endWithNpm(): void {
  const parent = process.ppid;
  if (!process.env["npm_lifecycle_event"] || process.platform === "win32") return;
  setInterval(() => void (process.ppid === parent || end(0)), PARENT_CHECK_MS).unref();
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({ options: { dev: { type: "boolean", default: false }, only: { type: "string" } } });
    const only = PARTS.find((part) => part === values.only);
    if (values.only !== undefined && !only)
      throw new SetupFault(`--only is ${JSON.stringify(values.only)}: give one of ${PARTS.join(", ")}.`);
    return { dev: values.dev, only };
  } catch (error) {
    throw new SetupFault(messageOf(error));
  }
}

function commandsFor({ dev, only }: Options): [string, string[]][] {
  const webArgs = [...(only === "api" ? ["--only=api"] : []), ...(dev ? ["--dev"] : [])];
  const web: [string, string[]] = ["web process", [...heapOf("web"), "lib/server/main.ts", ...webArgs]];
  const worker: [string, string[]] = ["worker", [...heapOf("worker"), "lib/worker/main.ts"]];
  if (only === "worker") return [worker];
  return only === undefined ? [web, worker] : [web];
}

function heapOf(part: "web" | "worker"): string[] {
  return [`--max-old-space-size=${MOST_HEAP_MB[part]}`, `--max-semi-space-size=${YOUNG_HEAP_MB[part]}`];
}

function restartAll(): void {
  for (const child of supervised) void child.restart(STOP_CHILDREN_MS);
}

/** To a changed page Next sees itself; what the API and the worker are made of was loaded once by Node. */
function restartOnChange(): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of ["lib", "app/payment", "app/manage", "app/sandbox"]) {
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(restartAll, SETTLE_MS);
    }).unref();
  }
}

/** What the processes get: the application's role only, never the owner's, and paths that hold from any folder. */
function environmentFor(env: Env, url: string, dev: boolean): NodeJS.ProcessEnv {
  const { DATABASE_OWNER_URL: _owner, ...rest } = process.env;
  return {
    ...ALLOCATION,
    ...rest,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: url,
    DATA_DIR: env.dataDir,
    PORT: String(env.port),
    ...(env.secretsKeyFile && { SECRETS_KEY_FILE: env.secretsKeyFile }),
  };
}

/** What to tell the person who started us, of the sandbox's first world. */
async function welcome(publicUrl: string): Promise<{ signIn: string; tryIt: string } | undefined> {
  if (!seeding) return undefined;
  const seeded = await seeding.answer;
  if ("fault" in seeded) throw new Error(seeded.fault);
  const { email, password, keyId, secret } = seeded.welcome;
  const bill = '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42"}';
  return {
    signIn: `${email}  password ${password}`,
    tryIt: `curl -u ${keyId}:${secret} -H 'content-type: application/json' -d '${bill}' ${publicUrl}/payment/v1/requestPaymentAddress`,
  };
}

async function waitForPort({ host, port }: Env): Promise<void> {
  for (const deadline = Date.now() + PORT_WAIT_MS; ; await sleep(100)) {
    const fault = await portFault(host, port);
    if (!fault) return;
    if (fault === "EADDRNOTAVAIL" || fault === "ENOTFOUND")
      throw new SetupFault(`HOST ${host} is no address of this machine: give one, or 0.0.0.0 for all of them.`);
    if (fault !== "EADDRINUSE")
      throw new SetupFault(`PORT ${port} cannot be used (${fault}): choose another, for example PORT=3001.`);
    if (Date.now() > deadline)
      throw new SetupFault(
        `PORT ${port} is in use by another program: stop that one, or choose another, for example PORT=3001.`,
      );
  }
}

function portFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(codeOf(error) ?? messageOf(error)));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Waits until the parts answer; a part that ends before has said why itself. */
async function firstReadiness({ only }: Options, env: Env): Promise<void> {
  const failed = Promise.race(supervised.map((child) => child.failed)).then(async () => end(1));
  const probe = only === undefined ? "readyz" : "healthz";
  await Promise.race([failed, only === "worker" ? sleep(1_000) : answersReady(env, `/${probe}`)]);
}

/** Asks as a monitor does, so that what is missing is told in whole. */
async function answersReady({ host, port, metricsToken }: Env, path: string): Promise<void> {
  let reason = "it does not answer";
  const own = /^(0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host;
  const url = `http://${own.includes(":") ? `[${own}]` : own}:${port}${path}`;
  const headers = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    if (response?.ok) return;
    if (response) reason = (await response.text()).slice(0, 300);
  }
  process.stderr.write(`The program runs but is not ready after ${READY_MS / 1000} s: ${reason}\n`);
}

/** Stops the processes, then the database if it is ours and no other process holds it; one that recovers is not awaited. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    unwanted.abort();
    const stopped = Promise.allSettled([seeding, filling, ...supervised].map((child) => child?.stop(STOP_CHILDREN_MS)));
    const database = await opening?.catch(() => undefined);
    await database
      ?.stop?.(stopped)
      .catch((error: unknown) => process.stderr.write(`The database was not stopped: ${messageOf(error)}\n`));
    await stopped;
    process.exit(code);
  })();
  return ending;
}

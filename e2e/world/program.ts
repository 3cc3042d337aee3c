import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "#lib/postgres/free-port.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { plantedEnvironment } from "./planted.ts";
import { seededWorld } from "./seeded-world.ts";

/** The whole program as a person would start it, on a free port, with a database and a DATA_DIR of its own. */
export type Program = {
  url: string;
  port: number;
  dataDir: string;
  /** Absent when the program keeps its own server under `dataDir`. */
  database: FreshDatabase | undefined;
  /** What its start has printed: the sandbox's sign-in and key. */
  demo: { email: string; password: string; keyId: string; secret: string };
  /** Where its letters arrive, unless it was given another SMTP_URL. */
  mailbox: Mailbox;
  /** Everything it has printed since its last start. */
  output(): string;
  /** Stops it in order and starts it again on the same port and data, with the same arguments unless given others. */
  restart(args?: readonly string[]): Promise<void>;
  /** The power cut: launcher, web and worker at once. `restart` brings it back. */
  kill9(): Promise<void>;
  /** Stops it in order; its database and data stay, to be copied. */
  halt(): Promise<void>;
  /** Stops it in order and removes its database and data. */
  stop(): Promise<void>;
};

export type ProgramOptions = {
  env?: Record<string, string>;
  /** Where it listens, where somebody else has to know it before; any free port if it is not said. */
  port?: number;
  /** Arguments of the launcher, such as `--only=api`. */
  args?: readonly string[];
  /** Its own PostgreSQL under `dataDir`, durable as in earnest, instead of a clone on the tests' server. */
  embedded?: boolean;
  /** A folder of the caller's own to run in; it stays when the program is stopped. */
  dataDir?: string;
  /** Seeds a world of its own, as the very first start does, where others of a run begin on copies of one seeded world. */
  fresh?: boolean;
  /** A folder with another edition of the program, its packages installed. */
  checkout?: string;
};

const ROOT = resolve(import.meta.dirname, "../..");
const execute = promisify(execFile);
/** Far beyond what they take on a busy machine, a build of the pages with it. */
const START_MS = 15 * 60_000;
const STOP_MS = 60_000;

export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "desk-program-")));
  await chmod(dataDir, 0o711);
  const seeded = options.embedded || options.fresh ? undefined : await seededWorld(makeSeeded);
  if (seeded) await cp(seeded.dataDir, dataDir, { recursive: true });
  const database = options.embedded
    ? undefined
    : await freshDatabase({ copyOf: seeded?.database, lasting: options.fresh === true });
  const mailbox = await openMailbox();
  const env: NodeJS.ProcessEnv = {
    ...environmentOf(port, dataDir),
    SMTP_URL: mailbox.url,
    ...plantedEnvironment(),
    ...(database && { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }),
    ...options.env,
  };
  const clear = async () => {
    mailbox.close();
    await database?.drop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const begun = (args: readonly string[]) => launch(args, env, options.checkout);
  let run = await begun(options.args ?? []).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    database,
    mailbox,
    demo: readDemo(run.output()),
    output: () => run.output(),
    async restart(args = options.args ?? []) {
      await endInOrder(run.child);
      run = await begun(args);
    },
    async kill9() {
      const ended = ending(run.child);
      killGroup(run.child, "SIGKILL");
      await ended;
    },
    async halt() {
      mailbox.close();
      await endInOrder(run.child);
    },
    async stop() {
      if (run.child.signalCode === "SIGKILL" && options.embedded) run = await begun(options.args ?? []);
      await endInOrder(run.child);
      await clear();
    },
  };
}

/** Seeded by a start without pages, which need not be built for it; its addresses are derived ahead, as by a worker. */
async function makeSeeded(dataDir: string): Promise<string> {
  const program = await startProgram({ fresh: true, dataDir, args: ["--only=api"] });
  await program.halt();
  const { name = "", url: DATABASE_URL } = program.database ?? {};
  const env = { ...environmentOf(program.port, dataDir), DATABASE_URL };
  await execute(process.execPath, ["lib/server/guard.mjs", "e2e/world/derive-ahead.ts"], { cwd: ROOT, env });
  return name;
}

/** What the launcher gets, and nothing of the tests' own environment. As under npm it ends when who started it is gone. */
export function environmentOf(port: number, dataDir: string): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    NODE_ENV: "production",
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    // It runs as in earnest, and yet what it answers is held against the contracts.
    CHECK_ANSWERS: "on",
    // What is made in the background would move the figures that tests compare.
    DEMO: "short",
    npm_lifecycle_event: "test",
  };
}

/** A launcher that may not be ready yet. */
export type Run = {
  child: ChildProcess;
  output(): string;
  /** Settles when it has printed this; fails when it ends before. */
  printed(what: RegExp): Promise<void>;
};

async function launch(args: readonly string[], env: NodeJS.ProcessEnv, checkout?: string): Promise<Run> {
  const run = begin(args, env, checkout);
  try {
    await run.printed(/is ready after .*\n/);
    return run;
  } catch (error) {
    await endInOrder(run.child);
    throw error;
  }
}

/** In a process group of its own, so that all of it can be signalled at once. */
export function begin(args: readonly string[], env: NodeJS.ProcessEnv, checkout = ROOT): Run {
  const child = spawn(process.execPath, ["lib/server/guard.mjs", "lib/server/start.ts", ...args], {
    cwd: checkout,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const printed = async (what: RegExp): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => what.test(text) && resolve();
    const ended = (code: number | null) => reject(new Error(`the program ended with ${code}:\n${text}`));
    const timer = setTimeout(() => reject(new Error(`the program did not print ${what} in time:\n${text}`)), START_MS);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
    child.once("exit", ended);
    look();
    await promise.finally(() => {
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream.off("data", look);
      child.off("exit", ended);
    });
  };
  return { child, output: () => text, printed };
}

function readDemo(output: string): Program["demo"] {
  const [, email = "", password = ""] = /Sign in +(\S+) +password +(\S+)/.exec(output) ?? [];
  const [, keyId = "", secret = ""] = /curl -u ([^:\s]+):(\S+)/.exec(output) ?? [];
  return { email, password, keyId, secret };
}

async function endInOrder(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = ending(child);
  child.kill("SIGTERM");
  const timer = setTimeout(() => killGroup(child, "SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}

function ending(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once("exit", () => done()));
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

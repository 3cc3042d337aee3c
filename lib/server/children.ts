import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AHEAD, LOADED } from "#lib/kernel/turn.ts";
import { ROOT } from "./build.ts";

/** A process of ours that is started again when it ends by itself. */
export type Supervised = {
  /** Settles with the exit code when it ends before `settle()` was called: a start that fails is not tried again. */
  failed: Promise<number>;
  /** It is its turn: it goes on where it has waited, all loaded. */
  begin(): void;
  /** From now on it is started again whenever it ends. */
  settle(): void;
  /** Stops it, and starts it again at once. */
  restart(withinMs: number): Promise<void>;
  /** Asks it to stop, and kills it after `withinMs`. */
  stop(withinMs: number): Promise<void>;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** One that has run this long was well: its next pause is the first one again. */
const WELL_MS = 60_000;

/**
 * Started ahead of its turn: it waits, loaded, until `begin()`. `database` is the folder of our own server: the process
 * sees to its end when we are killed.
 */
export function keepRunning(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  database: string | undefined,
): Supervised {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let settled = false;
  let stopping = false;
  let restarting = false;
  let begun = false;
  let pauseMs = FIRST_PAUSE_MS;
  const failed = Promise.withResolvers<number>();

  const start = (): void => {
    const startedAt = Date.now();
    child = launch(args, begun ? env : ahead(env), database);
    child.once("exit", (code, signal) => {
      if (stopping || restarting) return;
      if (!settled) return failed.resolve(code ?? 1);
      if (Date.now() - startedAt > WELL_MS) pauseMs = FIRST_PAUSE_MS;
      process.stderr.write(
        `The ${name} ended (${signal ?? `exit ${code}`}); it starts again in ${pauseMs / 1000} s.\n`,
      );
      timer = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  };
  start();

  return {
    failed: failed.promise,
    begin() {
      begun = true;
      if (child) say(child);
    },
    settle() {
      settled = true;
    },
    async restart(withinMs) {
      if (stopping || restarting) return;
      restarting = true;
      clearTimeout(timer);
      if (child) await stopChild(name, child, withinMs);
      restarting = false;
      if (!stopping) start();
    },
    async stop(withinMs) {
      stopping = true;
      clearTimeout(timer);
      if (child) await stopChild(name, child, withinMs);
    },
  };
}

/** A process of ours that is started ahead of its turn, and answers once; it fails when it ends without. */
export type OneAnswer<Answer> = Pick<Supervised, "begin" | "stop"> & { loaded: Promise<void>; answer: Promise<Answer> };

export function askBeside<Answer>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  database: string | undefined,
): OneAnswer<Answer> {
  const child = launch(args, ahead(env), database);
  const loaded = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Answer>();
  child.on("message", (message) => {
    loaded.resolve();
    if (message !== LOADED) answer.resolve(message as Answer);
  });
  const fail = (error: Error): void => {
    loaded.reject(error);
    answer.reject(error);
  };
  child.once("error", fail);
  child.once("exit", (code, signal) => fail(new Error(`${args.join(" ")} ended with ${code ?? signal}`)));
  // An awaiting caller hears of it; it may end before one awaits it.
  for (const promise of [loaded.promise, answer.promise]) promise.catch(() => undefined);
  return {
    loaded: loaded.promise,
    answer: answer.promise,
    begin: () => say(child),
    stop: (withinMs) => stopChild(args.join(" "), child, withinMs),
  };
}

/** A process of ours that ends by itself once its work is done; it is not started again. */
export function runBeside(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  database: string | undefined,
): Pick<Supervised, "stop"> & { ended: Promise<void> } {
  const child = launch(args, env, database);
  const ended = new Promise<void>((done) => child.once("close", () => done()).once("error", () => done()));
  return { ended, stop: (withinMs) => stopChild(args.join(" "), child, withinMs) };
}

const ahead = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, [AHEAD]: "1" });

/** It may have ended already; an awaiting caller hears of that. */
function say(child: ChildProcess): void {
  if (child.connected) child.send("begin", () => undefined);
}

function launch(args: readonly string[], env: NodeJS.ProcessEnv, database: string | undefined): ChildProcess {
  const endWithParent = pathToFileURL(join(import.meta.dirname, "end-with-parent.mjs"));
  if (database) endWithParent.searchParams.set("database", database);
  return spawn(process.execPath, ["--import", endWithParent.href, ...args], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** One that must be killed has left something undone, or holds on to something: that is told. */
async function stopChild(name: string, child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => {
    process.stderr.write(`The ${name} did not end within ${withinMs / 1000} s and was killed.\n`);
    child.kill("SIGKILL");
  }, withinMs);
  await ended;
  clearTimeout(timer);
}

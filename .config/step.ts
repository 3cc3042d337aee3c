import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

export type Result = { name: string; code: number; output: string; seconds: number };

/** How long what a process has left behind may go on writing after it has ended; then nobody listens any more. */
const LAST_WORDS_MS = 5_000;
/** From being asked to end to being killed. */
const GRACE_MS = 10_000;
const IS_WINDOWS = process.platform === "win32";

/**
 * Runs a tool on our own Node and keeps what it prints; `show` passes it on as it comes. It has ended when its own
 * process has, whatever that has left running; `stop` ends it with all of its group.
 */
export async function step(
  name: string,
  args: readonly string[],
  options: { env?: Record<string, string>; show?: boolean; stop?: AbortSignal | undefined } = {},
): Promise<Result> {
  const startedAt = performance.now();
  const path = `${join(ROOT, "node_modules/.bin")}${IS_WINDOWS ? ";" : ":"}${process.env["PATH"] ?? ""}`;
  // Only what may be stopped leads a group of its own: a terminal's interrupt reaches the others by itself.
  const own = options.stop !== undefined && !IS_WINDOWS;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: path, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: own,
  });
  const chunks: Buffer[] = [];
  for (const [stream, sink] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (options.show) sink.write(chunk);
    });
  }
  const unbound = own ? bindToUs(child) : undefined;
  const end = () => endGroup(child, own);
  options.stop?.addEventListener("abort", end, { once: true });
  const code = await codeOf(child);
  options.stop?.removeEventListener("abort", end);
  unbound?.();
  return {
    name,
    code,
    output: Buffer.concat(chunks).toString("utf8"),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** A process that it left behind may hold its output open for ever: `close` alone would wait as long. */
async function codeOf(child: ChildProcess): Promise<number> {
  const { promise, resolve: done, reject } = Promise.withResolvers<number>();
  let timer: NodeJS.Timeout | undefined;
  child.once("error", reject);
  child.once("close", (ended) => done(ended ?? 1));
  child.once("exit", (ended) => {
    timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      done(ended ?? 1);
    }, LAST_WORDS_MS);
  });
  return promise.finally(() => clearTimeout(timer));
}

/** Asks all of its group to end, and kills what has not. */
function endGroup(child: ChildProcess, own: boolean): void {
  signal(child, own, "SIGTERM");
  setTimeout(() => signal(child, own, "SIGKILL"), GRACE_MS).unref();
}

function signal(child: ChildProcess, own: boolean, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (own) process.kill(-child.pid, name);
    else child.kill(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A group of its own hears no interrupt of ours: it ends when we do. Answers how to let go of it. */
function bindToUs(child: ChildProcess): () => void {
  const end = () => signal(child, true, "SIGKILL");
  const interrupted = (name: NodeJS.Signals) => {
    signal(child, true, "SIGTERM");
    process.off(name, interrupted);
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  process.on("exit", end);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupted);
  return () => {
    process.off("exit", end);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, interrupted);
  };
}

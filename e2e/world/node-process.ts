import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** A machine that reads the program from a cold disk beside other work takes its time; a node that ended is told at once. */
const START_MS = 60_000;
const ASK_AGAIN_MS = 50;

/** Starts a node of a chain; nothing of it outlives the test that asked for it. Its complaints go where ours go. */
export function startNode(binary: string, args: readonly string[]): ChildProcess {
  return spawn(binary, args, { stdio: ["ignore", "ignore", "inherit"] });
}

/** Asks until the node answers. */
export async function answering(node: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (hasEnded(node)) throw new Error(`${node.spawnfile} ended before it answered`, { cause: error });
      if (performance.now() > end) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

export function killed(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (hasEnded(child)) return done();
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

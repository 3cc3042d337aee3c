import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_TRIES = 200;

/** Starts a node of a chain; nothing of it outlives the test that asked for it. */
export function startNode(binary: string, args: readonly string[]): ChildProcess {
  return spawn(binary, args, { stdio: "ignore" });
}

/** Asks until the node answers. */
export async function answering(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries >= START_TRIES) throw error;
      await sleep(50);
    }
  }
}

export function killed(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

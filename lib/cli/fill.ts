import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { closeApp, openApp } from "#lib/services.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { SetupFault } from "#lib/kernel/setup-fault.ts";
import { underLock } from "#lib/postgres/exclusive-lock.ts";
import { askAgain, fillDemo } from "./fill-demo.ts";

/** Where two starts share their data, one of them fills it. */
const LOCK_MS = 1_000;

// The program's own processes go first.
setPriority(constants.priority.PRIORITY_LOW);

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());

const env = readEnv(process.env);
const begun = () => print("The demo is being filled in the background; its overview says how far.");
try {
  const app = await openApp(env);
  const fill = async () => {
    const isFilled = await fillDemo(app, stopping.signal, { begun });
    if (!isFilled) await askAgain(app);
    return isFilled;
  };
  if (await underLock(join(env.dataDir, "demo.lock"), fill, LOCK_MS)) print("The demo is filled.");
} catch (error) {
  if (error instanceof SetupFault) print(error.message);
  else if (!stopping.signal.aborted) throw error;
} finally {
  await closeApp();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

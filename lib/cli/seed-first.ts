import { flushCompileCache } from "node:module";
import { readEnv } from "#lib/kernel/env.ts";
import { messageOf } from "#lib/kernel/setup-fault.ts";
import { closeApp, openInTurn } from "#lib/services.ts";
import { seed, type Welcome } from "./seed.ts";

// The sandbox's first world, unless it stands already, in a process that ends with it: what seeding reads and compiles
// would otherwise stay in the launcher's memory for as long as the program runs.

/** What the launcher is told: whom to welcome, or why there is nobody. */
export type Seeded = { welcome: Welcome } | { fault: string };

try {
  // Before the other processes are started: they compile nothing anew.
  flushCompileCache();
  const app = await openInTurn(readEnv(process.env));
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const welcome = await seed(app, stop.signal);
  report({ welcome });
} catch (error) {
  report({ fault: messageOf(error) });
  process.exitCode = 1;
} finally {
  await closeApp();
}

function report(seeded: Seeded): void {
  process.send?.(seeded);
}

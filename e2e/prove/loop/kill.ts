import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { plantedEnvironment } from "#e2e/world/planted.ts";
import type { Env } from "#lib/kernel/env.ts";
import type { Outside } from "./outside.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const DIE = pathToFileURL(join(ROOT, "e2e/world/die-at.ts")).href;

/** Has a worker begin what is due, and kills it right before its so-manieth statement; answers whether it died of it. */
export async function killedAt(statement: number, env: Env, outside: Outside): Promise<boolean> {
  const planted = plantedEnvironment();
  const child = spawn(process.execPath, [join(import.meta.dirname, "worker.ts")], {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATABASE_URL: env.databaseUrl,
      DATA_DIR: env.dataDir,
      LOG_LEVEL: "error",
      OUTSIDE: JSON.stringify(outside),
      DIE_AT: String(statement),
      ...planted,
      NODE_OPTIONS: `${planted["NODE_OPTIONS"] ?? ""} --import=${DIE}`.trim(),
    },
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal === "SIGKILL";
}

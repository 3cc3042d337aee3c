import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { plantedEnvironment } from "#e2e/world/planted.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Env } from "#lib/kernel/env.ts";
import type { Act } from "./acts.ts";
import type { Outside } from "./outside.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const DIE = pathToFileURL(join(ROOT, "e2e/world/die-at.ts")).href;

/** Has a worker begin what is due, and kills it right before its so-manieth statement; answers whether it died of it. */
export const killedAt = (statement: number, env: Env, outside: Outside): Promise<boolean> =>
  killed("worker.ts", statement, env, { OUTSIDE: JSON.stringify(outside) });

type Acting = { who: Pick<Ctx, "actor" | "account">; act: Act; input: object };

/** Has a person's request begin, and kills its process right before its so-manieth statement. */
export const killedActing = (
  statement: number,
  env: Env,
  outside: Outside,
  { who, act, input }: Acting,
): Promise<boolean> =>
  killed("actor.ts", statement, env, { DIE_ARM: "signal", ACTING: JSON.stringify({ outside, who, act, input }) });

async function killed(program: string, statement: number, env: Env, more: Record<string, string>): Promise<boolean> {
  const planted = plantedEnvironment();
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATABASE_URL: env.databaseUrl,
      DATA_DIR: env.dataDir,
      LOG_LEVEL: "error",
      DIE_AT: String(statement),
      ...more,
      ...planted,
      NODE_OPTIONS: `${planted["NODE_OPTIONS"] ?? ""} --import=${DIE}`.trim(),
    },
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal === "SIGKILL";
}

import { type ChildProcess, spawn } from "node:child_process";
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

type Acting = { who: Pick<Ctx, "actor" | "account">; act: Act; input: object };

/** Processes that are killed on their way, of this proof's database. */
type Victims = {
  /** Has a worker begin what is due, and kills it right before its so-manieth statement; answers whether it died of it. */
  work(statement: number, outside: Outside): Promise<boolean>;
  /** Has a person's request begin, and kills its process right before its so-manieth statement. */
  act(statement: number, outside: Outside, acting: Acting): Promise<boolean>;
  close(): void;
};

/** The next of each kind has read its modules by the time it is wanted: that takes longer than all that it does. */
export function openVictims(env: Env): Victims {
  const waiting = new Map<string, ChildProcess>();
  const next = (program: string): ChildProcess => {
    const child = waiting.get(program) ?? begin(program, env);
    waiting.set(program, begin(program, env));
    return child;
  };
  const killed = async (program: string, statement: number, words: object): Promise<boolean> => {
    const child = next(program);
    const ended = once(child, "exit") as Promise<[number | null, string | null]>;
    child.send({ statement, ...words });
    const [, signal] = await ended;
    return signal === "SIGKILL";
  };
  return {
    work: (statement, outside) => killed("worker.ts", statement, { outside }),
    act: (statement, outside, acting) => killed("actor.ts", statement, { outside, ...acting }),
    close: () => {
      for (const child of waiting.values()) child.kill();
    },
  };
}

function begin(program: string, env: Env): ChildProcess {
  const planted = plantedEnvironment();
  return spawn(process.execPath, [join(import.meta.dirname, program)], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATABASE_URL: env.databaseUrl,
      DATA_DIR: env.dataDir,
      LOG_LEVEL: "error",
      // What a person's process does to begin is not counted.
      DIE_ARM: program === "actor.ts" ? "signal" : "wanted",
      ...planted,
      NODE_OPTIONS: `${planted["NODE_OPTIONS"] ?? ""} --import=${DIE}`.trim(),
    },
  });
}

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { underLock } from "#lib/postgres/exclusive-lock.ts";

/** The folder that all processes of one run of the tests know; absent where a file is run by itself. */
export const RUN_FOLDER = "DESK_TEST_RUN";
/** Bills of a seeded world expire by the clock: an older one gives way to a new one. */
const FRESH_MS = 6 * 60_000;
const MAKING_MS = 15 * 60_000;

/** What is left of a program that was seeded and halted. */
export type Seeded = { database: string; dataDir: string };

/**
 * The seeded world that this run's programs are copied from, made by the first who asks. `make` starts, seeds and halts
 * a program in the folder given; its database must outlive its maker.
 */
export async function seededWorld(make: (dataDir: string) => Promise<string>): Promise<Seeded | undefined> {
  const folder = process.env[RUN_FOLDER];
  if (!folder) return undefined;
  return underLock(
    join(folder, "seeded.lock"),
    async () => {
      const last = worldsIn(folder).at(-1);
      if (last && Date.now() - last.madeAt < FRESH_MS) return last;
      const madeAt = Date.now();
      const dataDir = join(folder, `world-${madeAt}`);
      mkdirSync(dataDir, { mode: 0o711 });
      const database = await make(dataDir);
      writeFileSync(`${dataDir}.json`, JSON.stringify({ database, dataDir, madeAt }));
      return { database, dataDir };
    },
    MAKING_MS,
  );
}

export function seededDatabases(folder: string): string[] {
  return existsSync(folder) ? worldsIn(folder).map(({ database }) => database) : [];
}

function worldsIn(folder: string): (Seeded & { madeAt: number })[] {
  return globSync(join(folder, "world-*.json"))
    .sort()
    .map((path) => JSON.parse(readFileSync(path, "utf8")));
}

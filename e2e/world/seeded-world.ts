import { closeTestCluster } from "./database.ts";
import { type Seeded, startProgram } from "./program.ts";

const NAME = "DESK_SEEDED_WORLD";

/** Playwright's global set-up: one program is started, seeded and halted; every journey file runs on a copy of what it leaves. */
export default async function makeSeededWorld(): Promise<() => Promise<void>> {
  const program = await startProgram();
  await program.halt();
  const world: Seeded = { database: program.database?.name ?? "", dataDir: program.dataDir };
  process.env[NAME] = JSON.stringify(world);
  return async () => {
    await program.stop();
    await closeTestCluster();
  };
}

/** The world that the set-up has left, as Playwright hands it to its workers. */
export function seededWorld(): Seeded {
  return JSON.parse(process.env[NAME] ?? "null") as Seeded;
}

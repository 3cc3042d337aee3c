import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeTestCluster, dropDatabase, testCluster } from "./database.ts";
import { RUN_FOLDER, seededDatabases } from "./seeded-world.ts";

/**
 * Begins a run of several processes that share the database server and seeded worlds; within one that has begun already
 * it does nothing. Answers how to end it.
 */
export async function openRun(): Promise<() => Promise<void>> {
  await testCluster();
  if (process.env[RUN_FOLDER]) return closeTestCluster;
  const folder = mkdtempSync(join(tmpdir(), "desk-run-"));
  process.env[RUN_FOLDER] = folder;
  return async () => {
    delete process.env[RUN_FOLDER];
    for (const name of seededDatabases(folder)) await dropDatabase(name);
    rmSync(folder, { recursive: true, force: true });
    await closeTestCluster();
  };
}

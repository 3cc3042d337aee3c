import { join } from "node:path";
import type { Env } from "#lib/kernel/env.ts";
import { openCluster } from "./postgres-cluster.ts";

/** The addresses of the database; `stop` is there when the server is our own, and leaves it to others who still use it. */
export type DatabaseAccess = { url: string; ownerUrl: string; stop?: () => Promise<void> };

/** The database the environment names, else our own PostgreSQL under `DATA_DIR/postgres`. */
export async function openDatabase(
  env: Pick<Env, "databaseUrl" | "databaseOwnerUrl" | "dataDir">,
): Promise<DatabaseAccess> {
  if (env.databaseUrl) return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl ?? env.databaseUrl };
  const cluster = await openCluster(join(env.dataDir, "postgres"));
  return { url: cluster.urlFor("desk"), ownerUrl: cluster.urlFor("desk_owner"), stop: () => cluster.stop() };
}

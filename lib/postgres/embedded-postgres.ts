import { join } from "node:path";
import type { Env } from "#lib/kernel/env.ts";
import { type Cluster, openCluster } from "./postgres-cluster.ts";

/**
 * The addresses of the database; `stop` and `folder` are there when the server is our own. `stop` leaves it running
 * while other processes hold it. By `seedUrl` commits to our own server do not wait for the disk, as a lost seed is
 * made again, and a statement is planned once: there is nothing yet that another plan would suit better.
 */
export type DatabaseAccess = {
  url: string;
  ownerUrl: string;
  seedUrl: string;
  stop?: Cluster["stop"];
  folder?: string;
  /** Our own server was lost and came back: `url` is where the application finds it now. */
  onMoved?(listener: (url: string) => void): void;
};

const SEED_OPTIONS = "-c synchronous_commit=off -c plan_cache_mode=force_generic_plan";

/**
 * The database the environment names, else our own PostgreSQL under `DATA_DIR/postgres`. `signal` ends the wait for one
 * that recovers, and stops it.
 */
export async function openDatabase(
  env: Pick<Env, "databaseUrl" | "databaseOwnerUrl" | "dataDir">,
  signal?: AbortSignal,
): Promise<DatabaseAccess> {
  const url = env.databaseUrl;
  if (url) return { url, ownerUrl: env.databaseOwnerUrl ?? url, seedUrl: url };
  const folder = join(env.dataDir, "postgres");
  const cluster = await openCluster(folder, {}, signal && { signal });
  return {
    url: cluster.urlFor("desk"),
    ownerUrl: cluster.urlFor("desk_owner"),
    seedUrl: `${cluster.urlFor("desk")}?options=${encodeURIComponent(SEED_OPTIONS)}`,
    stop: (after) => cluster.stop(after),
    folder,
    onMoved: (listener) => cluster.onMoved(() => listener(cluster.urlFor("desk"))),
  };
}

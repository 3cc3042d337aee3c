import pg from "pg";
import { testCluster } from "./database.ts";
import type { World } from "./sandbox.ts";

/** The server's superuser in a world's database, whom no guard of it stops; ended by who opened it. */
export async function superuserIn({ databaseUrl }: Pick<World, "databaseUrl">): Promise<pg.Client> {
  const superuser = new pg.Client((await testCluster()).urlFor("postgres", new URL(databaseUrl).pathname.slice(1)));
  await superuser.connect();
  await superuser.query("set session_replication_role = replica");
  return superuser;
}

import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { ruling, testCluster } from "#e2e/world/database.ts";

/** A connection that stands idle tells what it touched within ten seconds. */
const REPORTED_AFTER_MS = 11_000;

/** Has the server count calls of functions from now on. */
export async function countCalls(): Promise<void> {
  await ruling(async (ruler) => {
    await ruler.query("alter system set track_functions = 'all'");
    await ruler.query("select pg_reload_conf()");
  });
}

/** The tables written to and the functions called in the worlds this process has open. */
export async function touched(): Promise<Set<string>> {
  await sleep(REPORTED_AFTER_MS);
  const cluster = await testCluster();
  const names = await ruling(async (ruler) => {
    const { rows } = await ruler.query<{ name: string }>(
      "select datname as name from pg_database where datname like $1",
      [`test\\_${process.pid}\\_%`],
    );
    return rows.map(({ name }) => name);
  });
  const found = new Set<string>();
  for (const name of names) {
    const client = new pg.Client(cluster.urlFor("postgres", name));
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`
      select relname as name from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0
      union select funcname from pg_stat_user_functions where calls > 0`);
    for (const row of rows) found.add(row.name);
    await client.end();
  }
  return found;
}

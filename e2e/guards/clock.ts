import pg from "pg";
import { vi } from "vitest";
import { testCluster } from "#e2e/world/database.ts";
import type { App } from "#lib/kernel/app.ts";

/** Both clocks of one world stand still: the database's wall clock, on which business time rests, and this process's. */
export type StoppedClock = {
  /** Epoch milliseconds of the wall clock. */
  now(): number;
  /** Moves the wall clock, and business time with it. */
  advance(ms: number): Promise<void>;
  /** Moves it to a moment, given in epoch milliseconds. */
  set(at: number): Promise<void>;
  /** Runs a statement as the database's ruler. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  release(): Promise<void>;
};

const COME_BACK_TRIES = 200;

/**
 * Stops the clocks of a world on a whole millisecond. A function `clock_timestamp` of the test's own goes before
 * PostgreSQL's on the search path, so that statements, functions and triggers all read it, without a change to any.
 */
export async function stopClock(app: App, at: number = Date.now()): Promise<StoppedClock> {
  const ruler = await rulerOf(app);
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await ruler.query<Row>(text, values)).rows;
  let now = at;
  await ruler.query(STOP);
  const set = async (moment: number) => {
    now = moment;
    await sql("update stopped.wall set at = to_timestamp($1::double precision / 1000)", [moment]);
    vi.setSystemTime(moment);
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  await set(at);
  await sql(`alter database ${ruler.database} set search_path = stopped, pg_catalog, public`);
  await sql("set search_path = stopped, pg_catalog, public");
  await reconnect(app, ruler);
  return {
    now: () => now,
    set,
    advance: (ms) => set(now + ms),
    sql,
    async release() {
      vi.useRealTimers();
      await ruler.end();
    },
  };
}

/** The ruler of the cluster, on the world's own database. */
export async function rulerOf(app: App): Promise<pg.Client & { database: string }> {
  const name = new URL(app.env.databaseUrl ?? "").pathname.slice(1);
  const cluster = await testCluster();
  const ruler = new pg.Client(cluster.urlFor("postgres", name));
  await ruler.connect();
  return Object.assign(ruler, { database: name });
}

const STOP = `
  create schema stopped;
  create table stopped.wall (at timestamptz not null);
  insert into stopped.wall values (clock_timestamp());
  create function stopped.clock_timestamp() returns timestamptz language sql stable as 'select at from stopped.wall';
  grant usage on schema stopped to public;
  grant select on stopped.wall to public;
  do $do$ declare found record; begin
    for found in select oid::regprocedure as name from pg_proc
      where pronamespace = 'public'::regnamespace and proconfig::text like '%search_path%'
    loop
      execute format('alter function %s set search_path = stopped, pg_catalog, public, pg_temp', found.name);
    end loop;
    for found in select d.adrelid::regclass as of_table, a.attname from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
      where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(clock_timestamp|now)\\(\\)'
    loop execute format('alter table %s alter column %I set default stopped.clock_timestamp()', found.of_table, found.attname); end loop;
  end $do$;`;

/** Connections made before keep their search path, so they end, and others are made. */
async function reconnect({ database, prices }: App, ruler: pg.Client): Promise<void> {
  await ruler.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  for (let tries = 0; tries < COME_BACK_TRIES; tries += 1) {
    try {
      await Promise.all(Array.from({ length: 8 }, () => database.pool.query("select business_now()")));
      for (const source of prices) await source.samples("BTC", "EUR", new Date());
      return;
    } catch {
      await new Promise(setImmediate);
    }
  }
  throw new Error("the database has not come back");
}

import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Verdict } from "./contest.ts";
import { PAGE, performancePage, RESULTS } from "./performance-page.ts";

const GIB = 1024 ** 3;
/** What else the machine did when the benchmark began. */
const [LOAD_BEFORE = 0] = loadavg();

/** Figures of a bench as they are kept: of which machine, under which conditions, what came of it. */
export type Result = { at: string; machine: Machine; conditions: Record<string, number>; verdicts: readonly Verdict[] };
type Machine = { cores: number; processor: string; memoryGib: number; node: string; postgres: Record<string, string> };

/** Keeps them in the repository, and draws the page of the docs from them. Nothing that names a machine or a folder goes with them. */
export async function keepResult(
  name: string,
  databaseUrl: string,
  verdicts: readonly Verdict[],
  conditions: Record<string, number>,
): Promise<void> {
  const at = new Date().toISOString().slice(0, 10);
  const measured = { ...conditions, loadBefore: LOAD_BEFORE };
  const result: Result = { at, machine: await machineOf(databaseUrl), conditions: measured, verdicts };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
  writeFileSync(PAGE, performancePage());
}

/** What of PostgreSQL's settings decides how fast it writes and how safely. */
const SETTINGS = [
  "server_version",
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "shared_buffers",
  "work_mem",
  "max_wal_size",
  "checkpoint_timeout",
  "wal_compression",
  "commit_delay",
  "jit",
];

async function machineOf(databaseUrl: string): Promise<Machine> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string; value: string }>(
    "select name, current_setting(name) as value from pg_settings where name = any($1) order by name",
    [SETTINGS],
  );
  await client.end();
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    memoryGib: Math.round(totalmem() / GIB),
    node: process.versions.node,
    postgres: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readAccess, urlFor } from "#lib/postgres/postgres-home.ts";
import type { Program } from "./program.ts";

/** kill -9 of everything at once: launcher, web, worker, and the embedded PostgreSQL with all its processes. */
export async function cutPower(program: Program): Promise<void> {
  const database = databaseProcesses(program);
  const ended = program.kill9();
  for (const pid of database) killNow(pid);
  await ended;
}

/** The embedded database asked past the program, as the role the program has. */
export async function queryEmbedded<Row extends pg.QueryResultRow>(program: Program, sql: string): Promise<Row[]> {
  const access = readAccess(homeOf(program));
  if (!access) throw new Error(`there is no embedded database under ${program.dataDir}`);
  const client = new pg.Client(urlFor(access, "desk", "desk"));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const homeOf = (program: Program): string => realpathSync(join(program.dataDir, "postgres"));

/** The postmaster, and its children where the system lists them; elsewhere they end when they miss it. */
function databaseProcesses(program: Program): number[] {
  const postmaster = Number(readFileSync(join(homeOf(program), "data/postmaster.pid"), "utf8").split("\n")[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

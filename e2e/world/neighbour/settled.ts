import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { freshDatabase, testCluster } from "#e2e/world/database.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const LOCK = 415_202;

/** Worlds that the neighbour lives in share its sealed secrets. Theirs alone, and of no worth. */
export const SECRETS_KEY = "the secrets of a world of tests, known to all who read this";

let known: Promise<string> | undefined;

/** A database to copy in which the neighbour has lived and all is quiet. Made once a day for each state of the migrations and of its doings. */
export function settledWorld(): Promise<string> {
  known ??= ensureSettled();
  return known;
}

async function ensureSettled(): Promise<string> {
  const cluster = await testCluster();
  const ruler = new pg.Client(cluster.urlFor("postgres", "postgres"));
  await ruler.connect();
  try {
    await ruler.query("select pg_advisory_lock($1)", [LOCK]);
    const name = `template_neighbour_${digestOfToday()}`;
    const { rows } = await ruler.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'template\\_neighbour\\_%'",
    );
    if (rows.some((row) => row.name === name)) return name;
    const draft = await freshDatabase();
    try {
      await live(draft.url, draft.ownerUrl);
    } catch (error) {
      await draft.drop();
      throw error;
    }
    await ruler.query(`alter database ${draft.name} rename to ${name}`);
    for (const old of rows) await ruler.query(`drop database if exists ${old.name} with (force)`);
    return name;
  } finally {
    await ruler.end();
  }
}

function digestOfToday(): string {
  const digest = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const path of globSync(
    "{prisma/migrations/*/*.sql,prisma/*.ts,e2e/world/neighbour/{life,life-acts,canaries,questions,rows,strays,tables}.ts}",
    {
      cwd: ROOT,
    },
  ).sort())
    digest.update(readFileSync(join(ROOT, path)));
  return digest.digest("hex").slice(0, 16);
}

/** In a process of its own: a process has one house at a time, and this one's may be open. */
async function live(url: string, ownerUrl: string): Promise<void> {
  const child = spawn(process.execPath, ["e2e/world/neighbour/life.ts", url, ownerUrl], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the neighbour did not settle");
}

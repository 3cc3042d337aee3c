import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import pg from "pg";
import type { Env } from "#lib/kernel/env.ts";
import { SetupFault } from "#lib/kernel/setup-fault.ts";
import { runAs } from "./postgres-binaries.ts";
import { makeFolder, makeHome, readAccess, urlFor } from "./postgres-home.ts";

const MANIFEST = "backup.json";
const SECRETS = "secrets.key";
/** What a running server writes for itself and another one must not find (PostgreSQL's manual, low-level base backup). */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)(\/.+)?)$/;

type Manifest = { madeAt: string; mode: Env["mode"]; secrets: boolean };

/** Backups are of our own server; one named by DATABASE_URL has tools of its own. */
export function needOwnServer(env: Pick<Env, "databaseUrl">): void {
  if (!env.databaseUrl) return;
  throw new SetupFault(
    "DATABASE_URL names a server that is not ours: back it up and restore it by its own tools, together with the secrets key.",
  );
}

/**
 * Copies the embedded database, while it runs and is written to, into a new folder that {@link restoreBackup} takes: its
 * files between `pg_backup_start` and `pg_backup_stop`, and the log that makes them one moment. The secrets key goes with
 * it when it lies under DATA_DIR, so the folder is as secret as that.
 */
export async function takeBackup(env: Pick<Env, "dataDir" | "mode">, to: string): Promise<Manifest> {
  const folder = resolve(to);
  if (existsSync(folder)) throw new SetupFault(`${folder} is there already: name a folder that is not.`);
  const home = makeHome(join(env.dataDir, "postgres"));
  const access = readAccess(home);
  if (!access) throw new SetupFault(`There is no database under ${env.dataDir} to back up.`);
  const draft = `${folder}.making`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await copyRunning(urlFor(access, "postgres", "postgres"), join(home, "data"), join(draft, "data"));
  cpSync(join(home, "access.json"), join(draft, "access.json"));
  const secrets = existsSync(join(env.dataDir, SECRETS));
  if (secrets) cpSync(join(env.dataDir, SECRETS), join(draft, SECRETS));
  const manifest: Manifest = { madeAt: new Date().toISOString(), mode: env.mode, secrets };
  writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`);
  renameSync(draft, folder);
  return manifest;
}

async function copyRunning(url: string, data: string, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // The slot keeps every piece of the log from here on until this connection ends.
    await client.query("select pg_create_physical_replication_slot('desk_backup_' || pg_backend_pid(), true, true)");
    await client.query("select pg_backup_start('desk', true)");
    copyFolder(data, to);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "", { mode: 0o600 });
    for (const name of ["pg_wal/archive_status", "pg_wal/summaries"])
      mkdirSync(join(to, name), { recursive: true, mode: 0o700 });
    for (const segment of globSync("pg_wal/[0-9A-F]*", { cwd: data })) cpSync(join(data, segment), join(to, segment));
  } finally {
    await client.end();
  }
}

/** Files that go while they are copied are the server's own and not missed: the log makes up for them. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  cpSync(from, to, {
    recursive: true,
    filter(source) {
      const path = relative(from, source).replaceAll("\\", "/");
      const emptied = /^pg_[a-z_]+$/.test(path);
      return emptied || (!LEFT_OUT.test(path) && !/^pgsql_tmp/.test(basename(source)) && existsSync(source));
    },
  });
}

/**
 * Puts a backup under DATA_DIR, where the next start finds it as it was. Refuses a place that holds a database, and a
 * backup of the other mode.
 */
export function restoreBackup(
  env: Pick<Env, "dataDir" | "mode" | "secretsKey" | "secretsKeyFile">,
  from: string,
): void {
  const folder = resolve(from);
  if (!existsSync(join(folder, MANIFEST))) throw new SetupFault(`${folder} is no backup made by desk backup.`);
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")) as Manifest;
  if (manifest.mode !== env.mode)
    throw new SetupFault(`The backup is of MODE=${manifest.mode}: set MODE=${manifest.mode} to restore it.`);
  if (existsSync(join(env.dataDir, "postgres")))
    throw new SetupFault(`${env.dataDir} holds a database already: move it away, or name another DATA_DIR.`);
  if (!manifest.secrets && !env.secretsKey && !env.secretsKeyFile)
    throw new SetupFault(
      "The backup holds no secrets key: set SECRETS_KEY or SECRETS_KEY_FILE to the one it was made under.",
    );
  makeFolder(env.dataDir);
  const home = makeHome(join(env.dataDir, "postgres"));
  if (manifest.secrets) {
    cpSync(join(folder, SECRETS), join(env.dataDir, SECRETS));
    chmodSync(join(env.dataDir, SECRETS), 0o600);
  }
  cpSync(join(folder, "access.json"), join(home, "access.json"));
  chmodSync(join(home, "access.json"), 0o600);
  cpSync(join(folder, "data"), join(home, "data"), { recursive: true });
  handOver(join(home, "data"));
}

/** The database's user owns its files; no other user can read them. */
function handOver(data: string): void {
  const { uid, gid } = runAs();
  chmodSync(data, 0o700);
  if (uid === undefined || gid === undefined) return;
  for (const path of [".", ...globSync("**/*", { cwd: data })]) chownSync(join(data, path), uid, gid);
}

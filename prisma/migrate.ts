import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { INSUFFICIENT_PRIVILEGE } from "#lib/kernel/sql-state.ts";
import { grantTo } from "./grants.ts";

/** The lock that Prisma's own `migrate deploy` takes, so that the two exclude one another. */
const MIGRATION_LOCK = 72_707_369;
const CONNECT_MS = 5_000;
const FOLDER = join(import.meta.dirname, "migrations");

export type Addresses = { url: string; ownerUrl: string };
type Migration = { name: string; sql: string; checksum: string };
type AppliedRow = { migration_name: string; checksum: string; finished_at: Date | null };

/**
 * Brings the database to where this program wants it: migrations, the stamp of its mode, the application role's rights.
 * Safe beside a running program and beside another start. Answers the names of the migrations applied just now. With
 * `keyCheck`, a value derived from the secrets key, it refuses a database whose secrets another key has sealed. Where the
 * owner has prepared it before, and nothing has come since, the application's role alone is enough.
 */
export async function prepareDatabase(
  addresses: Addresses,
  mode: "sandbox" | "live",
  keyCheck?: string,
): Promise<string[]> {
  const { role, mayAll, version } = await roleOf("DATABASE_URL", addresses.url);
  refuseOld("DATABASE_URL", version);
  if (mode === "live" && mayAll)
    throw new SetupFault(
      `DATABASE_URL signs in as ${role}, whom the database refuses nothing: MODE=live needs a role that is no superuser and passes by no row rules.`,
    );
  if (addresses.ownerUrl === addresses.url && (await isPrepared(addresses.url, mode, keyCheck))) return [];
  return withOwner(addresses, role, async (owner) => {
    const applied = await applyAll(owner);
    await owner.query("insert into deployment (mode) values ($1) on conflict (id) do nothing", [mode]);
    await needMode(owner, mode);
    if (keyCheck !== undefined) {
      await owner.query("update deployment set key_check = $1 where key_check is null", [keyCheck]);
      await needKey(owner, keyCheck);
    }
    const { rows } = await owner.query<{ role: string }>("select current_user as role");
    if (rows[0]?.role !== role) await grantTo(owner, role, mode);
    return applied;
  });
}

/** Whether a role that may not prepare the database finds it as this program wants it. Refuses what an owner's start would. */
async function isPrepared(url: string, mode: string, keyCheck: string | undefined): Promise<boolean> {
  const client = await connectTo("DATABASE_URL", url);
  try {
    const { rows } = await client.query<{ may: boolean; reads: boolean }>(
      `select has_schema_privilege('public', 'create') as may,
        coalesce(has_table_privilege(to_regclass('public._prisma_migrations'), 'select'), false) as reads`,
    );
    if (rows[0]?.may !== false || !rows[0].reads) return false;
    if (missingOf(await readApplied(client)).length > 0) return false;
    await needMode(client, mode);
    if (keyCheck === undefined) return true;
    const { rows: keys } = await client.query("select from deployment where key_check is not null");
    if (keys.length > 0) await needKey(client, keyCheck);
    return keys.length > 0;
  } finally {
    await client.end();
  }
}

async function withOwner<T>(
  { url, ownerUrl }: Addresses,
  role: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = await connectTo("DATABASE_OWNER_URL", ownerUrl);
  try {
    await owner.query("set statement_timeout = 0; set lock_timeout = '60s'; set search_path = public");
    await owner.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(owner);
  } catch (error) {
    if (error instanceof SetupFault) throw error;
    if (ownerUrl === url && error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new SetupFault(
        `DATABASE_URL signs in as ${role}, who may not prepare the database: set DATABASE_OWNER_URL to the role that owns it.`,
      );
    throw new SetupFault(`The database cannot be prepared: ${messageOf(error)}.`);
  } finally {
    await owner.end();
  }
}

/** Whether a role owns the tables, or is of a role that does: it may switch off every guard that the database holds. */
export async function ownsTables(url: string): Promise<boolean> {
  const client = await connectTo("DATABASE_URL", url);
  try {
    const { rows } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member') limit 1",
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** What migrations are written in; an older server would fail at one in the middle of them. */
const LEAST_VERSION = 16;

function refuseOld(variable: string, version: number): void {
  if (version < LEAST_VERSION)
    throw new SetupFault(
      `${variable} leads to PostgreSQL ${version}: this program needs ${LEAST_VERSION} or newer, or its own, which it brings along where ${variable} is not set.`,
    );
}

type Role = { role: string; mayAll: boolean; version: number };

/** `mayAll`: no right, trigger or row rule binds the role, so the guards that the database holds would be none. */
async function roleOf(variable: string, url: string): Promise<Role> {
  const client = await connectTo(variable, url);
  try {
    const { rows } = await client.query<Role>(
      `select current_user as role, coalesce((select rolsuper or rolbypassrls from pg_roles where rolname = current_user), true) as "mayAll",
        current_setting('server_version_num')::integer / 10000 as version`,
    );
    return rows[0] ?? { role: "", mayAll: true, version: LEAST_VERSION };
  } finally {
    await client.end();
  }
}

async function connectTo(variable: string, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "desk migrate",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new SetupFault(`${variable} leads to no database that answers (${placeOf(url)}): ${messageOf(error)}.`);
  }
}

/** Host and database of an address, never its password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function applyAll(owner: pg.Client): Promise<string[]> {
  await owner.query(`create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
  const missing = missingOf(await readApplied(owner));
  for (const migration of missing) await apply(owner, migration);
  return missing.map(({ name }) => name);
}

/** Migrations of this program that the database does not have; refuses those of another program. */
function missingOf(applied: readonly AppliedRow[]): Migration[] {
  const wanted = readMigrations();
  refuseDisagreement(wanted, applied);
  return wanted.filter(({ name }) => !applied.some((row) => row.migration_name === name));
}

function readMigrations(): Migration[] {
  const folders = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, "migration.sql")));
  return folders.sort().map((name) => {
    const bytes = readFileSync(join(FOLDER, name, "migration.sql"));
    return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
  });
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    "select migration_name, checksum, finished_at from public._prisma_migrations where rolled_back_at is null order by migration_name",
  );
  return rows;
}

function refuseDisagreement(wanted: readonly Migration[], applied: readonly AppliedRow[]): void {
  for (const { migration_name: name, checksum, finished_at } of applied) {
    const ours = wanted.find((migration) => migration.name === name);
    if (!ours)
      throw new SetupFault(
        `The database holds migration ${name}, which this program does not know: start the newer program.`,
      );
    if (!finished_at)
      throw new SetupFault(`Migration ${name} was begun and never finished: settle it with prisma migrate resolve.`);
    if (ours.checksum !== checksum) {
      throw new SetupFault(
        `Migration ${name} was changed after it was applied: bring its file back, and put the change into a new one.`,
      );
    }
  }
}

/** The migration and the row that tells of it stand or fall together. */
async function apply(owner: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await owner.query("begin");
    await owner.query(sql);
    await owner.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback").catch(() => undefined);
    throw new SetupFault(`Migration ${name} cannot be applied: ${messageOf(error)}.`);
  }
}

/** A start under another key would end later, at the first secret that does not open. */
async function needKey(client: pg.Client, keyCheck: string): Promise<void> {
  const { rows } = await client.query<{ same: boolean }>("select key_check = $1 as same from deployment", [keyCheck]);
  if (rows[0]?.same !== true)
    throw new SetupFault(
      "The secrets of this database were sealed under another key: set SECRETS_KEY, or SECRETS_KEY_FILE, to the one it was made with.",
    );
}

async function needMode(client: pg.Client, mode: string): Promise<void> {
  const { rows } = await client.query<{ mode: string }>("select mode from deployment");
  const standing = rows[0]?.mode;
  if (standing !== mode) {
    throw new SetupFault(
      `This database was made for MODE=${standing} and MODE is ${mode}: use MODE=${standing}, or another database.`,
    );
  }
}

import { createHash, randomBytes } from "node:crypto";
import { existsSync, globSync, readFileSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Cluster, openCluster } from "#lib/postgres/postgres-cluster.ts";
import { prepareDatabase } from "#prisma/migrate.ts";
import { plantsOfRun } from "./planted.ts";

/** A database of one's own, as a first start of the sandbox would find it; both roles have the rights of the real thing. */
export type FreshDatabase = { name: string; url: string; ownerUrl: string; drop(): Promise<void> };

const ROOT = join(import.meta.dirname, "../..");
const TEMPLATE_LOCK = 415_201;
const MEMORY = "/dev/shm";
/** Several times what the databases of a run and their log take at once; a container's usual 64 MB are too few. */
const MEMORY_BYTES = 4 * 2 ** 30;

let opened: Promise<Cluster> | undefined;

/**
 * The server all tests of this checkout share; what makes a server durable is off, and the faults are tried elsewhere. So
 * is what tends databases that last: these live for seconds, and none grows so old that it had to be swept. A connection
 * plans each statement once, as it does in a program that has run for a while: no table here is so large that values matter.
 */
export function testCluster(): Promise<Cluster> {
  opened ??= openCluster(folderFor("test", inMemory() ? MEMORY : tmpdir()), {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    shared_buffers: "128MB",
    autovacuum: "off",
    checkpoint_timeout: "1h",
    max_wal_size: "512MB",
    wal_level: "minimal",
    max_wal_senders: "0",
    plan_cache_mode: "force_generic_plan",
    // Its passwords are as long as keys, and every world opens connections of its own.
    scram_iterations: "1",
  });
  return opened;
}

/**
 * From now on this process works on another server, set up as a user's is: what it says it has written is on the disk. For
 * measurements, before anything else; `settings` beside those. Answers its folder.
 */
export async function onDurableServer(settings: Record<string, string> = {}): Promise<string> {
  if (opened !== undefined) throw new Error("the server is chosen before it is used");
  const folder = folderFor("bench", tmpdir());
  opened = openCluster(folder, settings);
  await opened;
  return realpathSync(folder);
}

/**
 * Whether the tests' server keeps its files in memory: a database is a thousand of them, and some live for a test only.
 * Decided by what does not change during a run, so that all processes of one find the same server.
 */
function inMemory(): boolean {
  if (process.platform !== "linux" || !existsSync(MEMORY)) return false;
  const { bsize, blocks } = statfsSync(MEMORY);
  return bsize * blocks >= MEMORY_BYTES;
}

function folderFor(kind: string, parent: string): string {
  const name = createHash("sha256").update(`${ROOT} ${process.getuid?.()}`).digest("hex").slice(0, 12);
  return join(parent, `desk-${kind}-${name}`, "postgres");
}

/** Lets go of the server; it stops when nobody else uses it. */
export async function closeTestCluster(): Promise<void> {
  const cluster = await opened;
  opened = undefined;
  const pool = rulers;
  rulers = undefined;
  await pool?.end();
  await cluster?.stop();
}

/**
 * A clone of the migrated template (some 60 ms), of another database nobody is connected to (`copyOf`), or with `blank` one
 * without any table. A `lasting` one outlives this process as long as the one that started it lives.
 */
export async function freshDatabase(
  options: { blank?: boolean; copyOf?: string | undefined; lasting?: boolean } = {},
): Promise<FreshDatabase> {
  const cluster = await testCluster();
  const name = `test_${options.lasting ? process.ppid : process.pid}_${randomBytes(6).toString("hex")}`;
  await asRuler(cluster, async (ruler) => {
    const template = options.blank ? "template0" : (options.copyOf ?? (await ensureTemplate(cluster, ruler)));
    // By copies of files: block by block through the log costs ten times as much.
    await ruler.query(`create database ${name} template ${template} strategy file_copy owner desk_owner`);
  });
  if (!options.blank) await plantIn(cluster, name);
  return {
    name,
    url: cluster.urlFor("desk", name),
    ownerUrl: cluster.urlFor("desk_owner", name),
    drop: () => dropDatabase(name),
  };
}

/** The faults that lie in the database: of a self-test, or one that the mutation run tries. */
async function plantIn(cluster: Cluster, name: string): Promise<void> {
  const statements = plantsOfRun().flatMap((plant) => ("sql" in plant ? [plant.sql] : []));
  if (statements.length === 0) return;
  const owner = new pg.Client(cluster.urlFor("desk_owner", name));
  await owner.connect();
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

export async function dropDatabase(name: string): Promise<void> {
  const cluster = await testCluster();
  await asRuler(cluster, async (ruler) => void (await ruler.query(`drop database if exists ${name} with (force)`)));
}

/** Works as the server's superuser. */
export async function ruling<T>(work: (ruler: pg.ClientBase) => Promise<T>): Promise<T> {
  return asRuler(await testCluster(), work);
}

/** The superuser's connections, kept for their next work: to open one costs as much as to drop a database. */
let rulers: pg.Pool | undefined;

async function asRuler<T>(cluster: Cluster, work: (ruler: pg.PoolClient) => Promise<T>): Promise<T> {
  rulers ??= newPool(cluster.urlFor("postgres", "postgres"));
  const ruler = await rulers.connect();
  try {
    return await work(ruler);
  } finally {
    ruler.release();
  }
}

/** Keeps no process alive, and outlives a connection that the server lets go of. */
function newPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  return pool;
}

/** Made once for each state of the migrations; whoever makes it clears away what earlier runs have left. */
async function ensureTemplate(cluster: Cluster, ruler: pg.ClientBase): Promise<string> {
  const template = `template_${migrationsDigest()}`;
  await ruler.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const { rows } = await ruler.query<{ name: string }>(
      "select datname as name from pg_database where datname ~ '^(template|test)_'",
    );
    if (rows.some(({ name }) => name === template)) return template;
    for (const { name } of rows.filter(({ name }) => isLeftOver(name)))
      await ruler.query(`drop database if exists ${name} with (force)`);
    const draft = `${template}_making`;
    await ruler.query(`create database ${draft} template template0 owner desk_owner`);
    await prepareDatabase(
      { url: cluster.urlFor("desk", draft), ownerUrl: cluster.urlFor("desk_owner", draft) },
      "sandbox",
    );
    await ruler.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await ruler.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

function migrationsDigest(): string {
  const digest = createHash("sha256");
  for (const path of globSync("prisma/{migrations/*/*.sql,*.ts}", { cwd: ROOT }).sort())
    digest.update(readFileSync(join(ROOT, path)));
  return digest.digest("hex").slice(0, 16);
}

/** Templates of other migrations, and databases whose test process has ended. */
function isLeftOver(name: string): boolean {
  const pid = /^test_(\d+)_/.exec(name)?.[1];
  if (!pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}

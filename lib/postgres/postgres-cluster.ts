import { existsSync, realpathSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { messageOf } from "#lib/kernel/setup-fault.ts";
import { underLock } from "./exclusive-lock.ts";
import { freePort } from "./free-port.ts";
import { findBinaries } from "./postgres-binaries.ts";
import {
  type ClusterAccess,
  makeFolder,
  makeHome,
  newAccess,
  readAccess,
  type DatabaseRole,
  urlFor,
} from "./postgres-home.ts";
import {
  adopt,
  initialise,
  isAlive,
  majorOf,
  type StartWait,
  prepareRoles,
  type ServerSettings,
  start,
  stopServer,
} from "./postgres-server.ts";

/** A PostgreSQL server that this program keeps for itself in one folder. */
export type Cluster = {
  /** Address for a role; the database is `desk` unless named. */
  urlFor(role: DatabaseRole, database?: string): string;
  /** A server that was lost came back at another address. */
  onMoved(listener: () => void): void;
  /** Stops the server when `after` has settled, unless another process holds it; from now on it is not started again. */
  stop(after?: Promise<unknown>): Promise<void>;
};

const SETTINGS: ServerSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  // Expressions compiled for statements of milliseconds cost more than they bring, and pages lie on solid disks.
  jit: "off",
  random_page_cost: "1.1",
  // Bursts of writing are not interrupted by checkpoints, and pages written whole after one are small.
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  wal_compression: "on",
  // What processes share for one statement comes out of this first: a container's /dev/shm of 64 MB is soon too small for it.
  min_dynamic_shared_memory: "256MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

const MB = 1024 ** 2;
const LEAST_BUFFERS_MB = 128;
const MOST_BUFFERS_MB = 2_048;

/**
 * A quarter of the memory for the pages that PostgreSQL keeps itself, up to 2 GB, and a half for what it may expect to find
 * in memory in all: of the machine's, or of what this process may use of it.
 */
export function memorySettings(bytes: number): ServerSettings {
  const quarterMb = Math.floor(bytes / MB / 4);
  return {
    shared_buffers: `${Math.min(Math.max(quarterMb, LEAST_BUFFERS_MB), MOST_BUFFERS_MB)}MB`,
    effective_cache_size: `${Math.max(2 * quarterMb, LEAST_BUFFERS_MB)}MB`,
  };
}

/** What a container leaves us; without a limit the whole machine. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Opens the cluster in `folder`: makes it when there is none, adopts a server that still runs there (its launcher may
 * have been killed), starts it otherwise. Starts of several processes wait for one another.
 */
export async function openCluster(
  folder: string,
  settings: ServerSettings = {},
  wait: StartWait = {},
): Promise<Cluster> {
  makeFolder(dirname(folder));
  const lock = `${folder}.lock`;
  const all = { ...SETTINGS, ...memorySettings(memory()), ...settings };
  let { access, holder } = await underLock(lock, () => enter(folder, all, wait));
  let stopping = false;
  let moved: (() => void) | undefined;

  const reopen = async (): Promise<void> => {
    for (;;) {
      await sleep(250);
      if (stopping) return;
      try {
        const { port } = access;
        ({ access, holder } = await underLock(lock, () => enter(folder, all, wait)));
        holder.once("end", onLost);
        if (access.port !== port) moved?.();
        return;
      } catch (error) {
        process.stderr.write(`The embedded database is away: ${messageOf(error)}\n`);
      }
    }
  };
  const onLost = () => void (stopping || reopen());
  holder.once("end", onLost);

  return {
    urlFor: (role, database = "desk") => urlFor(access, role, database),
    onMoved(listener) {
      moved = listener;
    },
    async stop(after) {
      stopping = true;
      await after?.catch(() => undefined);
      await underLock(lock, async () => {
        holder.ref();
        await holder.end().catch(() => undefined);
        await stopUnlessHeld(folder, access);
      });
    },
  };
}

/** Stops a server whose launcher was killed, unless another process holds it. */
export async function stopLeftCluster(folder: string): Promise<void> {
  await underLock(`${folder}.lock`, async () => {
    const access = existsSync(folder) ? readAccess(realpathSync(folder)) : undefined;
    if (access) await stopUnlessHeld(folder, access);
  });
}

/**
 * Under the lock. Only holders count: leftover connections of processes that have just ended, or of a running seed,
 * would keep the server running without need. A server that cannot be queried is shutting down or sick.
 */
async function stopUnlessHeld(folder: string, access: ClusterAccess): Promise<void> {
  if (await isHeld(access).catch(() => false)) return;
  await stopServer(join(realpathSync(folder), "data"));
}

const HOLDER = "desk launcher ";
const ASK_MS = 2_000;

/** Under the lock: no stop of another process comes between the server's answer and our hold on it. */
async function enter(
  folder: string,
  settings: ServerSettings,
  wait: StartWait,
): Promise<{ access: ClusterAccess; holder: Holder }> {
  const access = await ensureRunning(folder, settings, wait);
  await prepareRoles(access);
  return { access, holder: await hold(access) };
}

/** `pg` has them, its types do not: whether the connection keeps the process alive. */
type Holder = pg.Client & { ref(): void; unref(): void };

/** A connection kept open for as long as we use the server: by it others see that they are not alone. */
async function hold(access: ClusterAccess): Promise<Holder> {
  const options = {
    connectionString: urlFor(access, "postgres", "postgres"),
    application_name: `${HOLDER}${process.pid}`,
    keepAlive: true,
  };
  const client = new pg.Client(options) as Holder;
  client.on("error", () => undefined);
  await client.connect();
  client.unref();
  return client;
}

/** Whether a process that lives has its hold on the server; that of a dead one goes away a moment after it. */
async function isHeld(access: ClusterAccess): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlFor(access, "postgres", "postgres"),
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where starts_with(application_name, $1)",
      [HOLDER],
    );
    return rows.some(({ name }) => isAlive(Number(name.slice(HOLDER.length))));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureRunning(folder: string, settings: ServerSettings, wait: StartWait): Promise<ClusterAccess> {
  const home = makeHome(folder);
  const data = join(home, "data");
  const access = readAccess(home) ?? newAccess(home, await freePort());
  const running = await adopt(home, access, wait);
  if (running) return running;
  const binaries = findBinaries(join(home, "native"), majorOf(data));
  if (!existsSync(data)) await initialise(binaries.initdb, data, access);
  return start(binaries.postgres, home, access, settings, wait);
}

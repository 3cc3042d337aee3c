import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { messageOf } from "#lib/kernel/setup-fault.ts";
import { underLock } from "./exclusive-lock.ts";
import { freePort } from "./free-port.ts";
import { findBinaries } from "./postgres-binaries.ts";
import { type Access, makeFolder, makeHome, newAccess, readAccess, type Role, urlFor } from "./postgres-home.ts";
import { adopt, initialise, majorOf, prepareRoles, type ServerSettings, start, stopServer } from "./postgres-server.ts";

/** A PostgreSQL server that this program keeps for itself in one folder. */
export type Cluster = {
  /** Address for a role; the database is `desk` unless named. */
  urlFor(role: Role, database?: string): string;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
};

const SETTINGS: ServerSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/**
 * Opens the cluster in `folder`: makes it when there is none, adopts a server that still runs there (its launcher may
 * have been killed), starts it otherwise. Starts of several processes wait for one another.
 */
export async function openCluster(folder: string, settings: ServerSettings = {}): Promise<Cluster> {
  makeFolder(dirname(folder));
  const lock = `${folder}.lock`;
  const all = { ...SETTINGS, ...settings };
  let { access, holder } = await underLock(lock, () => enter(folder, all));
  let stopping = false;

  const reopen = async (): Promise<void> => {
    for (;;) {
      await sleep(250);
      if (stopping) return;
      try {
        ({ access, holder } = await underLock(lock, () => enter(folder, all)));
        holder.once("end", onLost);
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
    async stop() {
      stopping = true;
      await underLock(lock, async () => {
        const alone = await isAlone(holder);
        await holder.end().catch(() => undefined);
        if (alone) await stopServer(join(realpathSync(folder), "data"));
      });
    },
  };
}

/** Under the lock: no stop of another process comes between the server's answer and our hold on it. */
async function enter(folder: string, settings: ServerSettings): Promise<{ access: Access; holder: Holder }> {
  const access = await ensureRunning(folder, settings);
  await prepareRoles(access);
  return { access, holder: await hold(access) };
}

/** `pg` has them, its types do not: whether the connection keeps the process alive. */
type Holder = pg.Client & { ref(): void; unref(): void };

/** A connection kept open for as long as we use the server: by it others see that they are not alone. */
async function hold(access: Access): Promise<Holder> {
  const options = {
    connectionString: urlFor(access, "postgres", "postgres"),
    application_name: "desk launcher",
    keepAlive: true,
  };
  const client = new pg.Client(options) as Holder;
  client.on("error", () => undefined);
  await client.connect();
  client.unref();
  return client;
}

async function isAlone(holder: Holder): Promise<boolean> {
  try {
    holder.ref();
    const { rowCount } = await holder.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rowCount === 0;
  } catch {
    return false;
  }
}

async function ensureRunning(folder: string, settings: ServerSettings): Promise<Access> {
  const home = makeHome(folder);
  const data = join(home, "data");
  const access = readAccess(home) ?? newAccess(home, await freePort());
  if (await adopt(data, access)) return access;
  const binaries = findBinaries(join(home, "native"), majorOf(data));
  if (!existsSync(data)) initialise(binaries.initdb, data, access);
  return start(binaries.postgres, home, access, settings);
}

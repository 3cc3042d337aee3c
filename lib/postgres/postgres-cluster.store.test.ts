import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Cluster, memorySettings, openCluster } from "./postgres-cluster.ts";
import { freePort } from "./free-port.ts";
import { isAlive, type StartWait } from "./postgres-server.ts";

let dataDir: string;
let folder: string;
let clusters: Cluster[];
let others: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "desk-cluster-"));
  chmodSync(dataDir, 0o711);
  folder = join(dataDir, "postgres");
  clusters = [];
  others = [];
});

afterEach(async () => {
  for (const other of others) other.kill("SIGKILL");
  for (const cluster of clusters) await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(): Promise<Cluster> {
  const cluster = await openCluster(folder);
  clusters.push(cluster);
  return cluster;
}

async function ask(cluster: Cluster, sql: string, role: "postgres" | "desk_owner" = "desk_owner"): Promise<unknown> {
  const client = new pg.Client(cluster.urlFor(role));
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const serverPid = () => Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);

/** Another process that opens the cluster and stays. */
async function otherLauncher(command?: readonly string[]): Promise<ChildProcess> {
  const other = beginLauncher(command);
  await once(other.stdout as Readable, "data");
  return other;
}

function beginLauncher(command: readonly string[] = []): ChildProcess {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "postgres-cluster.ts")).href);
  const program = `const { openCluster } = await import(${module}); await openCluster(${JSON.stringify(folder)}); console.log("open"); setInterval(() => {}, 1e6);`;
  const [first, ...rest] = [...command, process.execPath, "--input-type=module", "-e", program];
  const other = spawn(first ?? "", rest, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  others.push(other);
  return other;
}

it.each([
  [0.25, "128MB", "128MB"],
  [4, "1024MB", "2048MB"],
  [64, "2048MB", "32768MB"],
])("with %f GB of memory it keeps %s of pages itself", (gigabytes, shared_buffers, effective_cache_size) => {
  expect(memorySettings(gigabytes * 1024 ** 3)).toEqual({ shared_buffers, effective_cache_size });
});

describe("our own PostgreSQL", () => {
  it("keeps its passwords and data to itself, and listens on this machine only", async () => {
    const cluster = await open();
    expect(statSync(join(folder, "access.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
    expect(await ask(cluster, "show listen_addresses")).toBe("127.0.0.1");
    expect(await ask(cluster, "show unix_socket_directories", "postgres")).toBe("");
    const stranger = new pg.Client(cluster.urlFor("desk").replace(/:[0-9a-f]+@/, ":wrong@"));
    await expect(stranger.connect()).rejects.toMatchObject({ code: "28P01" });
  });

  it("is set up by the machine's memory, for short statements and bursts of writing", async () => {
    const cluster = await open();
    const { shared_buffers } = memorySettings(totalmem());
    const pages = await ask(cluster, "select setting::integer from pg_settings where name = 'shared_buffers'");
    expect(pages).toBeLessThanOrEqual((Number.parseInt(shared_buffers ?? "", 10) * 1024) / 8);
    expect(pages).toBeGreaterThanOrEqual((128 * 1024) / 8);
    expect(await ask(cluster, "show jit")).toBe("off");
    expect(await ask(cluster, "show max_wal_size")).toBe("2GB");
    expect(await ask(cluster, "show synchronous_commit")).toBe("on");
    expect(await ask(cluster, "show min_dynamic_shared_memory")).toBe("256MB");
  });

  it("is one server for several that start at once", async () => {
    await Promise.all([open(), open(), otherLauncher().then((other) => other.kill("SIGKILL"))]);
    const [first, second] = clusters;
    expect(first?.urlFor("desk")).toBe(second?.urlFor("desk"));
  });

  it("is adopted, with its data, when its launcher was killed", async () => {
    const launcher = await otherLauncher();
    const pid = serverPid();
    launcher.kill("SIGKILL");
    await once(launcher, "exit");
    await open();
    expect(serverPid()).toBe(pid);
  });

  it.each(["data/PG_VERSION", "data/postmaster.pid", "access.json"])(
    "opens though its launcher was killed early in its start, at the first sight of %s",
    async (file) => {
      const launcher = beginLauncher();
      await expect.poll(() => existsSync(join(folder, file)), { interval: 2, timeout: 60_000 }).toBe(true);
      launcher.kill("SIGKILL");
      await once(launcher, "exit");
      expect(await ask(await open(), "select 1")).toBe(1);
    },
  );

  it("is adopted at the port where it listens, whatever was written beside it", async () => {
    const launcher = await otherLauncher();
    launcher.kill("SIGKILL");
    await once(launcher, "exit");
    const file = join(folder, "access.json");
    const { port, ...rest } = JSON.parse(readFileSync(file, "utf8")) as { port: number };
    writeFileSync(file, JSON.stringify({ ...rest, port: port + 1 }));
    expect(new URL((await open()).urlFor("desk")).port).toBe(String(port));
  });

  it("is adopted by a root of a container, who may not look into the processes of other users", async () => {
    const launcher = await otherLauncher();
    const pid = serverPid();
    launcher.kill("SIGKILL");
    await once(launcher, "exit");
    // Any other user has the server run as themselves.
    const asContained = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-sys_ptrace"] : [];
    await otherLauncher(asContained);
    expect(serverPid()).toBe(pid);
    expect(await ask(await open(), "select 1")).toBe(1);
  });

  it("says where it is when it had to come back at another port", async () => {
    const cluster = await open();
    const moved = new Promise<void>((done) => cluster.onMoved(done));
    const before = cluster.urlFor("desk");
    const file = join(folder, "access.json");
    const access = JSON.parse(readFileSync(file, "utf8")) as { port: number };
    writeFileSync(file, JSON.stringify({ ...access, port: await freePort() }));
    process.kill(serverPid(), "SIGKILL");
    await moved;
    expect(cluster.urlFor("desk")).not.toBe(before);
    expect(await ask(cluster, "select 1")).toBe(1);
  });

  it("lives on while another uses it, and stops with the last", async () => {
    const [first, second] = [await openCluster(folder), await openCluster(folder)];
    await first.stop();
    expect(await ask(second, "select 1")).toBe(1);
    await second.stop();
    expect(existsSync(join(folder, "data/postmaster.pid"))).toBe(false);
  });

  it("comes back with what was committed when the server itself was killed", async () => {
    const cluster = await open();
    await ask(cluster, "create table kept as select 42 as answer");
    process.kill(serverPid(), "SIGKILL");
    await expect
      .poll(() => ask(cluster, "select answer from kept").catch(() => undefined), { timeout: 60_000 })
      .toBe(42);
  });

  /** A server that follows another's log is in recovery until it is promoted, and takes nobody meanwhile. */
  async function recovering(): Promise<{ begin(wait: StartWait): Promise<Cluster>; recover(): void }> {
    const cluster = await openCluster(folder);
    await ask(cluster, "create table kept as select 42 as answer");
    await cluster.stop();
    const data = join(folder, "data");
    const { uid, gid } = statSync(data);
    const write = (name: string) => {
      writeFileSync(join(data, name), "");
      chownSync(join(data, name), uid, gid);
    };
    write("standby.signal");
    return {
      begin: (wait) => openCluster(folder, { hot_standby: "off" }, wait),
      recover() {
        write("promote");
        process.kill(serverPid(), "SIGUSR1");
      },
    };
  }

  /** The file is there for a moment before its number is. */
  async function writtenPid(): Promise<number> {
    const path = join(folder, "data/postmaster.pid");
    await expect.poll(() => existsSync(path) && serverPid() > 0).toBe(true);
    return serverPid();
  }

  it("is waited for while it recovers, however long that takes", async () => {
    const { begin, recover } = await recovering();
    const opened = begin({ silentMs: 3_000 });
    const pid = await writtenPid();
    await sleep(4_500);
    recover();
    const cluster = await opened;
    clusters.push(cluster);
    expect(serverPid()).toBe(pid);
    expect(await ask(cluster, "select answer from kept")).toBe(42);
  });

  it("is stopped while it recovers, when it is no longer wanted", async () => {
    const { begin } = await recovering();
    const unwanted = new AbortController();
    const opened = begin({ signal: unwanted.signal });
    const pid = await writtenPid();
    unwanted.abort();
    await expect(opened).rejects.toThrow("The start was ended before the database answered.");
    // One that has ended has its number until we have heard of it.
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("is stopped too when it is no longer wanted before it has written its number", async () => {
    await expect(openCluster(folder, {}, { signal: AbortSignal.abort() })).rejects.toThrow("The start was ended");
    await sleep(1_500);
    expect(existsSync(join(folder, "data/postmaster.pid"))).toBe(false);
  });

  it("takes no program for its server that merely has its old number", async () => {
    const cluster = await openCluster(folder);
    await cluster.stop();
    writeFileSync(join(folder, "data/postmaster.pid"), `${process.pid}\n${join(folder, "data")}\n1\n1\n\n127.0.0.1\n`);
    expect(await ask(await open(), "select 1")).toBe(1);
  });

  it("says in one sentence that its folder cannot be used", async () => {
    writeFileSync(join(dataDir, "file"), "");
    await expect(openCluster(join(dataDir, "file/postgres"))).rejects.toThrow(/^DATA_DIR cannot be used: .*\/file/);
  });
});

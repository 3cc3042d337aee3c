import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { type RunAs, runAs } from "./postgres-binaries.ts";
import { freePort, isFree } from "./free-port.ts";
import { type ClusterAccess, saveAccess, urlFor } from "./postgres-home.ts";

const READY_MS = 60_000;
/** What a server answers while it starts, recovers from its log or shuts down (PostgreSQL, appendix A: cannot_connect_now). */
const NOT_YET = "57P03";
/** A recovery that lasts is reported, so that nobody takes the start for a stuck one. */
const REPORTED_AFTER_MS = 15_000;
const STOP_MS = 3_000;
/** On an immediate shutdown the server kills those of its processes that do not end within five seconds. */
const GIVE_UP_MS = 6_000;
const START_TRIES = 20;
const MAX_LOG_BYTES = 5_000_000;

/** Settings of the server by their names in PostgreSQL's manual. */
export type ServerSettings = Readonly<Record<string, string>>;

export function majorOf(data: string): number | undefined {
  const path = join(data, "PG_VERSION");
  return existsSync(path) ? Number(readFileSync(path, "utf8").trim()) : undefined;
}

/**
 * Made beside its place and moved there whole, so that a start killed midway begins anew; in a folder of its own name,
 * as the tool of a start that was killed may still be writing.
 */
export async function initialise(initdb: string, data: string, access: ClusterAccess): Promise<void> {
  const draft = `${data}.making.${process.pid}`;
  const passwordFile = `${data}.password`;
  const user = runAs();
  for (const left of globSync(`${data}.making*`)) rmSync(left, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, access.passwords.postgres, { mode: 0o600 });
  try {
    for (const path of [draft, passwordFile]) giveTo(user, path);
    const options = [
      "-U",
      "postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      "--no-instructions",
    ];
    await runApart(initdb, ["-D", draft, ...options], { ...user, cwd: draft });
    renameSync(draft, data);
  } catch (error) {
    throw new SetupFault(`The embedded database cannot be made in ${data}: ${messageOf(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** In a process group of its own: a signal that is meant for us does not break it off. Fails with its last line. */
async function runApart(command: string, args: readonly string[], where: RunAs & { cwd: string }): Promise<void> {
  const child = spawn(command, args, {
    ...where,
    env: bareEnvironment(),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => child.once("error", fail).once("close", done));
  if (code !== 0) throw new Error(output.trim().split("\n").at(-1) || `exit ${code}`);
}

/** How long a server may be silent, and whether it is still wanted: without them a minute, and until it answers. */
export type StartWait = { silentMs?: number; signal?: AbortSignal };

/**
 * A server of this cluster that already runs, at the port that it says itself; waits while one starts, recovers or shuts
 * down.
 */
export async function adopt(home: string, saved: ClusterAccess, wait: StartWait): Promise<ClusterAccess | undefined> {
  const data = join(home, "data");
  const file = serverFile(data);
  if (!file) return undefined;
  let isServer = true;
  const isGone = () => {
    const pid = serverFile(data)?.pid;
    isServer = pid !== undefined && isServerOf(pid, data);
    return !isServer;
  };
  const isMoved = file.port !== undefined && file.port !== saved.port && isServerOf(file.pid, data);
  const access = isMoved ? saveAccess(home, { ...saved, port: file.port ?? saved.port }) : saved;
  if (await becomesReady(access, isGone, wait)) return access;
  if (!isServer) {
    rmSync(join(data, "postmaster.pid"), { force: true });
    return undefined;
  }
  throw new SetupFault(
    `A PostgreSQL server in ${data} runs but does not answer: stop process ${serverFile(data)?.pid} and start again.`,
  );
}

export async function start(
  postgres: string,
  home: string,
  saved: ClusterAccess,
  settings: ServerSettings,
  wait: StartWait,
): Promise<ClusterAccess> {
  let access = saved;
  for (let attempt = 1; ; attempt += 1) {
    if (!(await isFree(access.port))) access = saveAccess(home, { ...access, port: await freePort() });
    const server = spawnServer(postgres, home, access.port, settings);
    let ended = false;
    server.once("exit", () => (ended = true));
    server.once("error", () => (ended = true));
    let ready = false;
    try {
      ready = await becomesReady(access, () => ended, wait);
    } finally {
      // One that is silent, or not wanted any more, would hold the folder against the next; it may not have written its
      // number yet.
      if (!ready && !ended && server.pid !== undefined) await stopProcess(server.pid, join(home, "data"));
    }
    if (ready) return access;
    if (attempt === START_TRIES)
      throw new SetupFault(`The embedded database does not start: see ${join(home, "server.log")}.`);
    await sleep(250);
  }
}

/** Roles and database, in step with the passwords kept; harmless when they stand already. */
export async function prepareRoles(access: ClusterAccess): Promise<void> {
  const client = new pg.Client(urlFor(access, "postgres", "postgres"));
  await client.connect();
  try {
    for (const role of ["desk_owner", "desk"] as const) {
      const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
      await client.query(`${rowCount ? "alter" : "create"} role ${role} login password '${access.passwords[role]}'`);
    }
    const { rowCount } = await client.query("select from pg_database where datname = 'desk'");
    if (!rowCount) await client.query("create database desk owner desk_owner");
    await client.query("revoke all on database desk from public");
    await client.query("grant connect on database desk to desk");
  } finally {
    await client.end();
  }
}

export async function stopServer(data: string): Promise<void> {
  const pid = serverFile(data)?.pid;
  if (pid !== undefined && isServerOf(pid, data)) await stopProcess(pid, data);
}

async function stopProcess(pid: number, data: string): Promise<void> {
  if (await endsBy("SIGINT", pid, data, STOP_MS)) return;
  if (await endsBy("SIGQUIT", pid, data, GIVE_UP_MS)) return;
  throw new Error(`process ${pid} does not end`);
}

async function endsBy(signal: NodeJS.Signals, pid: number, data: string, withinMs: number): Promise<boolean> {
  if (isServerOf(pid, data)) process.kill(pid, signal);
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(20))
    if (!isServerOf(pid, data)) return true;
  return false;
}

function giveTo({ uid, gid }: RunAs, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Nothing of our environment, which may hold secrets, reaches the server. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SYSTEMROOT } = process.env;
  return { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC", ...(PATH && { PATH }), ...(SYSTEMROOT && { SYSTEMROOT }) };
}

/** What a server writes of itself: its number in the first line, its port in the fourth (PostgreSQL, pidfile.h). */
function serverFile(data: string): { pid: number; port: number | undefined } | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid ? { pid, port: Number(lines[3]) || undefined } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The number in the file may belong to another program by now. Where the system tells, its working folder decides; as root
 * of a container, who may not look into processes of other users, what it was started with. What tells neither may be it: a
 * second server beside a living one would bring that down.
 */
function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return process.platform !== "linux";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
  } catch (error) {
    return codeOf(error) !== "ENOENT";
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Whether it answers, or says that it will. */
async function ask(access: ClusterAccess): Promise<"yes" | "later" | "no"> {
  const client = new pg.Client({
    connectionString: urlFor(access, "postgres", "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "yes";
  } catch (error) {
    if (codeOf(error) === "28P01")
      throw new SetupFault("The embedded database does not take the passwords in access.json beside it.");
    return codeOf(error) === NOT_YET ? "later" : "no";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** In its own process group and not bound to us: it outlives a launcher that is killed, and Ctrl-C reaches it through us only. */
function spawnServer(postgres: string, home: string, port: number, settings: ServerSettings): ChildProcess {
  const data = join(home, "data");
  const log = openLogFile(join(home, "server.log"));
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const server = spawn(postgres, ["-D", data, ...options], {
    ...runAs(),
    cwd: data,
    env: bareEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  server.unref();
  return server;
}

function openLogFile(path: string): number {
  if (existsSync(path) && statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.old`);
  return openSync(path, "a", 0o600);
}

/**
 * Whether it answers before it is gone, or silent for too long. One that recovers takes as long as its log is, which may
 * be minutes after a crash under load: it says so, and is waited for, as long as it is wanted.
 */
async function becomesReady(
  access: ClusterAccess,
  isGone: () => boolean,
  { silentMs = READY_MS, signal }: StartWait,
): Promise<boolean> {
  const askedAt = Date.now();
  let reported = false;
  for (let deadline = askedAt + silentMs; !isGone() && Date.now() < deadline; await sleep(20)) {
    if (signal?.aborted) throw new SetupFault("The start was ended before the database answered.");
    const reply = await ask(access);
    if (reply === "yes") return true;
    if (reply !== "later") continue;
    deadline = Date.now() + silentMs;
    if (reported || Date.now() < askedAt + REPORTED_AFTER_MS) continue;
    reported = true;
    process.stderr.write("The embedded database recovers from its log: this takes up to some minutes.\n");
  }
  return false;
}

import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";

const WAIT_MS = 60_000;
const RETRY_MS = 50;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this machine runs under the same file. The lock is the operating system's own,
 * taken through SQLite, so a process that is killed leaves nothing behind to clear away.
 */
export async function underLock<T>(path: string, work: () => Promise<T>, waitMs: number = WAIT_MS): Promise<T> {
  const lock = await takeLock(path, waitMs);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function takeLock(path: string, waitMs: number): Promise<DatabaseSync> {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(RETRY_MS)) {
    const lock = tryLock(path);
    if (lock) return lock;
  }
  throw new SetupFault(`Another start has held ${path} for ${waitMs / 1000} s: end that process and start again.`);
}

function tryLock(path: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    throw new SetupFault(`${path} cannot be opened (${messageOf(error)}): make its folder writable.`);
  }
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { INSUFFICIENT_PRIVILEGE } from "#lib/kernel/sql-state.ts";

/** What the program wrote down beside the data, apart from the database: how far that one had come. */
export type LastSeen = {
  /** Tells one database from another: the moment it was stamped, to the microsecond. */
  made: string;
  /** How often it was restored; nothing is compared across a restore that is known. */
  epoch: number;
  /** Its newest audit line. */
  audit: number;
  /** Its newest event: each new bill is one. */
  event: number;
  /** Of each wallet the first index that was not derived yet. */
  wallets: Readonly<Record<string, number>>;
};

export const lastSeenPath = (dataDir: string): string => join(dataDir, "last-seen.json");

/** Nothing else makes it where the database and the secrets key are elsewhere. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** Refuses a start that could not note how far the database has come: an older copy would go unnoticed. */
export function needNotes(dataDir: string): void {
  const probe = `${lastSeenPath(dataDir)}.${process.pid}`;
  try {
    makeDataDir(dataDir);
    writeFileSync(probe, "", { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    throw new SetupFault(
      `DATA_DIR cannot be used (${messageOf(error)}): name a folder in which this user may make files.`,
    );
  }
}

/** What was noted under a DATA_DIR; undefined where nothing was, or nothing that can be read. */
export function readLastSeen(dataDir: string): LastSeen | undefined {
  if (!existsSync(lastSeenPath(dataDir))) return undefined;
  try {
    const seen = JSON.parse(readFileSync(lastSeenPath(dataDir), "utf8")) as Partial<LastSeen>;
    const { made, epoch = 1, audit, event = 0, wallets } = seen;
    return made !== undefined && audit !== undefined && wallets ? { made, epoch, audit, event, wallets } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a database is behind what was noted of it. */
export function isBehind(now: Omit<LastSeen, "wallets">, seen: LastSeen | undefined): boolean {
  if (seen?.made !== now.made || seen.epoch < now.epoch) return false;
  return seen.epoch > now.epoch || seen.audit > now.audit || seen.event > now.event;
}

/** Nothing goes on on such a database but what recovers it. */
export class OlderCopy extends SetupFault {
  constructor() {
    super(
      "This database was restored from a backup and does not know what has happened since: run npm run -s desk -- restore first.",
    );
  }
}

/** Refuses to go on with a restored database that has not been recovered yet. */
export async function needRecovered(ownerUrl: string, dataDir: string): Promise<void> {
  if (await isRestored(ownerUrl, readLastSeen(dataDir))) throw new OlderCopy();
}

/**
 * Whether these rows are the ones last written, or a copy of older ones (rulebook 13.13): read into another server, or
 * behind what was noted beside the data. Begins an epoch when they are a copy; true until {@link endRecovery}. A database
 * that was never looked at is taken as it is.
 */
export async function isRestored(ownerUrl: string, seen: LastSeen | undefined): Promise<boolean> {
  return asOwner(ownerUrl, async (owner) => {
    const facts = await factsOf(owner);
    if (facts.pending) return true;
    const isCopied = facts.server !== null && facts.here !== null && facts.server !== facts.here;
    const isOlder = isCopied || isBehind(facts, seen);
    if (isOlder) await begin(owner);
    else if (facts.server === null && facts.here !== null)
      await owner.query("update deployment set server = $1", [facts.here]);
    return isOlder;
  });
}

/** Says that these rows are a copy, where nothing else tells it; true when that was not known. */
export async function beginEpoch(ownerUrl: string): Promise<boolean> {
  return asOwner(ownerUrl, begin);
}

/** Chains and venues have been read again: the program may start. */
export async function endRecovery(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, (owner) =>
    owner.query("update deployment set recovered_at = business_now() where recovered_at is null"),
  );
}

type Facts = Omit<LastSeen, "wallets"> & { server: string | null; here: string | null; pending: boolean };

async function factsOf(owner: pg.Client): Promise<Facts> {
  const { rows } = await owner.query<Facts & { audit: string; event: string }>(
    `select extract(epoch from created_at)::text as made, epoch, (select coalesce(max(seq), 0) from audit)::text as audit,
      (select coalesce(max(seq), 0) from event)::text as event,
      server, restored_at is not null and recovered_at is null as pending from deployment`,
  );
  const [row] = rows;
  if (!row) throw new SetupFault("The database is not stamped with a mode yet.");
  return { ...row, audit: Number(row.audit), event: Number(row.event), here: await serverOf(owner) };
}

/** The cluster's own number, which a base backup keeps and a dump does not; some services do not tell it. */
async function serverOf(owner: pg.Client): Promise<string | null> {
  const { rows: may } = await owner.query<{ may: boolean }>(
    "select has_function_privilege('pg_control_system()', 'execute') as may",
  );
  if (may[0]?.may !== true) return null;
  const { rows } = await owner.query<{ id: string }>("select system_identifier::text as id from pg_control_system()");
  return rows[0]?.id ?? null;
}

async function begin(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ began: boolean }>("select begin_epoch() as began");
  return rows[0]?.began === true;
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "desk epoch" });
  owner.on("error", () => undefined);
  try {
    await owner.connect();
    await owner.query("set search_path = public");
    return await work(owner);
  } catch (error) {
    if (error instanceof SetupFault) throw error;
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new SetupFault(
        "This database was restored, or is on another server than before, which only its owner can note: set DATABASE_OWNER_URL.",
      );
    throw new SetupFault(`The database's epoch is not known: ${messageOf(error)}.`);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

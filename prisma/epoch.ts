import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { INSUFFICIENT_PRIVILEGE } from "#lib/kernel/sql-state.ts";

/** What the program wrote down beside the data, apart from the database: how far that one had come. */
export type LastSeen = {
  /** Tells one database from another: the moment it was stamped, to the microsecond. */
  made: string;
  /** Its newest audit line. */
  audit: number;
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
    const { made, audit, wallets } = seen;
    return made !== undefined && audit !== undefined && wallets ? { made, audit, wallets } : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses to go on with a restored database that has not been recovered yet. */
export async function needRecovered(ownerUrl: string, dataDir: string): Promise<void> {
  if (await isRestored(ownerUrl, readLastSeen(dataDir)))
    throw new SetupFault(
      "This database was restored from a backup and does not know what has happened since: run npm run -s desk -- restore first.",
    );
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
    const isBehind = seen?.made === facts.made && seen.audit > facts.audit;
    if (isCopied || isBehind) await begin(owner);
    else if (facts.server === null && facts.here !== null)
      await owner.query("update deployment set server = $1", [facts.here]);
    return isCopied || isBehind;
  });
}

/** Says that these rows are a copy, where nothing else tells it; true when that was not known. */
export async function beginEpoch(ownerUrl: string): Promise<boolean> {
  return asOwner(ownerUrl, async (owner) => {
    if ((await factsOf(owner)).pending) return false;
    await begin(owner);
    return true;
  });
}

/** Chains and venues have been read again: the program may start. */
export async function endRecovery(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, (owner) =>
    owner.query("update deployment set recovered_at = business_now() where recovered_at is null"),
  );
}

type Facts = { made: string; audit: number; server: string | null; here: string | null; pending: boolean };

async function factsOf(owner: pg.Client): Promise<Facts> {
  const { rows } = await owner.query<Facts & { audit: string }>(
    `select extract(epoch from created_at)::text as made, (select coalesce(max(seq), 0) from audit)::text as audit,
      server, restored_at is not null and recovered_at is null as pending from deployment`,
  );
  const [row] = rows;
  if (!row) throw new SetupFault("The database is not stamped with a mode yet.");
  return { ...row, audit: Number(row.audit), here: await serverOf(owner) };
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

const begin = async (owner: pg.Client): Promise<unknown> =>
  owner.query(
    "update deployment set epoch = epoch + 1, server = $1, restored_at = business_now(), restored_clock = now(), recovered_at = null",
    [await serverOf(owner)],
  );

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

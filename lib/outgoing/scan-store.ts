import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./custody.sql.ts";

/** A scan that one process waits for, until its lease ends. */
export type HeldScan = { id: string; lease: string };
export type ScanRow = RowOf<typeof sql.latestScans>;

export async function scriptsToScan(db: Db, network: UtxoNetwork): Promise<string[]> {
  return (await sql.scriptsToScan(db, { network })).map(({ script }) => script);
}

/** Notes that a network is to be scanned; false where one waits or runs. */
export async function insertScan(db: Db, id: string, network: UtxoNetwork, askedBy: string): Promise<boolean> {
  return (await sql.insertScan(db, { id, network, askedBy })) === 1;
}

export async function isScanDue(db: Db, network: UtxoNetwork): Promise<boolean> {
  return (await sql.isScanDue(db, { network }))[0]?.due ?? false;
}

export async function takeScan(
  db: Db,
  network: UtxoNetwork,
  lease: string,
  leaseMs: number,
): Promise<HeldScan | undefined> {
  const [row] = await sql.takeScan(db, { network, lease, leaseMs });
  return row && { id: row.id, lease };
}

/** Keeps the lease; undefined where it was lost, else whether a person wants the scan to end. */
export async function holdScan(
  db: Db,
  held: HeldScan,
  facts: { leaseMs: number; progress: number },
): Promise<boolean | undefined> {
  return (await sql.holdScan(db, { ...held, ...facts }))[0]?.abort;
}

export async function finishScan(
  db: Db,
  held: HeldScan,
  found: { scripts: number; height: number; unknown: number },
): Promise<boolean> {
  return (await sql.finishScan(db, { ...held, ...found })) === 1;
}

export async function breakScan(
  db: Db,
  held: HeldScan,
  ended: { status: "ABORTED" | "FAILED"; fault: string },
): Promise<boolean> {
  return (await sql.breakScan(db, { ...held, ...ended })) === 1;
}

export async function giveBackScan(db: Db, held: HeldScan): Promise<void> {
  await sql.giveBackScan(db, held);
}

/** Scans whose process is gone. */
export async function abandonedScans(db: Db): Promise<(HeldScan & { network: UtxoNetwork })[]> {
  return sql.abandonedScans(db);
}

/** False where none waits or runs. */
export async function abortScan(db: Db, network: UtxoNetwork, by: string): Promise<boolean> {
  return (await sql.abortScan(db, { network, by })).length > 0;
}

/** The last scan of each network. */
export const latestScans = (db: Db): Promise<ScanRow[]> => sql.latestScans(db);

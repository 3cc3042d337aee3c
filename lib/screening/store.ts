import type { Db } from "#lib/kernel/database.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { OfacList } from "./read-ofac.ts";
import * as sql from "./screening.sql.ts";

export type NewList = OfacList & { id: string; sha256: string; importedBy: string };

export async function insertList(
  db: Db,
  { id, publishedOn, sha256, entries, importedBy, addresses }: NewList,
): Promise<void> {
  await sql.insertList(db, { id, publishedOn, sha256, entries, importedBy });
  await sql.insertAddresses(db, {
    listId: id,
    networks: addresses.map(({ network }) => network),
    addresses: addresses.map(({ address }) => address),
    entries: addresses.map(({ entry }) => entry),
    names: addresses.map(({ name }) => name),
    programs: addresses.map(({ programs }) => programs),
  });
}

/** The list that counts; undefined before the first import. */
export async function latestList(db: Db) {
  const [row] = await sql.latestList(db);
  return row;
}

/** The list on which an address stands now, if it does; it is given as it is compared. */
export async function findSanctioned(db: Db, network: Network, address: string): Promise<string | undefined> {
  const [row] = await sql.findSanctioned(db, { network, address });
  return row?.list_id;
}

export type Found = { listId: string; network: Network; address: string; depositIds: readonly string[] };

/** Writes down whose sender was found; once for each deposit. Answers how many were new. */
export async function insertHits(db: Db, { listId, network, address, depositIds }: Found): Promise<number> {
  return sql.insertHits(db, { listId, network, address, depositIds: [...depositIds] });
}

/** Senders of all deposits, page after page by their ids. */
export const sendersAfter = (db: Db, after: string, limit: number) => sql.sendersAfter(db, { after, limit });

export const listHits = (db: Db, limit: number) => sql.listHits(db, { limit });

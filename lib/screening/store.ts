import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { type Network, NETWORKS } from "#lib/kernel/assets.ts";
import type { OfacList } from "./read-ofac.ts";
import * as sql from "./screening.sql.ts";

export type NewList = OfacList & { id: string; sha256: string; importedBy: string };

/** The list and its addresses; `importedAt` is the business clock's. */
export async function insertList(
  db: Db,
  { id, publishedOn, sha256, entries, importedBy, addresses }: NewList,
): Promise<void> {
  await db.sanctionsList.create({ data: { id, source: "OFAC SDN", publishedOn, sha256, entries, importedBy } });
  await db.sanctionedAddress.createMany({ data: addresses.map((one) => ({ listId: id, ...one })) });
}

/** The list that counts; undefined before the first import. */
export async function latestList(db: Db) {
  const [row] = await sql.latestList(db);
  return row;
}

/** The list on which an address stands now, if it does; it is given as it is compared. */
export async function findSanctioned(db: Db, network: Network, address: string): Promise<string | undefined> {
  const newest = await db.sanctionsList.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  if (!newest) return undefined;
  const found = await db.sanctionedAddress.findUnique({
    where: { listId_network_address: { listId: newest.id, network, address } },
    select: { listId: true },
  });
  return found?.listId;
}

export type Found = { listId: string; network: Network; address: string; depositIds: readonly string[] };

/** Writes down whose sender was found; once for each deposit. Answers how many were new. */
export async function insertHits(db: Db, { listId, network, address, depositIds }: Found): Promise<number> {
  return sql.insertHits(db, { listId, network, address, depositIds: [...depositIds] });
}

/** Senders of all deposits, page after page by their ids. */
export async function sendersAfter(db: Db, after: string, limit: number) {
  const rows = await db.deposit.findMany({
    where: { sourceAddress: { not: null }, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, network: true, sourceAddress: true },
  });
  return rows.map(({ id, network, sourceAddress }) => ({
    id,
    network: wordFrom(NETWORKS, network),
    sourceAddress: sourceAddress ?? "",
  }));
}

export const listHits = (db: Db, limit: number) => sql.listHits(db, { limit });

import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { batchedReads } from "#lib/kernel/batch.ts";
import { must } from "#lib/kernel/errors.ts";
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

/** The addresses of one network that stand on the newest list, and on which that is; they are given as they are compared. */
export const findSanctioned = batchedReads(
  async (db: Db, asks: readonly { network: Network; addresses: readonly string[] }[]): Promise<Sanctioned[][]> => {
    const all = asks.flatMap(({ network, addresses }, ask) => addresses.map((address) => ({ ask, network, address })));
    if (all.length === 0) return asks.map(() => []);
    const rows = await sql.findSanctioned(db, {
      networks: all.map(({ network }) => network),
      addresses: all.map(({ address }) => address),
    });
    const found = Map.groupBy(rows, ({ nth }) => all[Number(nth) - 1]?.ask);
    return asks.map((_, ask) => (found.get(ask) ?? []).map(({ listId, address }) => ({ listId, address })));
  },
);

export type Sanctioned = { listId: string; address: string };

export type ListedAddress = { listId: string; network: Network; address: string; depositIds: readonly string[] };

/** Writes down whose sender was found; once for each deposit. Answers how many were new. */
export async function insertHits(db: Db, { listId, network, address, depositIds }: ListedAddress): Promise<number> {
  return sql.insertHits(db, { listId, network, address, depositIds: [...depositIds] });
}

/** Who paid a deposit, where its transaction was read for that. */
export const sendersOf = batchedReads(async (db: Db, depositIds: readonly string[]): Promise<string[][]> => {
  const senders = Map.groupBy(await sql.sendersOf(db, { depositIds }), ({ depositId }) => depositId);
  return depositIds.map((id) => (senders.get(id) ?? []).map(({ address }) => address));
});

/** Senders of all deposits, page after page by their ids. */
export async function sendersAfter(db: Db, after: string, limit: number) {
  const rows = await db.deposit.findMany({
    where: { id: { gt: after }, OR: [{ sourceAddress: { not: null } }, { senders: { some: {} } }] },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, network: true, sourceAddress: true, senders: { select: { address: true } } },
  });
  return rows.map(({ id, network, sourceAddress, senders }) => ({
    id,
    network: wordFrom(NETWORKS, network),
    addresses: [...(sourceAddress === null ? [] : [sourceAddress]), ...senders.map(({ address }) => address)],
  }));
}

/** Deposits since then of which no node told who paid; of those that are confirmed also what no node was asked for yet. */
export async function countUntold(db: Db, since: Date): Promise<number> {
  const [row] = await sql.countUntold(db, { since });
  return row?.untold ?? 0;
}

export const listHits = (db: Db, limit: number) => sql.listHits(db, { limit });

/** The digest of a list's addresses as they were taken into use, by which the check knows them again. */
export const digestOfList = async (db: Db, listId: string): Promise<string> => {
  const [row] = await sql.digestOfList(db, { listId });
  must(row, "a digest is one row");
  return row.digest;
};

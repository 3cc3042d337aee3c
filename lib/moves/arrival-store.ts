import { type Asset, type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";

const SHOWN = { id: true, moveId: true, txHash: true, outputIndex: true, blockHash: true } as const;
const BROUGHT = { ...SHOWN, script: true, asset: true, units: true } as const;

export type ArrivalRow = Prisma.MoveArrivalGetPayload<{ select: typeof SHOWN }>;
/** With what it has brought. */
export type KnownArrival = ReturnType<typeof knownOf>;
type Block = { height: number; hash: string } | undefined;

const knownOf = ({ units, ...row }: Prisma.MoveArrivalGetPayload<{ select: typeof BROUGHT }>) => ({
  ...row,
  units: unitsFrom(units),
});

/** Arrivals that no block holds, or this one. */
export async function arrivalsFor(db: Db, network: Network, blockHash: string | undefined): Promise<KnownArrival[]> {
  const OR = [{ blockHash: null }, ...(blockHash === undefined ? [] : [{ blockHash }])];
  const rows = await db.moveArrival.findMany({
    select: BROUGHT,
    where: { network, OR, voidedAt: null },
    orderBy: { id: "asc" },
  });
  return rows.map(knownOf);
}

export const arrivalsOf = (db: Db, network: Network, hashes: readonly string[]): Promise<ArrivalRow[]> =>
  db.moveArrival.findMany({ select: SHOWN, where: { network, txHash: { in: [...hashes] }, voidedAt: null } });

/** Of these transactions the outputs that are no move's by a resolution. */
export const voidedArrivals = (db: Db, network: Network, hashes: readonly string[]): Promise<ArrivalRow[]> =>
  db.moveArrival.findMany({ select: SHOWN, where: { network, txHash: { in: [...hashes] }, voidedAt: { not: null } } });

/** The output in a block that a move arrived by, and where it stands. */
export async function arrivalOf(
  db: Db,
  moveId: string,
): Promise<{ id: string; network: Network; height: number } | undefined> {
  const row = await db.moveArrival.findFirst({
    select: { id: true, network: true, blockHeight: true },
    where: { moveId, blockHeight: { not: null } },
  });
  if (!row) return undefined;
  return { id: row.id, network: wordFrom(NETWORKS, row.network), height: Number(row.blockHeight) };
}

/** It is no move's from now on, wherever it is read again. */
export async function voidArrival(db: Db, id: string, at: Date): Promise<void> {
  await db.moveArrival.update({ select: { id: true }, where: { id }, data: { ...placed(undefined), voidedAt: at } });
}

export const arrivalsIn = (db: Db, network: Network, blockHash: string): Promise<ArrivalRow[]> =>
  db.moveArrival.findMany({ select: SHOWN, where: { network, blockHash }, orderBy: { id: "asc" } });

type NewArrival = Omit<ArrivalRow, "blockHash"> & {
  network: Network;
  script: string;
  asset: Asset;
  units: bigint;
  maturity: number | undefined;
  spends: readonly string[] | undefined;
  seenAt: Date;
};

export async function insertArrival(
  db: Db,
  { units, maturity, spends = [], ...made }: NewArrival,
  block: Block,
): Promise<void> {
  await db.moveArrival.create({
    data: { ...made, units: units.toString(), maturity: maturity ?? null, spends: [...spends], ...placed(block) },
  });
}

export async function placeArrival(db: Db, id: string, block: Block): Promise<void> {
  const { count } = await db.moveArrival.updateMany({ where: { id }, data: placed(block) });
  must(count === 1, "an arrival that is placed is there");
}

const placed = (block: Block) => ({ blockHeight: block?.height ?? null, blockHash: block?.hash ?? null });

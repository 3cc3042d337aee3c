import type { Asset, Network } from "#lib/kernel/assets.ts";
import { type Db, type Prisma, unitsFrom } from "#lib/kernel/database.ts";
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
  const rows = await db.moveArrival.findMany({ select: BROUGHT, where: { network, OR }, orderBy: { id: "asc" } });
  return rows.map(knownOf);
}

export const arrivalsOf = (db: Db, network: Network, hashes: readonly string[]): Promise<ArrivalRow[]> =>
  db.moveArrival.findMany({ select: SHOWN, where: { network, txHash: { in: [...hashes] } } });

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

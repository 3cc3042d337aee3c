import type { Asset, Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";

export type ArrivalRow = {
  id: string;
  moveId: string;
  txHash: string;
  outputIndex: number;
  blockHash: string | null;
};
/** With what it has brought. */
export type KnownArrival = ArrivalRow & { script: string; asset: string; units: bigint };
type Block = { height: number; hash: string } | undefined;

const SHOWN = { id: true, moveId: true, txHash: true, outputIndex: true, blockHash: true } as const;

/** Arrivals that no block holds, or this one. */
export async function arrivalsFor(db: Db, network: Network, blockHash: string | undefined): Promise<KnownArrival[]> {
  const OR = [{ blockHash: null }, ...(blockHash === undefined ? [] : [{ blockHash }])];
  const select = { ...SHOWN, script: true, asset: true, units: true } as const;
  const rows = await db.moveArrival.findMany({ select, where: { network, OR }, orderBy: { id: "asc" } });
  return rows.map((row) => ({ ...row, units: unitsFrom(row.units) }));
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

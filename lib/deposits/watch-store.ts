import type { Transfer } from "#lib/chains/chain.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import { CRYPTO_ASSETS, type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { depositOf, type DepositRow } from "./store.ts";
import * as sql from "./watch.sql.ts";

/** Where a watched script leads: the bill it was handed out for, absent where none is known. */
export type Watched = ReturnType<typeof watchedOf>;

const watchedOf = ({ script, network, address, bill_id }: RowOf<typeof sql.findWatched>) => ({
  script,
  network: wordFrom(NETWORKS, network),
  address,
  billId: bill_id ?? undefined,
});

/**
 * The bills behind scripts seen on a network, its own address before a sibling's: bitcoin and bitcoincash
 * share their keys, and so do eth and tron, so the same key can receive on either (rulebook 7.12). One look into the index for each
 * script: left to itself the planner would rather read all addresses there are than look up the thousands of a block.
 */
export async function findWatched(db: Db, network: Network, scripts: readonly string[]): Promise<Map<string, Watched>> {
  if (scripts.length === 0) return new Map();
  const rows = await sql.findWatched(db, { scripts: [...new Set(scripts)].join(","), network });
  return new Map(rows.map((row) => [row.script, watchedOf(row)]));
}

/** Outputs, column by column. */
const columnsOf = (outputs: readonly Transfer[]) => ({
  txHashes: outputs.map(({ txHash }) => txHash),
  outputIndexes: outputs.map(({ outputIndex }) => outputIndex),
  scripts: outputs.map(({ script }) => script),
  assets: outputs.map(({ asset }) => asset),
  units: outputs.map(({ units }) => units),
});

/** The deposit that an output is, under its row lock. */
export const findDeposit = batchedReads(
  async (db: Db, outputs: readonly { network: Network; transfer: Transfer }[]): Promise<(DepositRow | undefined)[]> => {
    const rows = await sql.findDeposit(db, {
      networks: outputs.map(({ network }) => network),
      ...columnsOf(outputs.map(({ transfer }) => transfer)),
    });
    const found = new Map(rows.map((row) => [Number(row.nth), depositOf(row)]));
    return outputs.map((_, at) => found.get(at + 1));
  },
);

/** The block that holds a payment. */
export type InBlock = { height: number; hash: string; time: Date };

export type NewDeposit = {
  id: string;
  billId: string;
  accountId: string;
  transfer: Transfer;
  network: Network;
  wrongAsset: boolean;
  dust: boolean;
  confirmationsRequired: number;
  block: InBlock | undefined;
};

export const insertDeposit = batchedWrites(async (db: Db, sightings: readonly NewDeposit[]) => {
  const rows = sightings.map(({ transfer, block, ...lookup }) => ({
    ...lookup,
    ...transfer,
    units: transfer.units.toString(),
    height: block?.height,
    hash: block?.hash,
    time: block?.time,
    position: block && transfer.position,
    feeRate: transfer.fee?.rate?.toString(),
    feeEstimate: transfer.fee?.estimate?.toString(),
    replaceable: transfer.fee?.replaceable,
  }));
  await sql.insertDeposit(db, { rows: JSON.stringify(rows) });
});

/** Where a known deposit stands now: in a block, or, with none, back in the mempool. */
export type Placed = { id: string; block: (InBlock & { position: number }) | undefined };

/** Its first sighting never moves later, but for a thin fee once, into its block. */
export const placeDeposit = batchedWrites(async (db: Db, placed: readonly Placed[]) => {
  const rows = placed.map(({ id, block }) => ({
    id,
    height: block?.height,
    hash: block?.hash,
    time: block?.time,
    position: block?.position,
  }));
  await sql.placeDeposit(db, { rows: JSON.stringify(rows) });
});

export async function depositsInBlock(db: Db, network: Network, hash: string): Promise<DepositRow[]> {
  const rows = await sql.depositsInBlock(db, { network, hash });
  return rows.map(depositOf);
}

const UNPLACED_KINDS = ["DEPOSIT", "REVERSED", "STRAY", "OUTGOING", "GONE"] as const;

/** What no block holds: it may have been replaced, double-spent or evicted. */
export type Unplaced = {
  kind: (typeof UNPLACED_KINDS)[number];
  id: string;
  txHash: string;
  spends: readonly string[];
  /** Of what a bill has. */
  deposit: PaidOtherwise | undefined;
};

/** Reversed deposits of which a node is asked at each look, the last ones. */
const MOST_REVERSED = 20;

/**
 * All that no block holds. Of deposits that went with their block another transaction may have spent the coins since, and
 * then they come back no more.
 */
export async function unplaced(db: Db, network: Network): Promise<Unplaced[]> {
  const rows = await sql.unplaced(db, { network, mostReversed: MOST_REVERSED });
  return rows.map(({ kind, id, txHash, spends, billId, asset, units }) => ({
    kind: wordFrom(UNPLACED_KINDS, kind),
    id,
    txHash,
    spends,
    deposit:
      billId && asset && units
        ? { id, billId, asset: wordFrom(CRYPTO_ASSETS, asset), units: unitsFrom(units) }
        : undefined,
  }));
}

export type PaidOtherwise = Pick<DepositRow, "id" | "billId" | "asset" | "units">;

/** What the transactions of these outputs paid in a block that is gone, and do not pay in this one. */
export async function paidOtherwise(db: Db, network: Network, outputs: readonly Transfer[]): Promise<PaidOtherwise[]> {
  const rows = await sql.paidOtherwise(db, { network, ...columnsOf(outputs) });
  return rows.map((row) => ({ ...row, units: unitsFrom(row.units) }));
}

/** Which of these outputs we already hold as standing deposits. */
export async function knownOutputs(db: Db, network: Network, txHashes: readonly string[]): Promise<Set<string>> {
  if (txHashes.length === 0) return new Set();
  return namesOf(await sql.knownOutputs(db, { network, txHashes }));
}

/** Which outputs of these transactions came for a bill, or for none, whatever has become of them. */
export async function outputsEverKnown(db: Db, network: Network, txHashes: readonly string[]): Promise<Set<string>> {
  if (txHashes.length === 0) return new Set();
  return namesOf(await sql.outputsEverKnown(db, { network, txHashes }));
}

const namesOf = (rows: readonly { tx_hash: string | null; output_index: number | null }[]): Set<string> =>
  new Set(rows.map((row) => `${row.tx_hash}:${row.output_index}`));

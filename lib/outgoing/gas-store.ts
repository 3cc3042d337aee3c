import type { Cost } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./gas.sql.ts";
import type { BlockRef } from "./store.ts";

export type GasKind = "SENT" | "RECEIVED" | "OPENING" | "FOUND";

/** A transaction of an account of ours, or one that brings it the coin; values in the chain's own unit. */
export type GasSeen = {
  txHash: string;
  kind: GasKind;
  script: string;
  /** The account at its other end, and whether that is ours too. */
  counter: string | undefined;
  own: boolean;
  /** The approved move that it carries out. */
  moveId?: string | undefined;
  valueWei: bigint;
};

/** One transaction once, where it stands now. Answers whether it is new. */
export async function upsertGas(
  db: Db,
  id: string,
  network: Network,
  seen: GasSeen,
  block: BlockRef,
): Promise<boolean> {
  const { valueWei: value, ...of } = seen;
  const [row] = await sql.recordGas(db, { id, network, value, ...of, ...block });
  return row?.isNew ?? false;
}

/**
 * What lay on an account, was found there, or is gone from it by no transaction of its own, at a block; told by the node
 * itself. Answers whether it is new.
 */
export async function insertFound(
  db: Db,
  id: string,
  network: Network,
  found: { kind: Exclude<GasKind, "RECEIVED">; script: string; wei: bigint },
  { height, hash }: BlockRef,
): Promise<boolean> {
  const [row] = await sql.insertFound(db, { id, network, txHash: `${hash}-${found.script}`, ...found, height, hash });
  return row?.isNew ?? false;
}

/** What the code of a contract gave to an account of ours, or took from one. */
export type MovedByCode = {
  /** The transaction that ran the code, and this one of its calls. */
  txHash: string;
  name: string;
  kind: Extract<GasKind, "SENT" | "RECEIVED">;
  script: string;
  counter: string;
  own: boolean;
  moveId: string | undefined;
  wei: bigint;
};

/** One call once, where it stands now. Answers nothing where it stands there already. */
export async function insertByCode(
  db: Db,
  id: string,
  network: Network,
  moved: MovedByCode,
  { height, hash }: BlockRef,
): Promise<RowOf<typeof sql.insertByCode> | undefined> {
  return (await sql.insertByCode(db, { id, network, ...moved, height, hash }))[0];
}

/** What has come to an account, or gone, by block; `byNode`: all that the node had there, by no transaction. */
export type GasStep = ReturnType<typeof stepOf>;

const stepOf = (row: RowOf<typeof sql.gasHistory>) => ({ ...row, height: Number(row.height), wei: unitsFrom(row.wei) });

export async function gasHistory(db: Db, network: Network, scripts: readonly string[]): Promise<GasStep[]> {
  return (await sql.gasHistory(db, { network, scripts })).map(stepOf);
}

/** Accounts of ours one after the other, behind the last that was asked for. */
export async function accountsInTurn(db: Db, network: Network, after: string, limit: number): Promise<string[]> {
  const where = { network, script: { gt: after } };
  const rows = await db.depositAddress.findMany({
    select: { script: true },
    where,
    orderBy: { script: "asc" },
    take: limit,
  });
  return rows.map(({ script }) => script);
}

/** Whether the house has looked once, and nothing in blocks waits to be weighed. */
export async function isGasReady(db: Db, network: Network): Promise<RowOf<typeof sql.isGasReady>> {
  const [row] = await sql.isGasReady(db, { network });
  return { opened: row?.opened ?? false, weighed: row?.weighed ?? false };
}

export async function unplaceGasRows(db: Db, network: Network, blockHash: string): Promise<void> {
  await db.gasPayment.updateMany({ where: { network, blockHash }, data: { blockHeight: null, blockHash: null } });
}

export type Unweighed = ReturnType<typeof unweighedOf>;

const unweighedOf = (row: RowOf<typeof sql.unweighedGas>) => ({ ...row, valueWei: unitsFrom(row.valueWei) });

/** Those in a block of which the node has not told what they cost. */
export async function unweighedGas(db: Db, network: Network, limit: number): Promise<Unweighed[]> {
  return (await sql.unweighedGas(db, { network, limit })).map(unweighedOf);
}

/** False when another block has it by now. */
export async function writeCost(db: Db, id: string, { wei, carriedWei, blockHash }: Cost): Promise<boolean> {
  return (await sql.writeCost(db, { id, fee: wei, moved: carriedWei, hash: blockHash })) === 1;
}

export const gasToBook = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.gasToBook(db, { limit })).map(({ id }) => id);

export type GasRow = ReturnType<typeof gasOf>;

const gasOf = (row: RowOf<typeof sql.lockGas>, id: string) => ({
  ...row,
  id,
  valueWei: unitsFrom(row.valueWei),
  feeWei: unitsFrom(row.feeWei ?? "0"),
  movedWei: unitsFrom(row.movedWei ?? "0"),
});

/** One under its lock. */
export async function lockGas(db: Db, id: string): Promise<GasRow | undefined> {
  const [row] = await sql.lockGas(db, { id });
  return row && gasOf(row, id);
}

/** Those of a block that are in the books: what went before what came. */
export const bookedInBlock = async (db: Db, network: Network, hash: string): Promise<string[]> =>
  (await sql.bookedInBlock(db, { network, hash })).map(({ id }) => id);

/** The last that took of custody. */
export const lastSpent = async (db: Db, network: Network): Promise<string | undefined> =>
  (await sql.lastSpent(db, { network }))[0]?.id;

export async function countGasPosted(db: Db, id: string): Promise<void> {
  await sql.countGasPosted(db, { id });
}

export async function countGasReversed(db: Db, id: string): Promise<void> {
  await sql.countGasReversed(db, { id });
}

/** Those of these moves that a transaction in a block carries out. */
export async function gasOfMoves(db: Db, moveIds: readonly string[]): Promise<Set<string>> {
  const where = { moveId: { in: [...moveIds] }, blockHash: { not: null } };
  const rows = await db.gasPayment.findMany({ select: { moveId: true }, where });
  return new Set(rows.flatMap(({ moveId }) => moveId ?? []));
}

/** The move is not waited for any more: nobody has approved this one. */
export async function voidGasClaim(db: Db, id: string): Promise<void> {
  await db.gasPayment.updateMany({ where: { id }, data: { moveId: null } });
}

/** A person has said which move it was. */
export async function linkGasTo(db: Db, id: string, moveId: string): Promise<void> {
  await db.gasPayment.update({ where: { id }, data: { moveId } });
}

/** What accounts should have by what has come and gone, in the chain's own unit. */
export async function gasDue(db: Db, network: Network): Promise<Map<string, bigint>> {
  return new Map((await sql.gasDue(db, { network })).map(({ script, wei }) => [script, unitsFrom(wei)]));
}

/** Accounts that should have most of the coin, the Safes first, with what they should have. */
export async function gasAtStake(db: Db, network: Network, limit: number): Promise<Map<string, bigint>> {
  const rows = await sql.gasAtStake(db, { network, limit });
  return new Map(rows.map(({ script, wei }) => [script, unitsFrom(wei)]));
}

/** Accounts whose opening went with its block. */
export const lostOpenings = async (db: Db, network: Network): Promise<Set<string>> =>
  new Set((await sql.lostOpenings(db, { network })).map(({ script }) => script));

/**
 * What the books hold and what waits for them in units, the exact rest beside both in the chain's own unit, how many
 * transactions are not weighed, and whether the house has looked before.
 */
export async function bookedGas(db: Db, network: Network) {
  const [row] = await sql.bookedGas(db, { network });
  return {
    ledger: unitsFrom(row?.ledger ?? "0"),
    waiting: unitsFrom(row?.waiting ?? "0"),
    rest: unitsFrom(row?.rest ?? "0"),
    unweighed: Number(row?.unweighed ?? 0),
    opened: row?.opened ?? false,
  };
}

/** Whether something waits that what lies there unseen may pay for; not more often than every ten minutes. */
export const isGasLookDue = async (db: Db, network: Network): Promise<boolean> =>
  (await sql.gasLookDue(db, { network }))[0]?.due ?? false;

/** The block the chain stands at, which stays so until the transaction ends. */
export const holdCursor = async (db: Db, network: Network): Promise<string | undefined> =>
  (await sql.holdCursor(db, { network }))[0]?.hash;

import { valuesOf } from "#lib/contract/filters.ts";
import type { PreparedFilter } from "./filters.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { CUSTODY_ASSETS, type CryptoAsset, type CustodyAsset, type Network } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import {
  OUTPUT_KINDS,
  PREPARED_STATES,
  type PreparedState,
  SIGNED_NETWORKS,
  type SignedNetwork,
} from "./prepared-states.ts";
import * as ended from "./ended.sql.ts";
import * as sql from "./signing.sql.ts";
import type { Coin } from "./utxo-plan.ts";

/** An output of ours in a block and in the books, that nothing spends yet, and where its key stands. */
export type OwnCoin = Coin & { walletId: string; branch: 0 | 1; keyIndex: number; blockHash: string };
export type SigningWallet = RowOf<typeof sql.walletsOf>;

/** Preparations on one network follow one another: two at once would take the same coins. */
export async function lockNetwork(db: Db, network: Network): Promise<void> {
  await sql.lockNetwork(db, { network });
}

/** What may be spent, greatest first; coins of held and declined deposits only where a payout gives them back. */
export async function spendableCoins(
  db: Db,
  { network, asset, payoutIds }: { network: Network; asset: CryptoAsset; payoutIds: readonly string[] },
): Promise<OwnCoin[]> {
  const rows = await sql.spendableCoins(db, { network, asset, payoutIds });
  return rows.map(({ units, branch, keyIndex, ...row }) => ({
    ...row,
    units: unitsFrom(units),
    branch: branch === 1 ? 1 : 0,
    keyIndex: Number(keyIndex),
  }));
}

/** An input of a transaction that was cancelled unsigned and may still be sent by a holder of its file. */
export type CancelledInput = ReturnType<typeof cancelledOf>;

const cancelledOf = (row: RowOf<typeof sql.cancelledInputs>) => ({ ...row, sourceIndex: Number(row.sourceIndex) });

/**
 * Those of what was prepared for some payouts and moves before (`same`), or for what is over at the same places, by transaction,
 * the greatest first.
 */
export async function cancelledInputs(
  db: Db,
  network: Network,
  objectIds: readonly string[],
  scripts: readonly string[] = [],
): Promise<CancelledInput[][]> {
  const rows = await sql.cancelledInputs(db, { network, objectIds, scripts });
  return [...Map.groupBy(rows.map(cancelledOf), ({ preparedId }) => preparedId).values()];
}

/** Wallets of a network, those in use first, the house's before an account's. */
export const walletsOf = (db: Db, network: Network): Promise<SigningWallet[]> => sql.walletsOf(db, { network });

export type ChangePlace = { keyIndex: number; script: string; address: string };

/** The next address of a wallet that change may go to. */
export async function nextChange(db: Db, walletId: string): Promise<ChangePlace | undefined> {
  const [row] = await sql.nextChange(db, { walletId });
  return row && { keyIndex: Number(row.index), script: row.script, address: row.address };
}

export type PreparedInputRow = ReturnType<typeof inputOf>;
export type PreparedOutputRow = ReturnType<typeof outputOf>;

const inputOf = (input: Stored["inputs"][number]) => ({
  sourceHash: input.sourceHash,
  sourceIndex: Number(input.sourceIndex),
  units: unitsFrom(input.units),
  script: input.script,
  branch: input.branch === 1 ? (1 as const) : (0 as const),
  keyIndex: Number(input.keyIndex),
  sequence: Number(input.sequence),
});

const outputOf = (output: Stored["outputs"][number]) => ({
  n: output.n,
  kind: wordFrom(OUTPUT_KINDS, output.kind),
  objectId: output.objectId ?? undefined,
  units: unitsFrom(output.units),
  script: output.script,
  address: output.address,
  keyIndex: output.keyIndex === null ? undefined : Number(output.keyIndex),
});

export type NewPrepared = {
  id: string;
  network: SignedNetwork;
  asset: CustodyAsset;
  walletId: string;
  familyId: string;
  replacesId: string | undefined;
  feeUnits: bigint;
  feeRate: Decimal;
  gasMissing?: bigint;
  /** What the fee pays for an account that tron does not know yet. */
  activationUnits?: bigint;
  size: number;
  /** Bytes of bandwidth, and until when a block takes it; on tron alone. */
  bandwidth?: number;
  expiresAt?: Date;
  safeTxHash?: string;
  unsigned: string;
  content: string;
  madeBy: string;
  inputs: readonly PreparedInputRow[];
  outputs: readonly Omit<PreparedOutputRow, "n">[];
};

/** Its parts come first: the database takes none once it is there. */
export async function insertPrepared(
  db: Db,
  { inputs, outputs, feeUnits, feeRate, gasMissing = 0n, activationUnits = 0n, ...made }: NewPrepared,
): Promise<void> {
  const held = made.replacesId === undefined;
  await sql.insertInputs(db, {
    id: made.id,
    network: made.network,
    asset: made.asset,
    sequence: BigInt(inputs[0]?.sequence ?? 0),
    held,
    hashes: inputs.map(({ sourceHash }) => sourceHash),
    indexes: inputs.map(({ sourceIndex }) => BigInt(sourceIndex)),
    units: inputs.map(({ units }) => units),
    scripts: inputs.map(({ script }) => script),
    branches: inputs.map(({ branch }) => branch),
    keys: inputs.map(({ keyIndex }) => BigInt(keyIndex)),
  });
  await db.preparedOutput.createMany({
    data: outputs.map(({ objectId, keyIndex, units, ...output }, n) => ({
      ...output,
      n,
      preparedId: made.id,
      objectId: objectId ?? null,
      keyIndex: keyIndex === undefined ? null : BigInt(keyIndex),
      units: units.toString(),
      held,
    })),
  });
  await db.preparedTransaction.create({
    select: { id: true },
    data: {
      ...made,
      status: "PREPARED",
      replacesId: made.replacesId ?? null,
      feeUnits: feeUnits.toString(),
      feeRate: feeRate.toString(),
      gasMissing: gasMissing.toString(),
      activationUnits: activationUnits.toString(),
    },
  });
}

const WHOLE = {
  inputs: { orderBy: { n: "asc" } },
  outputs: { orderBy: { n: "asc" } },
  wallet: { select: { xpub: true, path: true, fingerprint: true, masterFingerprint: true } },
  replaced: { select: { id: true }, where: { status: { not: "CANCELLED" } } },
} satisfies Prisma.PreparedTransactionInclude;

type Stored = Prisma.PreparedTransactionGetPayload<{ include: typeof WHOLE }>;

export type PreparedRow = ReturnType<typeof rowOf>;

function rowOf({ replaced, ...row }: Stored) {
  return {
    ...row,
    network: wordFrom(SIGNED_NETWORKS, row.network),
    asset: wordFrom(CUSTODY_ASSETS, row.asset),
    status: wordFrom(PREPARED_STATES, row.status),
    replacesId: row.replacesId ?? undefined,
    replacedById: replaced[0]?.id,
    feeUnits: unitsFrom(row.feeUnits),
    feeRate: decimalFrom(row.feeRate),
    gasMissing: unitsFrom(row.gasMissing),
    activationUnits: unitsFrom(row.activationUnits),
    bandwidth: row.bandwidth ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    safeTxHash: row.safeTxHash ?? undefined,
    signed: row.signed ?? undefined,
    txHash: row.txHash ?? undefined,
    signedBy: row.signedBy ?? undefined,
    signedAt: row.signedAt ?? undefined,
    sentBy: row.sentBy ?? undefined,
    sentAt: row.sentAt ?? undefined,
    fault: row.fault ?? undefined,
    faultAt: row.faultAt ?? undefined,
    reason: row.reason ?? undefined,
    endedAt: row.endedAt ?? undefined,
    inputs: row.inputs.map(inputOf),
    outputs: row.outputs.map(outputOf),
  };
}

export async function findPrepared(db: Db, id: string): Promise<PreparedRow | undefined> {
  const row = await db.preparedTransaction.findUnique({ where: { id }, include: WHOLE });
  return row ? rowOf(row) : undefined;
}

/** The same, held with all that spend the same until the transaction ends. */
export async function lockPrepared(db: Db, id: string): Promise<PreparedRow | undefined> {
  const row = await db.preparedTransaction.findUnique({ where: { id }, select: { familyId: true } });
  if (!row) return undefined;
  await sql.lockFamily(db, { familyId: row.familyId });
  return findPrepared(db, id);
}

/** All that spend the same, held until the transaction ends, the first of them first. */
export async function lockFamily(db: Db, familyId: string): Promise<PreparedRow[]> {
  await sql.lockFamily(db, { familyId });
  const rows = await db.preparedTransaction.findMany({ where: { familyId }, include: WHOLE, orderBy: { id: "asc" } });
  return rows.map(rowOf);
}

export async function listPreparedRows(
  db: Db,
  query: PreparedFilter & { before: string | undefined; limit: number },
): Promise<PreparedRow[]> {
  const { status, objectId, before, limit } = query;
  const rows = await db.preparedTransaction.findMany({
    where: {
      ...(status && { status: { in: [...valuesOf(status)] } }),
      ...(objectId && { outputs: { some: { objectId } } }),
      ...(before && { id: { lt: before } }),
    },
    include: WHOLE,
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(rowOf);
}

/** What came back from the signer, from now on what is sent. */
export async function signPrepared(
  db: Db,
  signed: { id: string; signed: string; txHash: string; by: string },
): Promise<void> {
  await sql.signPrepared(db, signed);
}

/** To be given to the node from now on. */
export async function askToSend(db: Db, id: string, by: string): Promise<void> {
  await sql.askToSend(db, { id, by });
}

type End = { id: string; status: PreparedState; by: string; reason: string | undefined };

/** One of a family ends; once none of it may be sent any more, what it kept is free. */
export async function endPrepared(db: Db, familyId: string, end: End): Promise<void> {
  await sql.endPrepared(db, end);
  const live = await db.preparedTransaction.count({
    where: { familyId, status: { in: ["PREPARED", "SIGNED", "BROADCAST"] } },
  });
  if (live > 0) return;
  const ofFirst = { where: { preparedId: familyId, held: true }, data: { held: false } };
  await db.preparedInput.updateMany(ofFirst);
  await db.preparedOutput.updateMany(ofFirst);
}

/** Whether one of these payouts and moves was asked for before the database was restored. */
export const areRequestedBefore = async (
  db: Db,
  payoutIds: readonly string[],
  moveIds: readonly string[],
): Promise<boolean> => (await sql.areRequestedBefore(db, { payoutIds, moveIds })).some(({ before }) => before);

/** Whether one of these may stand in a transaction that was signed in the hours which a restore has lost. */
export const waitForStatement = async (
  db: Db,
  payoutIds: readonly string[],
  moveIds: readonly string[],
): Promise<boolean> => (await sql.mayBeSigned(db, { payoutIds, moveIds })).some(({ may }) => may);

/** Whether it was made before the database was restored, and its network has not told yet what has left since. */
export const preparedBefore = async (db: Db, id: string): Promise<boolean> =>
  (await sql.mayHaveLeft(db, { id })).some(({ may }) => may);

/** Takes the next try of one that is to be sent: a concurrent call finds it taken. */
export async function claimToSend(db: Db, id: string, againSeconds: number) {
  const [row] = await sql.claimToSend(db, { id, againSeconds });
  return (
    row && {
      network: wordFrom(SIGNED_NETWORKS, row.network),
      signed: row.signed,
      txHash: row.txHash,
      fault: row.fault ?? undefined,
    }
  );
}

/** What the node has said last; nothing where it has taken it. */
export async function writeFault(db: Db, id: string, fault: string | undefined): Promise<void> {
  await sql.writeFault(db, { id, fault });
}

/** Those that no block holds and that are due to be given to the node, once more. */
export const preparedToSend = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.preparedToSend(db, { limit })).map(({ id }) => id);

/** By which final transaction it ends, and whether that has taken a coin away from under it (lib/signing/lost-coins.ts). */
export type FamilyEnd = RowOf<typeof ended.familiesToEnd>;

/** Families of which another, or one of their own, has spent what they spend, for good, or what their coins were paid with. */
export const familiesToEnd = (db: Db, limit: number): Promise<FamilyEnd[]> => {
  const { bitcoin: onBitcoin, bitcoincash: onBitcoincash, eth: onEth, tron: onTron } = CONFIRMATIONS;
  return ended.familiesToEnd(db, { limit, onBitcoin, onBitcoincash, onEth, onTron });
};

/** Whether a person whom a final transaction of a family was to pay has not got that by it. */
export async function hasMissed(db: Db, familyId: string, txHash: string): Promise<boolean> {
  const [row] = await ended.hasMissed(db, { familyId, txHash });
  return row?.missed ?? true;
}

/** Those of some payouts that a final transaction was made for, or paid in the place of one that was. */
export const sentFor = async (db: Db, payoutIds: readonly string[], txHash: string): Promise<string[]> =>
  (await ended.sentFor(db, { payoutIds, txHash })).map(({ id }) => id);

export type NumberUse = ReturnType<typeof useOf>;

const useOf = ({ number, height, ...row }: RowOf<typeof ended.numbersToProve>) => ({
  ...row,
  number: Number(number),
  height: Number(height),
});

/** Numbers of accounts that families keep, of which the final chain has grown since they were found unused. */
export const numbersToProve = async (db: Db, limit: number): Promise<NumberUse[]> =>
  (await ended.numbersToProve(db, { limit })).map(useOf);

/** A family's number was not used up to this block. */
export async function noteUnused(db: Db, { familyId, height }: Pick<NumberUse, "familyId" | "height">): Promise<void> {
  await ended.noteUnused(db, { familyId, height: BigInt(height) });
}

/** Whether a token's transfer that a block has tells of a family's number. */
export async function isNumberReported(db: Db, familyId: string): Promise<boolean> {
  const [row] = await ended.isNumberReported(db, { familyId });
  return row?.reported ?? false;
}

export type Expired = RowOf<typeof ended.expiredPrepared>;

/** Those of tron that no block can have any more, and none has. */
export const expiredPrepared = (db: Db, limit: number): Promise<Expired[]> => ended.expiredPrepared(db, { limit });

/** Whether no block can have this one any more, and none has. */
export async function isExpired(db: Db, id: string): Promise<boolean> {
  const [row] = await ended.isExpired(db, { id });
  return row?.expired ?? false;
}

/** The transaction, seen and not gone, that spends what a family keeps. */
export async function spenderOf(db: Db, familyId: string): Promise<string | undefined> {
  const [row] = await ended.spenderOf(db, { familyId });
  return row?.txHash;
}

/** Coins that a block which is gone had lost; with it may have gone what had paid others, which are traced anew. */
export async function findCoins(db: Db, network: Network, lostBlock: string): Promise<void> {
  const data = { lostBy: null, lostHeight: null, lostBlock: null };
  await db.preparedInput.updateMany({ where: { held: true, network, lostBlock }, data });
  await db.preparedInput.updateMany({
    where: { held: true, network, traced: true },
    data: { traced: false, ancestors: [] },
  });
}

/** What had paid a coin that went with its block, as far as blocks that are gone have told. */
export async function noteTraced(
  db: Db,
  { ancestors, ...coin }: { network: Network; sourceHash: string; ancestors: string[] },
): Promise<void> {
  const where = { held: true, lostBy: null, traced: false, ...coin };
  await db.preparedInput.updateMany({ where, data: { traced: true, ancestors } });
}

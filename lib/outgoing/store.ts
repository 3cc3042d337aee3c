import { CRYPTO_ASSETS, type CryptoAsset, type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { type Amount, type Leaving, outputName } from "./leaving.ts";
import * as sql from "./outgoing.sql.ts";
import * as elsewhere from "./paid-elsewhere.sql.ts";
import * as toPost from "./to-post.sql.ts";

export type BlockRef = { height: number; hash: string };
export type ClaimKind = "PAYOUT" | "MOVE" | "RECORDED";
export type OutgoingClaim = { kind: ClaimKind; objectId: string; asset: CryptoAsset; units: bigint };

/** Those of these outputs that came to us, by name. */
export async function ourOutputs(
  db: Db,
  network: Network,
  names: readonly string[],
): Promise<Map<string, { asset: CryptoAsset; units: bigint }>> {
  if (names.length === 0) return new Map();
  const parts = names.map((name) => name.split(":"));
  const rows = await sql.ourOutputs(db, {
    network,
    hashes: parts.map(([hash = ""]) => hash),
    indexes: parts.map(([, index]) => Number(index)),
  });
  return new Map(
    rows.map(({ txHash, outputIndex, asset, units }) => [
      outputName(txHash, outputIndex),
      { asset: wordFrom(CRYPTO_ASSETS, asset), units: unitsFrom(units) },
    ]),
  );
}

export type KnownOutgoing = { id: string; status: string; blockHash: string | undefined };

/** What is written down of these transactions, under their locks; several of one where it has moved something else in another block. */
export async function findOutgoing(
  db: Db,
  network: Network,
  hashes: readonly string[],
): Promise<Map<string, KnownOutgoing[]>> {
  const rows = await sql.findOutgoing(db, { network, hashes });
  const known = rows.map(({ id, tx_hash, status, block_hash }) => ({
    txHash: tx_hash,
    ...{ id, status, blockHash: block_hash ?? undefined },
  }));
  return Map.groupBy(known, ({ txHash }) => txHash);
}

export type NewOutgoing = {
  id: string;
  network: Network;
  /** Its number among what the transaction has moved. */
  variant: number;
  leaving: Leaving;
  amounts: readonly (Amount & { id: string })[];
  claims: readonly OutgoingClaim[];
  confirmationsRequired: number;
  block: BlockRef | undefined;
};

export async function insertOutgoing(db: Db, made: NewOutgoing): Promise<void> {
  const { id, network, variant, leaving, amounts, claims, block, confirmationsRequired } = made;
  const { txHash, inputs, outputs, spends } = leaving;
  await sql.insertOutgoing(db, {
    id,
    network,
    txHash,
    variant,
    spends,
    confirmationsRequired,
    height: block?.height,
    hash: block?.hash,
  });
  await sql.insertInputs(db, {
    id,
    hashes: inputs.map(({ sourceHash }) => sourceHash),
    indexes: inputs.map(({ sourceIndex }) => sourceIndex),
    assets: inputs.map(({ asset }) => asset),
    units: inputs.map(({ units }) => units),
    scripts: inputs.map(({ script }) => script ?? null),
  });
  await sql.insertOutputs(db, {
    id,
    indexes: outputs.map(({ outputIndex }) => outputIndex),
    assets: outputs.map(({ asset }) => asset),
    scripts: outputs.map(({ script }) => script),
    addresses: outputs.map(({ address }) => address ?? null),
    units: outputs.map(({ units }) => units),
    own: outputs.map(({ own }) => own),
  });
  await sql.insertAmounts(db, {
    outgoingId: id,
    ids: amounts.map((amount) => amount.id),
    assets: amounts.map(({ asset }) => asset),
    spent: amounts.map(({ spent }) => spent),
    own: amounts.map(({ own }) => own),
    fees: amounts.map(({ fee }) => fee),
  });
  if (claims.length > 0)
    await sql.insertClaims(db, {
      id,
      assets: claims.map(({ asset }) => asset),
      kinds: claims.map(({ kind }) => kind),
      objectIds: claims.map(({ objectId }) => objectId),
      units: claims.map(({ units }) => units),
    });
}

/** Whether one is written down with these very inputs and outputs. */
export async function isWrittenAs(db: Db, id: string, { inputs, outputs }: Leaving): Promise<boolean> {
  const made = await db.outgoing.findUniqueOrThrow({ where: { id }, select: { inputs: true, outputs: true } });
  const known = [
    ...made.inputs.map((i) => [i.sourceIndex, i.script, i.asset, unitsFrom(i.units)]),
    ...made.outputs.map((o) => [o.outputIndex, o.script, o.asset, unitsFrom(o.units)]),
  ];
  const seen = [
    ...inputs.map((i) => [i.sourceIndex, i.script, i.asset, i.units]),
    ...outputs.map((o) => [o.outputIndex, o.script, o.asset, o.units]),
  ];
  const text = (all: readonly (readonly unknown[])[]) =>
    all
      .map((each) => each.join(" "))
      .sort()
      .join("\n");
  return text(known) === text(seen);
}

/** Where a known one stands now: in a block, or, with none, in the mempool. */
export async function placeOutgoing(db: Db, id: string, block: BlockRef | undefined): Promise<void> {
  await sql.placeOutgoing(db, { id, height: block?.height, hash: block?.hash });
}

/** `isSpent`: what it spends is spent otherwise. False for one that a block holds by now, and for what is known of it. */
export const dropOutgoing = async (db: Db, id: string, isSpent: boolean): Promise<boolean> =>
  (await sql.dropOutgoing(db, { id, isSpent })) === 1;

export const outgoingInBlock = async (db: Db, network: Network, hash: string): Promise<string[]> =>
  (await sql.outgoingInBlock(db, { network, hash })).map(({ id }) => id);

/** Which of these transactions are written down, and not as gone. */
export async function knownOutgoing(db: Db, network: Network, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  return new Set((await sql.knownOutgoing(db, { network, hashes })).map(({ txHash }) => txHash));
}

/** Outputs of these transactions that came back to us, by name. */
export async function ownOutputs(db: Db, network: Network, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await sql.ownOutputs(db, { network, hashes });
  return new Set(rows.map(({ txHash, outputIndex }) => outputName(txHash, outputIndex)));
}

/** Payouts that were recorded as made by a transaction: the books hold them already. */
export async function recordedPayouts(
  db: Db,
  txHash: string,
  assets: readonly CryptoAsset[],
): Promise<Pick<OutgoingClaim, "objectId" | "asset" | "units">[]> {
  const rows = await sql.recordedPayouts(db, { txHash, assets });
  return rows.flatMap(({ id, asset, units }) => {
    const own = assets.find((each) => each === asset);
    return own ? [{ objectId: id, asset: own, units: unitsFrom(units) }] : [];
  });
}

/** Which of these another transaction carries out already, one that this does not take the place of. */
export async function claimedElsewhere(
  db: Db,
  kind: "PAYOUT" | "MOVE",
  objectIds: readonly string[],
  { txHash, spends }: Pick<Leaving, "txHash" | "spends">,
): Promise<Set<string>> {
  if (objectIds.length === 0) return new Set();
  const rows = await sql.claimedElsewhere(db, { kind, objectIds, txHash, spends });
  return new Set(rows.map(({ objectId }) => objectId));
}

/** Nobody waits for it any more. */
export async function voidClaim(db: Db, id: string, { kind, objectId, asset }: OutgoingClaim): Promise<void> {
  await sql.voidClaim(db, { id, kind, objectId, asset });
}

/** The ids of what a transaction has lost, by asset. */
export const amountIds = async (db: Db, outgoingId: string): Promise<string[]> =>
  (await db.outgoingAmount.findMany({ select: { id: true }, where: { outgoingId }, orderBy: { asset: "asc" } })).map(
    ({ id }) => id,
  );

/** The transaction that one of these is of. */
export async function findAmount(
  db: Db,
  id: string,
): Promise<
  { outgoingId: string; network: Network; txHash: string; asset: CryptoAsset; spends: readonly string[] } | undefined
> {
  const row = await db.outgoingAmount.findUnique({ where: { id }, include: { outgoing: true } });
  if (!row) return undefined;
  const { network, txHash, spends } = row.outgoing;
  return {
    outgoingId: row.outgoingId,
    network: wordFrom(NETWORKS, network),
    txHash,
    asset: wordFrom(CRYPTO_ASSETS, row.asset),
    spends,
  };
}

export async function addClaim(db: Db, id: string, { kind, objectId, asset, units }: OutgoingClaim): Promise<void> {
  await sql.insertClaims(db, { id, assets: [asset], kinds: [kind], objectIds: [objectId], units: [units] });
}

export type SeenOutgoing = { id: string; isFinal: boolean; confirmations: number; required: number };

/** The transaction of this hash, if it uses up ours and a block has it: as a person writes it, with 0x or without. */
export async function seenOutgoing(db: Db, network: Network, txHash: string): Promise<SeenOutgoing | undefined> {
  const [row] = await elsewhere.seenOutgoing(db, { network, txHash });
  if (!row || row.confirmations === null) return undefined;
  const { id, status, confirmations, required } = row;
  return { id, isFinal: status === "FINAL", confirmations: Number(confirmations), required };
}

/** Where a transaction pays exactly this, by outputs that explain nothing yet. */
export const paidOutputs = (
  db: Db,
  of: { id: string; asset: CryptoAsset; units: bigint },
): Promise<RowOf<typeof elsewhere.paidOutputs>[]> => elsewhere.paidOutputs(db, of);

/** What is recorded as paid by a transaction; `script` where its destination is known, `paid` where that got more. */
export type RecordedPayment = {
  objectId: string;
  asset: CryptoAsset;
  units: bigint;
  script: string | undefined;
  paid?: bigint;
};

/** Whether a block has it, with an output of exactly this, there, that explains nothing else. */
export async function paysExactly(
  db: Db,
  id: string,
  { asset, units, script, paid = units }: Omit<RecordedPayment, "objectId">,
): Promise<boolean> {
  const [row] = await elsewhere.paysExactly(db, { id, asset, units: paid, script });
  return row?.exactly === true;
}

/** What has paid exactly this, there, since it was asked for, and explains nothing else. */
export async function leftSinceRequest(
  db: Db,
  of: Omit<RecordedPayment, "objectId" | "script"> & { network: Network; script: string; askedAt: Date },
): Promise<RowOf<typeof sql.leftSinceRequest> | undefined> {
  const { network, askedAt, asset, units, script } = of;
  const [row] = await sql.leftSinceRequest(db, { network, askedAt, asset, units, script });
  return row;
}

/** In a block, not in the books, nothing of what they use up is missing there, and custody holds what they take. */
export const outgoingToPost = async (db: Db, limit: number): Promise<string[]> =>
  (await toPost.outgoingToPost(db, { limit })).map(({ id }) => id);

/** Whether custody holds what the postings of one take out of it yet. */
export const isCovered = async (db: Db, id: string): Promise<boolean> =>
  (await toPost.isCovered(db, { id }))[0]?.covered === true;

/** In the books, and with the confirmations of their networks. */
export const outgoingToFinish = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.outgoingToFinish(db, { limit })).map(({ id }) => id);

export const payoutsToTakeBack = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.payoutsToTakeBack(db, { limit })).map(({ id }) => id);

export type Outgoing = {
  id: string;
  network: Network;
  txHash: string;
  variant: number;
  status: "MEMPOOL" | "IN_BLOCK" | "FINAL" | "GONE";
  timesPosted: number;
  timesReversed: number;
  amounts: readonly Amount[];
  claims: readonly StandingClaim[];
};

/** `bookedFee`: the fee that it bears in the books; undefined while nothing of it stands booked by this transaction. */
export type StandingClaim = OutgoingClaim & { bookedFee: bigint | undefined };

/** One with all that its postings are made of, under its lock. */
export async function lockOutgoing(db: Db, id: string): Promise<Outgoing | undefined> {
  const [row] = await sql.lockOutgoing(db, { id });
  if (!row) return undefined;
  const [amounts, claims] = [await sql.amountsOf(db, { id }), await sql.claimsOf(db, { id })];
  return {
    ...row,
    amounts: amounts.map(({ asset, spent, own, fee }) => ({
      asset,
      spent: unitsFrom(spent),
      own: unitsFrom(own),
      fee: unitsFrom(fee),
    })),
    claims: claims.flatMap(({ asset, units, bookedFee, ...claim }) => {
      const own = amounts.find((amount) => amount.asset === asset)?.asset;
      const booked = bookedFee === null ? undefined : unitsFrom(bookedFee);
      return own ? [{ ...claim, asset: own, units: unitsFrom(units), bookedFee: booked }] : [];
    }),
  };
}

export async function countPosted(db: Db, id: string): Promise<void> {
  await sql.countPosted(db, { id });
}

export async function countReversed(db: Db, id: string): Promise<void> {
  await sql.countReversed(db, { id });
}

export async function finishOutgoing(db: Db, id: string): Promise<void> {
  await sql.finishOutgoing(db, { id });
}

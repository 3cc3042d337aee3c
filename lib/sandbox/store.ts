import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { type Level, levelTexts } from "#lib/pricing/book.ts";
import * as sql from "./sandbox.sql.ts";

export type SandboxTransfer = {
  network: Network;
  txHash: string;
  asset: CryptoAsset;
  script: string;
  address: string;
  sourceAddress: string;
  units: bigint;
  /** What it pays for each byte; absent: nobody knows. */
  feeRate: Decimal | undefined;
  replaceable: boolean;
};

/** What the simulated nodes estimate until a person says otherwise (rulebook 10.8). */
const FEE_ESTIMATES: Partial<Record<Network, string>> = { bitcoin: "10", bitcoincash: "1" };

/** Serialises everything that changes one simulated chain. */
export const lockChain = batchedWrites(async (db: Db, networks: readonly Network[]) => {
  await sql.lockChain(db, { networks: [...new Set(networks)] });
});

export async function ensureChain(db: Db, network: Network, genesisHash: string): Promise<void> {
  await sql.ensureChain(db, { network, feeEstimate: FEE_ESTIMATES[network] });
  await sql.insertGenesis(db, { network, genesisHash });
}

export const insertTransfer = batchedWrites(async (db: Db, transfers: readonly SandboxTransfer[]) => {
  const texts = (of: (transfer: SandboxTransfer) => bigint | string) => transfers.map((each) => of(each).toString());
  await sql.insertTransfer(db, {
    networks: texts((each) => each.network),
    txHashs: texts((each) => each.txHash),
    assets: texts((each) => each.asset),
    scripts: texts((each) => each.script),
    address: texts((each) => each.address),
    sourceAddress: texts((each) => each.sourceAddress),
    units: texts((each) => each.units),
    feeRates: texts((each) => each.feeRate?.toString() ?? ""),
    replaceable: transfers.map(({ replaceable }) => replaceable),
  });
});

/** Sum of an asset that was ever sent to a script. */
export const sentTo = batchedReads(
  async (db: Db, input: readonly { script: string; asset: CryptoAsset }[]): Promise<bigint[]> => {
    const rows = await sql.sentTo(db, {
      scripts: input.map(({ script }) => script),
      assets: input.map(({ asset }) => asset),
    });
    return rows.map(({ total }) => BigInt(total));
  },
);

type Tip = { height: bigint; hash: string; parentHash: string; blockTime: Date };

export async function tipOf(db: Db, network: Network): Promise<Tip | undefined> {
  const tip = await db.sandboxBlock.findFirst({ where: { network, active: true }, orderBy: { height: "desc" } });
  return tip ?? undefined;
}

/** Adds blocks on the tip, of which the first holds all of the mempool; their miner's clock is off by so much. */
export async function appendBlocks(db: Db, network: Network, hashes: readonly string[], offsetMs = 0): Promise<void> {
  const [first] = hashes;
  if (first === undefined) return;
  const tip = network === "tron" ? await tipOf(db, network) : undefined;
  if (tip)
    await db.sandboxTransfer.updateMany({
      where: { network, state: "MEMPOOL", expiresAt: { lte: tip.blockTime } },
      data: { state: "GONE", goneReason: "DROPPED" },
    });
  await sql.appendBlocks(db, { hashes, network, offsetMs });
  await sql.mineTransfers(db, { hash: first, network });
}

/** Takes the tip off the chain; what it held returns to the mempool. */
export async function orphanTip(db: Db, network: Network): Promise<void> {
  const tip = await tipOf(db, network);
  if (!tip) return;
  await db.sandboxBlock.updateMany({ where: { hash: tip.hash }, data: { active: false } });
  await db.sandboxTransfer.updateMany({
    where: { blockHash: tip.hash },
    data: { state: "MEMPOOL", blockHash: null, position: null },
  });
}

/** Removes transactions from the world: evicted, or spent elsewhere. */
export async function removeTransfers(
  db: Db,
  network: Network,
  txHashes: readonly string[],
  reason: "DROPPED" | "DOUBLE_SPENT",
): Promise<void> {
  await sql.removeTransfers(db, { reason, network, txHashes });
}

export async function setFeeEstimate(db: Db, networks: readonly Network[], feeEstimate: Decimal): Promise<void> {
  await sql.setFeeEstimate(db, { networks, feeEstimate: feeEstimate.toString() });
}

/** Whether the chains mine by themselves. */
export async function readAutoMine(db: Db): Promise<boolean> {
  return (await db.sandboxChain.count({ where: { autoMine: true } })) > 0;
}

export async function setAutoMine(db: Db, autoMine: boolean): Promise<void> {
  await sql.setAutoMine(db, { autoMine });
}

/** Networks whose next block is due by the wall clock; claims them until the given interval has passed. */
export async function claimDueChains(db: Db, intervalSeconds: number): Promise<Network[]> {
  const rows = await sql.claimDueChains(db, { intervalSeconds });
  return rows.map((row) => row.network);
}

export async function advanceClock(db: Db, advanceMs: number): Promise<Date> {
  await db.deployment.updateMany({ data: { clockOffsetMs: { increment: advanceMs } } });
  const [row] = await sql.readClock(db);
  return row?.now ?? new Date(0);
}

export async function setPrice(db: Db, base: string, fiat: string, bid: string, stale: boolean): Promise<void> {
  await sql.setPrice(db, { base, fiat, bid, stale });
}

/** The levels best first; none takes the pair's book back. */
export async function setBook(db: Db, base: string, fiat: string, levels: readonly Level[]): Promise<void> {
  if (levels.length > 0) await sql.setBook(db, { base, fiat, levels: JSON.stringify(levelTexts(levels)) });
  else await sql.takeBookBack(db, { base, fiat });
}

export async function letGoStale(db: Db, base: string, fiat: string, bidNow: string): Promise<void> {
  await sql.letGoStale(db, { base, fiat, bidNow });
}

/** Sets the clock back while there is no bill yet; false when there is one. */
export async function setClockBack(db: Db, byMs: number): Promise<boolean> {
  const changed = await sql.setClockBack(db, { byMs });
  return changed === 1;
}

export async function isSent(db: Db, network: Network, txHash: string): Promise<boolean> {
  const [row] = await sql.isSent(db, { network, txHash });
  return row?.sent ?? false;
}

export const isMined = async (db: Db, network: Network, txHash: string): Promise<boolean> =>
  (await db.sandboxTransfer.count({ where: { network, txHash, state: "MINED" } })) > 0;

/** The block of the best chain at a height. */
export async function blockHashAt(db: Db, network: Network, height: bigint): Promise<string | undefined> {
  const where = { network, height, active: true };
  return (await db.sandboxBlock.findFirst({ select: { hash: true }, where }))?.hash;
}

/** Whether a transaction stands, is gone, or was never there. */
export async function stateOf(db: Db, network: Network, txHash: string): Promise<"STANDING" | "GONE" | undefined> {
  const row = await db.sandboxTransfer.findFirst({ select: { state: true }, where: { network, txHash } });
  if (!row) return undefined;
  return row.state === "GONE" ? "GONE" : "STANDING";
}

/** One that was dropped is in the mempool again. */
export async function reviveTransfers(db: Db, network: Network, txHash: string): Promise<void> {
  await db.sandboxTransfer.updateMany({
    where: { network, txHash, state: "GONE" },
    data: { state: "MEMPOOL", goneReason: null, blockHash: null, position: null },
  });
}

/** Outputs that stand, what they are worth, and which standing transaction spends them, for good once it is mined. */
export async function coinsNamed(
  db: Db,
  network: Network,
  names: readonly string[],
): Promise<{ name: string; script: string; units: bigint; spender: string | undefined; isFinal: boolean }[]> {
  const rows = await sql.coinsNamed(db, { network, names });
  return rows.map(({ txHash, outputIndex, script, units, spender, isFinal }) => ({
    name: `${txHash}:${outputIndex}`,
    script,
    units: unitsFrom(units),
    spender: spender ?? undefined,
    isFinal,
  }));
}

/** All that the outputs of a transaction are worth. */
export async function paidBy(db: Db, network: Network, txHash: string): Promise<bigint> {
  const [row] = await sql.paidBy(db, { network, txHash });
  return row ? unitsFrom(row.paid) : 0n;
}

/** How many transactions an account has sent, and so the number of its next; with a height those in blocks up to it. */
export async function sentBy(db: Db, network: Network, script: string, height?: number): Promise<number> {
  const [row] = await sql.sentBy(db, { network, script, height: height === undefined ? undefined : BigInt(height) });
  return row?.sent ?? 0;
}

/** The transaction that has used an account's number, and whether a block has it. */
export async function numberUsed(
  db: Db,
  network: Network,
  name: string,
): Promise<RowOf<typeof sql.numberUsed> | undefined> {
  const [row] = await sql.numberUsed(db, { network, name });
  return row;
}

/** What an account has of a token, what waits in the mempool counted. */
export async function tokensOf(db: Db, network: Network, asset: CryptoAsset, script: string): Promise<bigint> {
  const [row] = await sql.tokensOf(db, { network, asset, script });
  return row ? unitsFrom(row.units) : 0n;
}

export type SpendOutput = { script: string; address: string; source: string; units: bigint };

export type Spend = {
  network: Network;
  txHash: string;
  asset: CryptoAsset;
  spends: readonly string[];
  outputs: readonly SpendOutput[];
  /** Of tron: after it no block takes the transaction. */
  expiresAt?: Date;
};

/** A transaction of the owner's wallet enters the mempool. */
export async function enterSpend(db: Db, { outputs, expiresAt, ...made }: Spend): Promise<void> {
  await sql.insertSpend(db, {
    ...made,
    expiresAt,
    scripts: outputs.map(({ script }) => script),
    addresses: outputs.map(({ address }) => address),
    sources: outputs.map(({ source }) => source),
    units: outputs.map(({ units }) => units),
  });
}

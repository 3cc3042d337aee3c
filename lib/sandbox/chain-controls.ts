import { randomBytes } from "node:crypto";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { type CryptoAsset, assetOf, NETWORKS, type Network, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { MAX_UNITS } from "#lib/kernel/money.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import type { mineBlocksEndpoint, reorganiseEndpoint, sendDepositEndpoint, setChainEndpoint } from "./contract.ts";
import {
  appendBlocks,
  claimDueChains,
  ensureChain,
  insertTransfer,
  lockChain,
  orphanTip,
  readAutoMine,
  removeTransfers,
  sentTo,
  setAutoMine,
  setFeeEstimate,
  tipOf,
} from "./store.ts";

const AUTO_MINE_SECONDS = 3;
/** Those whose nodes estimate fees. */
const FEE_NETWORKS = ["bitcoin", "bitcoincash"] as const;
const FEE_DECIMALS = 8;
/** A whole coin for a kilobyte is no fee any more. */
const MOST_FEE_RATE = Decimal.from(100_000);

/** Hashes look as each chain writes them: `0x…` on eth, bare hex elsewhere. */
export function newHash(network: Network): string {
  return `${network === "eth" ? "0x" : ""}${randomBytes(32).toString("hex")}`;
}

const newHashes = (network: Network, count: number): string[] => Array.from({ length: count }, () => newHash(network));

/** A payer sends crypto to a bill's address; another crypto than the bill's is the wrong coin arriving at the same key. */
export async function sendDeposit(
  ctx: Ctx,
  input: InputOf<typeof sendDepositEndpoint>,
): Promise<OutputOf<typeof sendDepositEndpoint>> {
  return ctx.transaction(async (tx) => {
    const payable = await findPayable(tx, input.address);
    if (!payable) throw new Refusal("NOT_FOUND", "No bill has this address.");
    const asset = sentAsset(payable.asset, input);
    checkFee(asset, input);
    const units = unitsOf("quantity", input.quantity, scaleOf(asset));
    const network = networkOf(asset);
    const txHash = newHash(network);
    await lockChain(tx.db, network);
    if (units + (await sentTo(tx.db, { script: payable.script, asset })) >= MAX_UNITS)
      throw invalid("quantity", "quantity is too large for what was sent to this address before.");
    await insertTransfer(tx.db, {
      network,
      txHash,
      asset,
      script: payable.script,
      address: input.address,
      sourceAddress: input.sourceAddress ?? `sandbox-payer-${txHash.slice(-8)}`,
      units,
      feeRate: input.feeRate,
      replaceable: input.replaceable ?? false,
    });
    await appendBlocks(tx.db, network, newHashes(network, input.confirmations ?? 0));
    return answerWith(tx, { txHash });
  });
}

/** Only Bitcoin's family tells what an unconfirmed transaction pays. */
function checkFee(
  asset: CryptoAsset,
  input: { feeRate?: Decimal | undefined; replaceable?: boolean | undefined },
): void {
  const given = input.feeRate ? "feeRate" : input.replaceable !== undefined ? "replaceable" : undefined;
  if (given && !isUtxo(asset)) throw invalid(given, `${given} is only allowed with BTC and BCH.`);
  if (input.feeRate && (input.feeRate.scale > FEE_DECIMALS || input.feeRate.compare(MOST_FEE_RATE) > 0))
    throw invalid("feeRate", `feeRate takes at most ${FEE_DECIMALS} decimals and is at most ${MOST_FEE_RATE}.`);
}

function sentAsset(
  billed: CryptoAsset,
  input: { cryptoType?: "BTC" | "BCH" | "USDT" | "USDC" | undefined; networkType?: "eth" | "tron" | undefined },
): CryptoAsset {
  if (!input.cryptoType && !input.networkType) return billed;
  const crypto = input.cryptoType ?? "USDT";
  if (input.networkType && crypto !== "USDT")
    throw invalid("networkType", "networkType is only allowed with cryptoType USDT.");
  const asset =
    !input.networkType && billed.startsWith(`${crypto}@`)
      ? billed
      : assetOf(crypto, input.networkType ?? (billed.endsWith("@tron") ? "tron" : undefined));
  if (isUtxo(asset) !== isUtxo(billed))
    throw invalid("cryptoType", `${crypto} cannot be sent to an address of this kind.`);
  return asset;
}

const isUtxo = (asset: CryptoAsset): boolean => asset === "BTC" || asset === "BCH";

/** Mines blocks holding whatever waits in the mempool; block times are the business clock's, or off by what is said. */
export async function mineBlocks(
  ctx: Ctx,
  input: InputOf<typeof mineBlocksEndpoint>,
): Promise<OutputOf<typeof mineBlocksEndpoint>> {
  return ctx.transaction(async (tx) => {
    await lockChain(tx.db, input.network);
    await appendBlocks(tx.db, input.network, newHashes(input.network, input.count ?? 1), input.blockTimeOffsetMs);
    const tip = await tipOf(tx.db, input.network);
    return answerWith(tx, { network: input.network, height: Number(tip?.height ?? 0), hash: tip?.hash ?? "" });
  });
}

/** Switches the chains' own mining, and says what the nodes of one of Bitcoin's family, or of both, estimate. */
export async function setChain(
  ctx: Ctx,
  { autoMine, feeEstimate, network }: InputOf<typeof setChainEndpoint>,
): Promise<OutputOf<typeof setChainEndpoint>> {
  if (autoMine === undefined && feeEstimate === undefined) throw invalid("autoMine", "Give autoMine, or feeEstimate.");
  if (network !== undefined && feeEstimate === undefined)
    throw invalid("network", "network is only allowed with feeEstimate.");
  if (feeEstimate && feeEstimate.compare(MOST_FEE_RATE) > 0)
    throw invalid("feeEstimate", `feeEstimate is at most ${MOST_FEE_RATE}.`);
  return ctx.transaction(async (tx) => {
    if (autoMine !== undefined) await setAutoMine(tx.db, autoMine);
    if (feeEstimate) await setFeeEstimate(tx.db, network ? [network] : FEE_NETWORKS, feeEstimate);
    const answer = { autoMine: autoMine ?? (await readAutoMine(tx.db)), ...(feeEstimate ? { feeEstimate } : {}) };
    return answerWith(tx, answer);
  });
}

/**
 * Replaces the last `depth` blocks by one more than they were, as a stronger branch would. Transactions of the old branch
 * are mined again in the new one's first block, but those named in `drop` (evicted) and `doubleSpend` are gone.
 */
export async function reorganise(
  ctx: Ctx,
  input: InputOf<typeof reorganiseEndpoint>,
): Promise<OutputOf<typeof reorganiseEndpoint>> {
  return ctx.transaction(async (tx) => {
    await lockChain(tx.db, input.network);
    const tip = await tipOf(tx.db, input.network);
    if (!tip || tip.height < BigInt(input.depth))
      throw invalid("depth", `The chain ${input.network} has only ${tip?.height ?? 0} blocks to replace.`);
    for (let undone = 0; undone < input.depth; undone += 1) await orphanTip(tx.db, input.network);
    await removeTransfers(tx.db, input.network, input.drop ?? [], "DROPPED");
    await removeTransfers(tx.db, input.network, input.doubleSpend ?? [], "DOUBLE_SPENT");
    await appendBlocks(tx.db, input.network, newHashes(input.network, input.depth + 1));
    const after = await tipOf(tx.db, input.network);
    return answerWith(tx, { network: input.network, height: Number(after?.height ?? 0), hash: after?.hash ?? "" });
  });
}

/** Gives every simulated chain its first block. */
export async function openSandboxChains(ctx: Ctx): Promise<void> {
  for (const network of NETWORKS) {
    await ctx.transaction((tx) => ensureChain(tx.db, network, newHash(network)));
  }
}

/** Mines one block on each chain whose turn has come by the wall clock; true when one was mined. */
export async function mineDueChains(ctx: Ctx): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const networks = await claimDueChains(tx.db, AUTO_MINE_SECONDS);
    for (const network of networks) {
      await lockChain(tx.db, network);
      await appendBlocks(tx.db, network, newHashes(network, 1));
    }
    return networks.length > 0;
  });
}

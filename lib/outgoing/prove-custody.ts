import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Chain, ChainFault } from "#lib/chains/chain.ts";
import { CRYPTO_ASSETS, type CryptoAsset, networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import {
  areProofsDue,
  bookedCustody,
  type CustodyProof,
  cursorAt,
  insertProof,
  latestProofs,
  standingOutputs,
  usedAccounts,
} from "./custody-store.ts";

export type { CustodyProof } from "./custody-store.ts";

/** What was proven, and which networks could not be, each with a sentence. */
export type Proving = { proofs: CustodyProof[]; unproven: { network: string; sentence: string }[] };

/** The last that the nodes said, by asset. */
export const lastProofs = (ctx: Ctx): Promise<CustodyProof[]> => latestProofs(ctx.db);

/** What the node has beyond the books and what waits for them; below zero where it has less. */
export const differenceOf = ({ node, ledger, waiting }: CustodyProof): bigint => node - ledger - waiting;

/** Proves custody once a day by the business clock, not before a database is a day old. Answers how much was proven. */
export async function proveDaily(ctx: Ctx): Promise<number> {
  if (!(await areProofsDue(ctx.db))) return 0;
  return (await proveCustody(ctx)).proofs.length;
}

/**
 * Asks the nodes for each output of ours that should stand, and for each account what it has of a token, and writes down
 * the sums beside the books (rulebook 13.5). Only at the very block that both stand at: a node that goes on meanwhile is
 * asked again the next time.
 */
export async function proveCustody(ctx: Ctx): Promise<Proving> {
  const done: Proving = { proofs: [], unproven: [] };
  for (const chain of Object.values(ctx.app.chains)) {
    try {
      const found = await proveOn(ctx, chain);
      if (typeof found === "string") done.unproven.push({ network: chain.network, sentence: found });
      else done.proofs.push(...found);
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      done.unproven.push({ network: chain.network, sentence: fault.message });
    }
  }
  const { id: accountId } = await houseOf(ctx.app);
  const differing = done.proofs.filter((proof) => differenceOf(proof) !== 0n).map(({ asset }) => asset);
  const detail = { proven: done.proofs.map(({ asset }) => asset), differing, unproven: done.unproven };
  await ctx.transaction(async (tx) => {
    for (const proof of done.proofs) await insertProof(tx.db, tx.id(), proof);
    await recordAudit(tx, { action: "custody.prove", accountId, objectKind: "custody", objectId: "all", detail });
  });
  return done;
}

async function proveOn(ctx: Ctx, chain: Chain): Promise<CustodyProof[] | string> {
  const { network } = chain;
  const assets = CRYPTO_ASSETS.filter((asset) => networkOf(asset) === network);
  const { height, hash } = (await cursorAt(ctx.db, network)) ?? {};
  if (height === undefined) return `${network} has not been looked at yet.`;
  const [booked, standing] = await ctx.transaction(async (tx) => [
    await bookedCustody(tx.db, network, assets),
    { outputs: await standingOutputs(tx.db, network), accounts: await usedAccounts(tx.db, network) },
  ]);
  const stands = async () => (await chain.head()).hash === hash && (await cursorAt(ctx.db, network))?.hash === hash;
  if (!(await stands())) return `${network} moves on: block ${height} is not the node's tip.`;
  const proofs: CustodyProof[] = [];
  for (const asset of assets) {
    const found = await nodeHas(chain, asset, height, standing);
    if (!found) return `The node of ${network} cannot be asked for what lies there.`;
    const books = booked.get(asset) ?? { ledger: 0n, waiting: 0n };
    proofs.push({ network, asset, height, ...books, ...found, at: await ctx.now() });
  }
  return (await stands()) ? proofs : `${network} has moved on from block ${height} meanwhile.`;
}

type Standing = { outputs: readonly string[]; accounts: readonly { script: string; asset: CryptoAsset }[] };

async function nodeHas(
  chain: Chain,
  asset: CryptoAsset,
  height: number,
  { outputs, accounts }: Standing,
): Promise<{ node: bigint; asked: number } | undefined> {
  if (chain.network === "bitcoin" || chain.network === "bitcoincash") {
    const units = await chain.unspent?.(outputs);
    return units && { node: sumOf(units.values()), asked: outputs.length };
  }
  const scripts = accounts.filter((account) => account.asset === asset).map(({ script }) => script);
  const units = await chain.balances?.(asset, scripts, height);
  return units && { node: sumOf(units.values()), asked: scripts.length };
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Chain, ChainFault } from "#lib/chains/chain.ts";
import { CRYPTO_ASSETS, type CryptoAsset, type Network, networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import {
  addressesOf,
  areProofsDue,
  bookedCustody,
  type CustodyProof,
  cursorAt,
  type Finding,
  heldByAccounts,
  insertProof,
  latestProofs,
  replaceAccountFindings,
  standingOutputs,
  usedAccounts,
} from "./custody-store.ts";
import { weighGas } from "./gas.ts";
import { findUnseenGas } from "./gas-lost.ts";
import { proveGas } from "./gas-proof.ts";
import { isGasLookDue } from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";

export type { CustodyProof } from "./custody-store.ts";

/** What was proven, and which networks could not be, each with a sentence. */
export type Proving = { proofs: CustodyProof[]; unproven: { network: string; sentence: string }[] };

/** The last that the nodes said, by asset. */
export const lastProofs = (ctx: Ctx): Promise<CustodyProof[]> => latestProofs(ctx.db);

/** What the node has beyond the books and what waits for them; below zero where it has less. */
export const differenceOf = ({ node, ledger, waiting }: CustodyProof): bigint => node - ledger - waiting;

/** Proves custody once a day by the business clock, not before a database is a day old. Answers how much was proven. */
export async function proveDaily(ctx: Ctx, purposes: readonly Purpose[]): Promise<number> {
  if (!(await areProofsDue(ctx.db))) return 0;
  return (await proveCustody(ctx, purposes)).proofs.length;
}

/**
 * Weighs and books the house's gas, and looks for what came and went by no transaction of ours. Where something waits for what
 * pays for it, the node is asked what lies there. Answers how much was done.
 */
export async function keepGas(ctx: Ctx, purposes: readonly Purpose[]): Promise<number> {
  let done = await weighGas(ctx, purposes);
  for (const chain of Object.values(ctx.app.chains)) done += await unseenOn(ctx, chain, purposes);
  for (const chain of Object.values(ctx.app.chains))
    if (chain.coins && (await isGasLookDue(ctx.db, chain.network)))
      done += (await prove(ctx, [chain], purposes, true)).proofs.length;
  return done;
}

/** What a node does not tell now it is asked for with the next block. */
async function unseenOn(ctx: Ctx, chain: Chain, purposes: readonly Purpose[]): Promise<number> {
  try {
    return await findUnseenGas(ctx, chain, purposes);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("gas not looked for", { network: chain.network, reason: fault.message });
    return 0;
  }
}

/**
 * Asks the nodes for each output of ours that should stand, and for each account what it has of a token, and writes down
 * the sums beside the books (rulebook 13.5), and the accounts that differ. Only at the very block that both stand at: a node that goes on meanwhile is
 * asked again the next time.
 */
export const proveCustody = (ctx: Ctx, purposes: readonly Purpose[]): Promise<Proving> =>
  prove(ctx, Object.values(ctx.app.chains), purposes, false);

async function prove(
  ctx: Ctx,
  chains: readonly Chain[],
  purposes: readonly Purpose[],
  onlyGas: boolean,
): Promise<Proving> {
  const done: Proving = { proofs: [], unproven: [] };
  const differing: (readonly [Network, readonly Finding[]])[] = [];
  for (const chain of chains) {
    try {
      const found = await proveOn(ctx, chain, purposes, onlyGas);
      done.proofs.push(...found.proofs);
      if (found.accounts) differing.push([chain.network, found.accounts]);
      if (found.sentence !== undefined) done.unproven.push({ network: chain.network, sentence: found.sentence });
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      done.unproven.push({ network: chain.network, sentence: fault.message });
    }
  }
  if (onlyGas && done.proofs.length === 0) return done;
  const { id: accountId } = await houseOf(ctx.app);
  const detail = {
    proven: done.proofs.map(({ asset }) => asset),
    differing: done.proofs.filter((proof) => differenceOf(proof) !== 0n).map(({ asset }) => asset),
    unproven: done.unproven,
  };
  await ctx.transaction(async (tx) => {
    for (const proof of done.proofs) await insertProof(tx.db, tx.id(), proof);
    for (const [network, findings] of differing) {
      const made = findings.map((each) => ({ ...each, id: tx.id() }));
      await replaceAccountFindings(tx.db, network, made);
    }
    await recordAudit(tx, { action: "custody.prove", accountId, objectKind: "custody", objectId: "all", detail });
  });
  return done;
}

/** `accounts`: of which the node has another balance of a token than the books; absent where it was not asked for them. */
type Proven = { proofs: CustodyProof[]; accounts?: Finding[]; sentence?: string | undefined };

async function proveOn(ctx: Ctx, chain: Chain, purposes: readonly Purpose[], onlyGas: boolean): Promise<Proven> {
  const { network } = chain;
  const unproven = (sentence: string): Proven => ({ proofs: [], sentence });
  const cursor = await cursorAt(ctx.db, network);
  if (!cursor) return unproven(`${network} has not been looked at yet.`);
  const { height, hash } = cursor;
  const stands = async () => (await chain.head()).hash === hash && (await cursorAt(ctx.db, network))?.hash === hash;
  if (!(await stands())) return unproven(`${network} moves on: block ${height} is not the node's tip.`);
  const tokens = onlyGas ? NOTHING : await proveTokens(ctx, chain, height);
  if (typeof tokens === "string") return unproven(tokens);
  if (!(await stands())) return unproven(`${network} has moved on from block ${height} meanwhile.`);
  const gas = await proveGas(ctx, chain, cursor, stands, purposes);
  if (gas === undefined) return tokens;
  return typeof gas === "string" ? { ...tokens, sentence: gas } : { ...tokens, proofs: [...tokens.proofs, gas] };
}

const NOTHING: Proven = { proofs: [] };

async function proveTokens(ctx: Ctx, chain: Chain, height: number): Promise<Proven | string> {
  const { network } = chain;
  const assets = CRYPTO_ASSETS.filter((asset) => networkOf(asset) === network);
  const hasAccounts = network === "eth" || network === "tron";
  const [booked, held, standing] = await ctx.transaction(async (tx) => [
    await bookedCustody(tx.db, network, assets),
    hasAccounts ? await heldByAccounts(tx.db, network) : new Map<string, bigint>(),
    { outputs: await standingOutputs(tx.db, network), accounts: await usedAccounts(tx.db, network) },
  ]);
  const proofs: CustodyProof[] = [];
  const accounts: Omit<Finding, "address">[] = [];
  for (const asset of assets) {
    const found = await nodeHas(chain, asset, height, standing);
    if (!found) return `The node of ${network} cannot be asked for what lies there.`;
    const books = booked.get(asset) ?? { ledger: 0n, waiting: 0n };
    const { units, asked } = found;
    proofs.push({ network, asset, height, ...books, node: sumOf(units.values()), asked, at: await ctx.now() });
    for (const [script, has] of hasAccounts ? units : []) {
      const beyond = has - (held.get(`${asset} ${script}`) ?? 0n);
      if (beyond !== 0n) accounts.push({ network, asset, script, units: beyond, height });
    }
  }
  if (!hasAccounts) return { proofs };
  const addresses = await addressesOf(
    ctx.db,
    network,
    accounts.map(({ script }) => script),
  );
  return {
    proofs,
    accounts: accounts.map((each) => ({ ...each, address: addresses.get(each.script) ?? each.script })),
  };
}

type Standing = { outputs: readonly string[]; accounts: readonly { script: string; asset: CryptoAsset }[] };

async function nodeHas(
  chain: Chain,
  asset: CryptoAsset,
  height: number,
  { outputs, accounts }: Standing,
): Promise<{ units: ReadonlyMap<string, bigint>; asked: number } | undefined> {
  if (chain.network === "bitcoin" || chain.network === "bitcoincash") {
    const units = await chain.unspent?.(outputs);
    return units && { units, asked: outputs.length };
  }
  const scripts = accounts.filter((account) => account.asset === asset).map(({ script }) => script);
  const units = await chain.balances?.(asset, scripts, height);
  return units && { units, asked: scripts.length };
}

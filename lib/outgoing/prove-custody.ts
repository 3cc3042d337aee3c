import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Chain, ChainFault } from "#lib/chains/chain.ts";
import { CRYPTO_ASSETS, type CryptoAsset, type Network, networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import {
  addressesOf,
  bookedCustody,
  type CustodyProof,
  cursorAt,
  endUnproven,
  type Finding,
  heldByAccounts,
  insertProof,
  latestProofs,
  noteUnproven,
  proofsDue,
  readAtOnce,
  replaceAccountFindings,
  standingOutputs,
  usedAccounts,
} from "./custody-store.ts";
import { weighGas } from "./gas.ts";
import { findUnseenGas } from "./gas-lost.ts";
import { proveGas } from "./gas-proof.ts";
import { isGasLookDue } from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";
import { movesOn, standsAt, TRIES } from "./stands-at.ts";

export type { CustodyProof } from "./custody-store.ts";

/** What was proven, and which networks could not be, each with a sentence. */
export type Proving = { proofs: CustodyProof[]; unproven: { network: string; sentence: string }[] };

/** The last that the nodes said, by asset. */
export const lastProofs = (ctx: Ctx): Promise<CustodyProof[]> => latestProofs(ctx.db);

/** What the node has beyond the books and what waits for them; below zero where it has less. */
export const differenceOf = ({ node, ledger, waiting }: CustodyProof): bigint => node - ledger - waiting;

/**
 * Proves custody of each network once a day by the business clock, not before a database is a day old. What cannot be
 * proven is tried again the next time, and is a case after two hours. Answers how much was proven.
 */
export async function proveDaily(ctx: Ctx, purposes: readonly Purpose[]): Promise<number> {
  const chains = Object.values(ctx.app.chains);
  const named = (some: readonly Chain[]) => some.map(({ network }) => network);
  const withGas = chains.filter(({ coins }) => coins !== undefined);
  let proven = 0;
  for (const { network, onlyGas } of await proofsDue(ctx.db, named(chains), named(withGas))) {
    const some = chains.filter((chain) => chain.network === network);
    const { proofs, unproven } = await prove(ctx, some, purposes, { onlyGas, record: "PROVEN" });
    if (unproven.length > 0) await ctx.transaction((tx) => noteUnproven(tx.db, network));
    proven += proofs.length;
  }
  return proven;
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
      done += (await prove(ctx, [chain], purposes, { onlyGas: true, record: "PROVEN" })).proofs.length;
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
 * the sums beside the books (rulebook 13.5), and the accounts that differ. Outputs at the very block that both stand at: a
 * node that goes on meanwhile is asked again the next time. An account that has what the books say is proven by that,
 * wherever the node stands; only those that differ are asked again at such a block, lest a chain that never waits for us,
 * or many accounts, leave all of them unproven.
 */
export const proveCustody = (ctx: Ctx, purposes: readonly Purpose[]): Promise<Proving> =>
  prove(ctx, Object.values(ctx.app.chains), purposes, { onlyGas: false, record: "ALL" });

/** `onlyGas`: nothing but what pays for gas; `record`: whether a try in vain is a line of the audit record too. */
type How = { onlyGas: boolean; record: "ALL" | "PROVEN" };

async function prove(
  ctx: Ctx,
  chains: readonly Chain[],
  purposes: readonly Purpose[],
  { onlyGas, record }: How,
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
  if (record === "PROVEN" && done.proofs.length === 0) return done;
  const { id: accountId } = await houseOf(ctx.app);
  const detail = {
    proven: done.proofs.map(({ asset }) => asset),
    differing: done.proofs.filter((proof) => differenceOf(proof) !== 0n).map(({ asset }) => asset),
    unproven: done.unproven,
  };
  await ctx.transaction(async (tx) => {
    for (const proof of done.proofs) await insertProof(tx.db, tx.id(), proof);
    const lacking = new Set(done.unproven.map(({ network }) => network));
    for (const { network } of onlyGas ? [] : chains) if (!lacking.has(network)) await endUnproven(tx.db, network);
    for (const [network, findings] of differing) {
      const made = findings.map((each) => ({ ...each, id: tx.id() }));
      await replaceAccountFindings(tx.db, network, made);
    }
    await recordAudit(tx, {
      action: "custody.prove",
      accountId,
      objectKind: "custody",
      objectId: chains.length === 1 ? (chains[0]?.network ?? "all") : "all",
      detail,
    });
  });
  return done;
}

/** `accounts`: of which the node has another balance of a token than the books; absent where it was not asked for them. */
type Proven = { proofs: CustodyProof[]; accounts?: Finding[]; sentence?: string | undefined };

async function proveOn(ctx: Ctx, chain: Chain, purposes: readonly Purpose[], onlyGas: boolean): Promise<Proven> {
  const { network } = chain;
  if (!(await cursorAt(ctx.db, network))) return unproven(`${network} has not been looked at yet.`);
  const tokens = onlyGas ? NOTHING : await (isUtxo(network) ? proveOutputs(ctx, chain) : proveAccounts(ctx, chain));
  if (tokens.sentence !== undefined) return tokens;
  const gas = await proveGas(ctx, chain, purposes);
  if (gas === undefined) return tokens;
  return typeof gas === "string" ? { ...tokens, sentence: gas } : { ...tokens, proofs: [...tokens.proofs, gas] };
}

const NOTHING: Proven = { proofs: [] };
const unproven = (sentence: string): Proven => ({ proofs: [], sentence });
const isUtxo = (network: Network): boolean => network === "bitcoin" || network === "bitcoincash";
const unanswered = (network: Network) => unproven(`The node of ${network} cannot be asked for what lies there.`);

async function proveOutputs(ctx: Ctx, chain: Chain): Promise<Proven> {
  const { network } = chain;
  const { block, books, outputs } = await ctx.transaction(async (tx) => ({
    ...(await booksAt(tx, network)),
    outputs: await standingOutputs(tx.db, network),
  }));
  if (!(await standsAt(ctx, chain, block))) return unproven(movesOn(network));
  const proofs: CustodyProof[] = [];
  for (const [asset, own] of books) {
    const units = await chain.unspent?.(outputs);
    if (!units) return unanswered(network);
    const node = sumOf(units.values());
    proofs.push({ network, asset, height: block.height, ...own, node, asked: outputs.length, at: await ctx.now() });
  }
  return (await standsAt(ctx, chain, block)) ? { proofs } : unproven(movesOn(network));
}

async function proveAccounts(ctx: Ctx, chain: Chain): Promise<Proven> {
  const { network } = chain;
  const has = new Map<string, bigint>();
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const read = await ctx.transaction(async (tx) => ({
      ...(await booksAt(tx, network)),
      held: await heldByAccounts(tx.db, network),
      accounts: await usedAccounts(tx.db, network),
    }));
    const { block, held, accounts } = read;
    const beyond = (account: Account) => (has.get(nameOf(account)) ?? 0n) - (held.get(nameOf(account)) ?? 0n);
    const differ = accounts.filter((account) => !has.has(nameOf(account)) || beyond(account) !== 0n);
    for (const [asset, some] of Map.groupBy(differ, (account) => account.asset)) {
      const scripts = some.map(({ script }) => script);
      const units = await chain.balances?.(asset, scripts, block.height);
      if (!units) return unanswered(network);
      for (const script of scripts) has.set(nameOf({ asset, script }), units.get(script) ?? 0n);
    }
    const differing = accounts.flatMap((account) => {
      const units = beyond(account);
      return units === 0n ? [] : [{ ...account, network, units, height: block.height }];
    });
    if (differing.length > 0 && !(await standsAt(ctx, chain, block))) continue;
    return { proofs: proofsOf(network, read, has, await ctx.now()), accounts: await withAddresses(ctx, differing) };
  }
  return unproven(movesOn(network));
}

function proofsOf(
  network: Network,
  { block, books, accounts }: Pick<Awaited<ReturnType<typeof booksAt>>, "block" | "books"> & { accounts: Account[] },
  has: ReadonlyMap<string, bigint>,
  at: Date,
): CustodyProof[] {
  return [...books].map(([asset, own]) => {
    const some = accounts.filter((account) => account.asset === asset);
    const node = sumOf(some.map((account) => has.get(nameOf(account)) ?? 0n));
    return { network, asset, height: block.height, ...own, node, asked: some.length, at };
  });
}

async function withAddresses(ctx: Ctx, findings: readonly Omit<Finding, "address">[]): Promise<Finding[]> {
  const scripts = findings.map(({ script }) => script);
  const addresses = findings[0] ? await addressesOf(ctx.db, findings[0].network, scripts) : new Map<string, string>();
  return findings.map((each) => ({ ...each, address: addresses.get(each.script) ?? each.script }));
}

type Account = { script: string; asset: CryptoAsset };
const nameOf = ({ asset, script }: Account): string => `${asset} ${script}`;

/** The block that the books stand at, and what they have of each asset there, with what waits for them; what follows in the transaction is of the same moment. */
async function booksAt(tx: Ctx, network: Network) {
  await readAtOnce(tx.db);
  const block = await cursorAt(tx.db, network);
  must(block, "a network that was looked at has a cursor");
  const assets = CRYPTO_ASSETS.filter((asset) => networkOf(asset) === network);
  const booked = await bookedCustody(tx.db, network, assets);
  return { block, books: new Map(assets.map((asset) => [asset, booked.get(asset) ?? { ledger: 0n, waiting: 0n }])) };
}

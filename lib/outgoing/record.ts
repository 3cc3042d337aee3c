import type { Chain, Spending, Transfer } from "#lib/chains/chain.ts";
import { isOfAccounts, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { ownScripts, noteChange } from "#lib/wallets/change.ts";
import { couldBeOurs } from "#lib/wallets/watched-scripts.ts";
import { amountsOf, type Leaving, leavingByAccounts, leavingByOutputs, outputName } from "./leaving.ts";
import type { PurposeClaim, Purpose } from "./purpose.ts";
import { isExplained, reportUnknown } from "./report-unknown.ts";
import {
  type BlockRef,
  claimedElsewhere,
  type OutgoingClaim,
  findOutgoing,
  insertOutgoing,
  isWrittenAs,
  type KnownOutgoing,
  knownOutgoing,
  ourOutputs,
  ownOutputs,
  placeOutgoing,
  recordedPayouts,
} from "./store.ts";

/** What a block, or a look at the mempool, brought. */
export type Sight = { transfers: readonly Transfer[]; spending?: readonly Spending[] | undefined };

/** Of what was brought, the transactions that use up what is ours (rulebook 13.4); outputs of the same sight count as well. */
export async function findLeaving(ctx: Ctx, { network }: Chain, sight: Sight): Promise<Leaving[]> {
  const { transfers, spending = [] } = sight;
  const senders = transfers.flatMap(({ sourceScript }) => sourceScript ?? []);
  const byAccounts = senders.length === 0 ? [] : await bySenders(ctx, transfers, senders);
  return [...byAccounts, ...(await byOutputs(ctx, network, transfers, spending))];
}

async function bySenders(ctx: Ctx, transfers: readonly Transfer[], senders: readonly string[]): Promise<Leaving[]> {
  const ours = await scriptsOfOurs(ctx, senders);
  const sent = transfers.filter(({ sourceScript }) => ours.has(sourceScript ?? ""));
  if (sent.length === 0) return [];
  const receivers = await scriptsOfOurs(
    ctx,
    sent.map(({ script }) => script),
  );
  return leavingByAccounts(sent, receivers);
}

async function byOutputs(
  ctx: Ctx,
  network: Network,
  transfers: readonly Transfer[],
  spending: readonly Spending[],
): Promise<Leaving[]> {
  if (spending.length === 0) return [];
  const used = new Set(spending.flatMap(({ inputs }) => inputs));
  const outputs = await ourOutputs(ctx.db, network, [...used]);
  const within = transfers.filter(({ txHash, outputIndex }) => used.has(outputName(txHash, outputIndex)));
  const ours = await scriptsOfOurs(
    ctx,
    within.map(({ script }) => script),
  );
  for (const { txHash, outputIndex, script, asset, units } of within)
    if (ours.has(script)) outputs.set(outputName(txHash, outputIndex), { asset, units });
  const found = new Set(
    spending.filter(({ inputs }) => inputs.some((name) => outputs.has(name))).map((tx) => tx.txHash),
  );
  if (found.size === 0) return [];
  const paid = transfers.filter(({ txHash }) => found.has(txHash));
  const scripts = await scriptsOfOurs(
    ctx,
    paid.map(({ script }) => script),
  );
  return leavingByOutputs(spending, paid, { outputs, scripts });
}

/** Those of accounts are looked up as they are; change is only looked for where something of ours is used up. */
export async function scriptsOfOurs(ctx: Ctx, scripts: readonly string[]): Promise<Set<string>> {
  const isAccount = scripts[0]?.length === ACCOUNT_LENGTH;
  const candidates = isAccount ? await couldBeOurs(ctx, [...new Set(scripts)]) : scripts;
  return new Set((await ownScripts(ctx, candidates)).keys());
}

/** Twenty bytes in hex. */
const ACCOUNT_LENGTH = 40;

/** Outputs of these transactions that only came back to us, by name. */
export const returnedOutputs = (
  ctx: Ctx,
  { network }: Chain,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => ownOutputs(ctx.db, network, hashes);

/**
 * Which payouts, or moves, another transaction carries out already, one that this does not take the place of: two that pay
 * the same are not both approved.
 */
export const takenElsewhere = (
  ctx: Ctx,
  kind: Purpose["kind"],
  objectIds: readonly string[],
  leaving: Pick<Leaving, "txHash" | "spends">,
): Promise<ReadonlySet<string>> => claimedElsewhere(ctx.db, kind, objectIds, leaving);

/** Those of a mempool that are not written down, or only as gone. */
export async function newLeaving(ctx: Ctx, chain: Chain, sight: Sight): Promise<Leaving[]> {
  const leaving = await findLeaving(ctx, chain, sight);
  const known = await knownOutgoing(
    ctx.db,
    chain.network,
    leaving.map(({ txHash }) => txHash),
  );
  return leaving.filter(({ txHash }) => !known.has(txHash));
}

/**
 * Writes down what leaves, each transaction once, and where it stands. On a chain of accounts it may move something else in
 * another block: that is a row of its own, since what was approved is not what left then. What belongs to nothing that was approved is told
 * to everybody of the house at once (rulebook 13.4). Answers the outputs that only came back to us, by name: change and
 * consolidation are no deposits.
 */
export async function recordLeaving(
  ctx: Ctx,
  { network }: Chain,
  leaving: readonly Leaving[],
  block: BlockRef | undefined,
  purposes: readonly Purpose[],
): Promise<ReadonlySet<string>> {
  if (leaving.length === 0) return new Set();
  const hashes = leaving.map(({ txHash }) => txHash);
  const known = await findOutgoing(ctx.db, network, hashes);
  for (const each of leaving) {
    const found = known.get(each.txHash) ?? [];
    const same = await writtenAs(ctx, network, found, each);
    if (same) await place(ctx, same, block);
    else await write(ctx, { network, variant: found.length, seen: each, block }, purposes);
  }
  return ownOutputs(ctx.db, network, hashes);
}

/** Which of what a transaction has moved in other blocks it moves again; one of outputs always moves the same. */
async function writtenAs(
  ctx: Ctx,
  network: Network,
  found: readonly KnownOutgoing[],
  seen: Leaving,
): Promise<KnownOutgoing | undefined> {
  if (!isOfAccounts(network)) return found[0];
  for (const each of found) if (await isWrittenAs(ctx.db, each.id, seen)) return each;
  return undefined;
}

async function place(ctx: Ctx, { id, status, blockHash }: KnownOutgoing, block: BlockRef | undefined): Promise<void> {
  const stands = block === undefined ? status !== "GONE" : blockHash === block.hash;
  if (!stands) await placeOutgoing(ctx.db, id, block);
}

const placesOf = ({ outputs }: Leaving): string[] =>
  outputs.filter(({ own }) => !own).flatMap(({ address }) => address ?? []);

type Made = { network: Network; variant: number; seen: Leaving; block: BlockRef | undefined };

async function write(ctx: Ctx, { network, variant, seen, block }: Made, purposes: readonly Purpose[]): Promise<void> {
  const claimed = await claimsOn(ctx, network, seen, purposes);
  const leaving = givenAway(seen, claimed);
  const id = ctx.id();
  const amounts = amountsOf(leaving).map((amount) => ({ ...amount, id: ctx.id() }));
  const recorded = await recordedPayouts(
    ctx.db,
    leaving.txHash,
    amounts.map(({ asset }) => asset),
  );
  const claims: OutgoingClaim[] = [
    ...claimed.map(({ outputIndexes: _, ...claim }) => claim),
    ...recorded.map((payout) => ({ ...payout, kind: "RECORDED" as const })),
  ];
  const confirmationsRequired = CONFIRMATIONS[network];
  await insertOutgoing(ctx.db, { id, network, variant, leaving, amounts, claims, confirmationsRequired, block });
  await noteChange(
    ctx,
    leaving.outputs.filter(({ own }) => own).map(({ script }) => script),
  );
  if (isExplained({ amounts, claims })) return;
  const { txHash } = leaving;
  await reportUnknown(ctx, {
    id,
    network,
    txHash,
    amounts,
    claims,
    to: placesOf(leaving),
    inBlock: block !== undefined,
  });
}

async function claimsOn(
  ctx: Ctx,
  network: Network,
  leaving: Leaving,
  purposes: readonly Purpose[],
): Promise<(PurposeClaim & { kind: Purpose["kind"] })[]> {
  const all: (PurposeClaim & { kind: Purpose["kind"] })[] = [];
  for (const { kind, claim } of purposes)
    for (const each of await claim(ctx, network, leaving)) all.push({ ...each, kind });
  return all;
}

/** What pays a payout is not ours any more, also where its destination is the address of a bill: a deposit like any other. */
function givenAway(leaving: Leaving, claims: readonly (PurposeClaim & { kind: Purpose["kind"] })[]): Leaving {
  const paid = new Set(claims.filter(({ kind }) => kind === "PAYOUT").flatMap(({ outputIndexes }) => outputIndexes));
  const outputs = leaving.outputs.map((output) => ({ ...output, own: output.own && !paid.has(output.outputIndex) }));
  return { ...leaving, outputs };
}

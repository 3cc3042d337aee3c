import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf, maxOf, sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { custodyCode } from "#lib/ledger/chart.ts";
import { leftUnexplained, type Unexplained, unexplainedReversed } from "#lib/ledger/outgoing-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { gainOf, leftOf } from "./leaving.ts";
import type { Placed, Purpose } from "./purpose.ts";
import {
  countPosted,
  countReversed,
  dropOutgoing,
  finishOutgoing,
  lockOutgoing,
  type Outgoing,
  outgoingInBlock,
  outgoingToFinish,
  outgoingToPost,
  placeOutgoing,
} from "./store.ts";

/** Those that a block holds and the books do not. */
export const findOutgoingToPost = (ctx: Ctx, limit: number): Promise<string[]> => outgoingToPost(ctx.db, limit);

/** Those that have their confirmations now. */
export const findOutgoingToFinish = (ctx: Ctx, limit: number): Promise<string[]> => outgoingToFinish(ctx.db, limit);

/**
 * Takes what left out of custody, once a block has it and the books hold all of what it used up: what was approved by its
 * own posting, the rest as missing (rulebook 14.11). Never more than custody holds: what is seen to leave before it is
 * booked, or was booked as paid out by another name, waits, and its case stands. Answers whether it was done.
 */
export async function postOutgoing(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const outgoing = await lockOutgoing(tx.db, id);
    if (!outgoing || !isPlaced(outgoing) || outgoing.timesPosted > outgoing.timesReversed) return false;
    for (const { asset, units } of outOfCustody(outgoing))
      if ((await balanceOf(tx, custodyCode(asset), asset)) < units) return false;
    await countPosted(tx.db, id);
    const n = outgoing.timesPosted + 1;
    await book(tx, outgoing, n, purposes, "left");
    return true;
  });
}

/** Takes those of a block that left its chain out of the books, and back among those that no block holds. */
export async function takeBackOutgoing(
  ctx: Ctx,
  network: Network,
  hash: string,
  purposes: readonly Purpose[],
): Promise<void> {
  for (const id of await outgoingInBlock(ctx.db, network, hash)) {
    const outgoing = await lockOutgoing(ctx.db, id);
    must(outgoing, "what left is never deleted");
    if (outgoing.timesPosted > outgoing.timesReversed) {
      await book(ctx, outgoing, outgoing.timesPosted, purposes, "back");
      await countReversed(ctx.db, id);
    }
    await placeOutgoing(ctx.db, id, undefined);
  }
}

/** It has the confirmations of its network: whatever it carried out is done. */
export async function finish(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const outgoing = await lockOutgoing(tx.db, id);
    if (outgoing?.status !== "IN_BLOCK" || outgoing.timesPosted === outgoing.timesReversed) return false;
    await finishOutgoing(tx.db, id);
    for (const { purpose, claim, placed } of claimsOf(outgoing, outgoing.timesPosted, purposes))
      await purpose.final(tx, claim, placed);
    return true;
  });
}

/** One that will be in no block any more; it comes back if it does after all. */
export async function dropLeaving(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<void> {
  const outgoing = await lockOutgoing(ctx.db, id);
  if (!outgoing || !(await dropOutgoing(ctx.db, id))) return;
  for (const { purpose, claim, placed } of claimsOf(outgoing, outgoing.timesPosted, purposes))
    await purpose.gone(ctx, claim, placed);
}

const isPlaced = ({ status }: Outgoing): boolean => status === "IN_BLOCK" || status === "FINAL";

/** What the postings of all of it take out of custody; what was recorded as paid out is out of it already. */
function outOfCustody({ amounts, claims }: Outgoing): { asset: Outgoing["amounts"][number]["asset"]; units: bigint }[] {
  return amounts.map((amount) => {
    const recorded = sumOf(claims.filter((c) => c.kind === "RECORDED" && c.asset === amount.asset).map((c) => c.units));
    return { asset: amount.asset, units: maxOf(leftOf(amount) - recorded, 0n) + amount.fee };
  });
}

type Borne = { purpose: Purpose; claim: Outgoing["claims"][number]; placed: Placed };

/** What was approved, each with the fee that it bears: all of it by the first of an asset. */
function claimsOf({ network, txHash, amounts, claims }: Outgoing, n: number, purposes: readonly Purpose[]): Borne[] {
  const borne = new Set<string>();
  return claims.flatMap((claim) => {
    if (claim.kind === "RECORDED") return [];
    const purpose = purposes.find(({ kind }) => kind === claim.kind);
    must(purpose, `${claim.kind} is posted by its own noun`);
    const fee = borne.has(claim.asset) ? 0n : (amounts.find(({ asset }) => asset === claim.asset)?.fee ?? 0n);
    borne.add(claim.asset);
    return [{ purpose, claim, placed: { network, txHash, n, fee } }];
  });
}

async function book(
  ctx: Ctx,
  outgoing: Outgoing,
  n: number,
  purposes: readonly Purpose[],
  way: "left" | "back",
): Promise<void> {
  const approved = claimsOf(outgoing, n, purposes);
  for (const { purpose, claim, placed } of approved) await purpose[way](ctx, claim, placed);
  const rest = outgoing.amounts.map((amount): Unexplained => {
    const { asset } = amount;
    const claimed = sumOf(outgoing.claims.filter((claim) => claim.asset === asset).map(({ units }) => units));
    const isBorne = approved.some(({ claim }) => claim.asset === asset);
    const missing = maxOf(leftOf(amount) - claimed, 0n);
    return { asset, missing, fee: isBorne ? 0n : amount.fee, gain: gainOf(amount) };
  });
  const { network, txHash, id } = outgoing;
  const effectKey = `outgoing:${network}:${txHash}:${n}`;
  const entry =
    way === "left"
      ? leftUnexplained({ effectKey, parts: rest })
      : unexplainedReversed({ effectKey: `${effectKey}:reversed`, parts: rest });
  if (entry.postings.length === 0) return;
  await post(ctx, entry, {});
  const { id: accountId } = await houseOf(ctx.app);
  await recordAudit(ctx, {
    action: way === "left" ? "outgoing.missing" : "outgoing.reversed",
    accountId,
    objectKind: "outgoing",
    objectId: id,
    detail: {
      txHash,
      missing: rest.map(({ asset, missing }) => ({ asset, quantity: amountOf(asset, missing).toString() })),
    },
  });
}

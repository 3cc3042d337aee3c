import { recordAudit } from "#lib/audit/record-audit.ts";
import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, maxOf, sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { leftUnexplained, type Unexplained, unexplainedReversed } from "#lib/ledger/outgoing-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import { type Amount, gainOf, leftOf } from "./leaving.ts";
import type { PlacedTransaction, Purpose } from "./purpose.ts";
import { reportUnknown } from "./report-unknown.ts";
import {
  addClaim,
  amountIds,
  type ClaimKind,
  findAmount,
  countPosted,
  countReversed,
  dropOutgoing,
  finishOutgoing,
  isCovered,
  leftSinceRequest,
  lockOutgoing,
  type Outgoing,
  outgoingInBlock,
  outgoingToFinish,
  outgoingToPost,
  paidOutputs,
  payoutsToTakeBack,
  paysExactly,
  placeOutgoing,
  type RecordedPayment,
  seenOutgoing,
  type StandingClaim,
  voidClaim,
} from "./store.ts";

/** Those that a block holds and the books do not; without those that wait for custody, which would stand before all others. */
export const findOutgoingToPost = (ctx: Ctx, limit: number): Promise<string[]> => outgoingToPost(ctx.db, limit);

/** Those that have their confirmations now. */
export const findOutgoingToFinish = (ctx: Ctx, limit: number): Promise<string[]> => outgoingToFinish(ctx.db, limit);

/**
 * Takes what left out of custody, once a block has it and the books hold all of what it used up: what was approved by its
 * own posting, the rest as missing (rulebook 13.4). Never more than custody holds: what is seen to leave before it is
 * booked, or was booked as paid out by another name, waits, and its case stands. Answers whether it was done.
 */
export async function postOutgoing(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const outgoing = await lockOutgoing(tx.db, id);
    if (!outgoing || !isPlaced(outgoing) || outgoing.timesPosted > outgoing.timesReversed) return false;
    if (!(await isCovered(tx.db, id))) return false;
    await countPosted(tx.db, id);
    const booked = await bookApproved(tx, outgoing, purposes);
    await bookRest(tx, booked, outgoing.timesPosted + 1, "left");
    // What was agreed to only now, as after a restore, has its confirmations already.
    if (outgoing.status === "FINAL") await finishClaims(tx, booked, purposes);
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
    // Also where the rest of it is to be posted anew: what was approved stands meanwhile.
    for (const { purpose, claim, placed } of claimsOf(outgoing, purposes)) await purpose.back(ctx, claim, placed);
    if (outgoing.timesPosted > outgoing.timesReversed) {
      await bookRest(ctx, outgoing, outgoing.timesPosted, "back");
      await countReversed(ctx.db, id);
    }
    await placeOutgoing(ctx.db, id, undefined);
  }
}

/** Those that no block holds any more, while a payout still stands as gone by them. */
export const findPayoutsToTakeBack = (ctx: Ctx, limit: number): Promise<string[]> => payoutsToTakeBack(ctx.db, limit);

/** Mirrors what waited for a deposit of its own as its block went. Answers whether it was done. */
export async function takeBackPayouts(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const outgoing = await lockOutgoing(tx.db, id);
    if (!outgoing || isPlaced(outgoing)) return false;
    let done = false;
    for (const { purpose, claim, placed } of claimsOf(outgoing, purposes))
      if (claim.kind === "PAYOUT") done = (await purpose.back(tx, claim, placed)) || done;
    return done;
  });
}

/** It has the confirmations of its network: whatever it carried out is done. */
export async function finish(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const outgoing = await lockOutgoing(tx.db, id);
    if (outgoing?.status !== "IN_BLOCK" || outgoing.timesPosted === outgoing.timesReversed) return false;
    await finishOutgoing(tx.db, id);
    await finishClaims(tx, outgoing, purposes);
    return true;
  });
}

async function finishClaims(tx: Ctx, outgoing: Outgoing, purposes: readonly Purpose[]): Promise<void> {
  for (const { purpose, claim, placed } of claimsOf(outgoing, purposes)) await purpose.final(tx, claim, placed);
}

/** One that will be in no block any more, since what it spends is spent otherwise or the node has it no more; it comes back if it does after all. */
export const dropLeaving = (ctx: Ctx, id: string, isSpent: boolean): Promise<boolean> =>
  dropOutgoing(ctx.db, id, isSpent);

/** Nothing else books or claims it until the transaction ends. */
export const holdOutgoing = async (tx: Ctx, id: string): Promise<void> => void (await lockOutgoing(tx.db, id));

/** What it was claimed to pay was never paid by it: should a block have it after all, it has left without leave. */
export async function voidClaimOf(tx: Ctx, id: string, objectId: string): Promise<void> {
  const outgoing = await lockOutgoing(tx.db, id);
  for (const claim of outgoing?.claims ?? []) if (claim.objectId === objectId) await voidClaim(tx.db, id, claim);
}

/**
 * A payout is recorded as made by a transaction that was seen to leave: what of it counted as missing is the payout's.
 * Before the payout's own postings, which take it out of custody. Refuses with INVALID_STATE a transaction that no block
 * has, one without its confirmations, one that does not pay exactly this, there, and what something else explains already.
 */
export async function explainRecorded(
  ctx: Ctx,
  network: Network,
  txHash: string,
  payout: RecordedPayment,
): Promise<void> {
  const id = await finalOutgoing(ctx, network, txHash);
  const explained = id !== undefined && (await explain(ctx, id, "RECORDED", payout));
  if (!explained) throw notPaid(network);
}

/** Where a payout that is to be recorded went, by outputs that explain nothing else. Refuses as {@link explainRecorded} does. */
export async function placesPaid(
  ctx: Ctx,
  network: Network,
  txHash: string,
  { asset, units }: Pick<RecordedPayment, "asset" | "units">,
): Promise<[PaidPlace, ...PaidPlace[]]> {
  const id = await finalOutgoing(ctx, network, txHash);
  const [first, ...more] = id === undefined ? [] : await paidOutputs(ctx.db, { id, asset, units });
  if (!first) throw notPaid(network);
  return [first, ...more];
}

export type PaidPlace = { script: string; place: string };

/**
 * What is recorded stays, so a block that may still go proves nothing: refuses with INVALID_STATE what has not yet the
 * confirmations of its network. Undefined where no block has a transaction of ours with this hash.
 */
async function finalOutgoing(ctx: Ctx, network: Network, txHash: string): Promise<string | undefined> {
  const seen = await seenOutgoing(ctx.db, network, txHash);
  if (seen === undefined || seen.isFinal) return seen?.id;
  throw new Refusal(
    "INVALID_STATE",
    `This transaction has ${seen.confirmations} of ${seen.required} confirmations: record the payout once it is final.`,
  );
}

const notPaid = (network: Network): Refusal =>
  new Refusal(
    "INVALID_STATE",
    `No block of ${network} has a transaction of ours with this txHash that pays exactly this, there, and is not another payout's.`,
  );

/**
 * A person says that what was seen to leave was a move: what of it counted as missing is booked as the move's with the next
 * round. Refuses with INVALID_STATE a transaction that no block has, one that does not pay exactly the move's quantity by an
 * output of its own, and what something else explains already.
 */
export async function explainByMove(ctx: Ctx, id: string, move: Omit<RecordedPayment, "script">): Promise<void> {
  if (!(await explain(ctx, id, "MOVE", { ...move, script: undefined })))
    throw new Refusal(
      "INVALID_STATE",
      "This transaction is in no block, or pays the move's quantity by no output that is not explained: ask for a move of what has left.",
    );
}

/**
 * Something is agreed to: what has paid exactly this since it was asked for, and counted as missing, is its own. Answers the transaction's hash; undefined where nothing has. Refuses with INVALID_STATE while no
 * block has it.
 */
export async function explainAgreed(
  ctx: Ctx,
  network: Network,
  kind: Purpose["kind"],
  of: RecordedPayment & { script: string; askedAt: Date },
): Promise<string | undefined> {
  const seen = await leftSinceRequest(ctx.db, { network, ...of });
  if (seen?.status === "MEMPOOL")
    throw new Refusal(
      "INVALID_STATE",
      `A transaction that pays this was seen, and no block has it yet: ${seen.txHash}.`,
    );
  return seen && (await explain(ctx, seen.id, kind, of)) ? seen.txHash : undefined;
}

/** Answers false, with nothing written, where it pays no such thing. What was posted is mirrored, and posted anew by the worker. */
async function explain(ctx: Ctx, id: string, kind: ClaimKind, of: RecordedPayment): Promise<boolean> {
  const outgoing = await lockOutgoing(ctx.db, id);
  const amount = outgoing?.amounts.find(({ asset }) => asset === of.asset);
  const isPaid = outgoing && amount && unexplainedOf(outgoing, amount) >= of.units;
  if (!isPaid || !(await paysExactly(ctx.db, outgoing.id, of))) return false;
  if (outgoing.timesPosted > outgoing.timesReversed) {
    await bookRest(ctx, outgoing, outgoing.timesPosted, "back");
    await countReversed(ctx.db, outgoing.id);
  }
  const { objectId, asset, units } = of;
  await addClaim(ctx.db, outgoing.id, { objectId, asset, units, kind });
  return true;
}

export type SeenAmount = {
  outgoingId: string;
  network: Network;
  txHash: string;
  asset: CryptoAsset;
  spends: readonly string[];
};

/** The transaction of which one asset's loss is known by this id. */
export const seenAmount = ({ db }: Ctx, id: string): Promise<SeenAmount | undefined> => findAmount(db, id);

const isPlaced = ({ status }: Outgoing): boolean => status === "IN_BLOCK" || status === "FINAL";

const claimedOf = ({ claims }: Outgoing, { asset }: Amount): bigint =>
  sumOf(claims.filter((claim) => claim.asset === asset).map(({ units }) => units));

const unexplainedOf = (outgoing: Outgoing, amount: Amount): bigint =>
  maxOf(leftOf(amount) - claimedOf(outgoing, amount), 0n);

type Borne = { purpose: Purpose; claim: Outgoing["claims"][number]; placed: PlacedTransaction };

/** What was approved, each with the fee that it bears: all of it by one of an asset. */
function claimsOf({ network, txHash, amounts, claims }: Outgoing, purposes: readonly Purpose[]): Borne[] {
  return claims.flatMap((claim) => {
    if (claim.kind === "RECORDED") return [];
    const purpose = purposes.find(({ kind }) => kind === claim.kind);
    must(purpose, `${claim.kind} is posted by its own noun`);
    const amount = amounts.find(({ asset }) => asset === claim.asset);
    const fee = amount && bearerOf(claims, claim.asset) === claim ? amount.fee : 0n;
    return [{ purpose, claim, placed: { network, txHash, fee } }];
  });
}

/** Which one has its fee in the books: what stands with it, also beside one that was explained later; else the first to be booked. */
function bearerOf(claims: readonly StandingClaim[], asset: CryptoAsset): StandingClaim | undefined {
  const approved = claims.filter((claim) => claim.asset === asset && claim.kind !== "RECORDED");
  const stands = approved.find(({ bookedFee = 0n }) => bookedFee > 0n);
  return stands ?? approved.find(({ bookedFee }) => bookedFee === undefined);
}

/**
 * Posts what was approved, each by its own noun. Answers it without those that are not waited for any more: these are
 * missing then, and everybody of the house is told.
 */
async function bookApproved(ctx: Ctx, outgoing: Outgoing, purposes: readonly Purpose[]): Promise<Outgoing> {
  let remaining = outgoing;
  let booked = 0;
  for (let next = claimsOf(remaining, purposes)[booked]; next; next = claimsOf(remaining, purposes)[booked]) {
    const { purpose, claim, placed } = next;
    if (await purpose.left(ctx, claim, placed)) {
      booked += 1;
      continue;
    }
    await voidClaim(ctx.db, outgoing.id, claim);
    remaining = { ...remaining, claims: remaining.claims.filter((each) => each !== claim) };
    await reportUnknown(ctx, { ...remaining, to: [], inBlock: true });
  }
  return remaining;
}

/** Posts, or mirrors, what is left of it without approval. */
async function bookRest(ctx: Ctx, outgoing: Outgoing, n: number, way: "left" | "back"): Promise<void> {
  const { network, txHash, variant, id, claims } = outgoing;
  // What was written off is missing again before it comes back.
  if (way === "back") await takeBackResolutions(ctx, await amountIds(ctx.db, id));
  const parts = outgoing.amounts.map((amount): Unexplained => {
    const isBorne = claims.some(({ asset, kind }) => asset === amount.asset && kind !== "RECORDED");
    const missing = unexplainedOf(outgoing, amount);
    return {
      asset: amount.asset,
      missing,
      fee: isBorne ? 0n : amount.fee,
      gain: gainOf(amount, claimedOf(outgoing, amount)),
    };
  });
  const effectKey = `outgoing:${network}:${txHash}:${variant === 0 ? n : `${variant}.${n}`}`;
  const entry =
    way === "left"
      ? leftUnexplained({ effectKey, parts })
      : unexplainedReversed({ effectKey: `${effectKey}:reversed`, parts });
  if (entry.postings.length === 0) return;
  await post(ctx, entry, {});
  const missing = parts.map((part) => ({ asset: part.asset, quantity: amountOf(part.asset, part.missing).toString() }));
  await recordAudit(ctx, {
    action: way === "left" ? "outgoing.missing" : "outgoing.reversed",
    accountId: (await houseOf(ctx.app)).id,
    objectKind: "outgoing",
    objectId: id,
    detail: { txHash, missing },
  });
}

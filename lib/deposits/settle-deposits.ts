import { lockBill, type LockedBill } from "#lib/bills/lock-bill.ts";
import { cryptoOf, scaleOf } from "#lib/kernel/assets.ts";
import type { App } from "#lib/kernel/app.ts";
import { batchedReads } from "#lib/kernel/batch.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { maxOf, sumOf } from "#lib/kernel/money.ts";
import { findReference, type Reference } from "#lib/pricing/reference.ts";
import { openInTurn, takeTurnToSell } from "#lib/liquidity/open-position.ts";
import { type Posted, postAll } from "#lib/ledger/post.ts";
import { type EventType, emitPaymentEvents } from "#lib/events/emit.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import { fillParts } from "./book-parts.ts";
import { confirmDeposit } from "./confirm-deposit.ts";
import { holderOf } from "./hold-of.ts";
import { type HoldReason, holdReason } from "./hold-reason.ts";
import { finishWaiting, outcomeEvents, partFacts } from "./finish-waiting.ts";
import { advance } from "./states.ts";
import {
  withOneFee,
  reasonOf,
  sharesOf,
  type Shares,
  statusOf,
  usedOf,
  type WaitingPart,
  waitingIn,
  waitsForMarket,
} from "./part.ts";
import { withParts, writeFacts } from "./reason.ts";
import { sentenceOf } from "./sentence.ts";
import { billsToSettle, lookAgain, waitingPairs } from "./market-store.ts";
import { byTreatment } from "./needs.ts";
import { confirmedAt, type DepositRow, declineRow, lockDeposits, updateTreated } from "./store.ts";
import { standingAtPrice } from "./fill-store.ts";
import { type Became, type Offer, settleFresh } from "./fresh-sale.ts";
import {
  type Holder,
  isLate,
  keepAfterFailure,
  keepBelowMinimum,
  type Part,
  priceHeldUntil,
  type SoldPart,
  type Standing,
  treat,
} from "./treatment.ts";

/** How long a waiting part may wait for a fresh price, and how often it looks (rulebook 7.10). */
const WAIT_MS = 15 * 60_000;
const RETRY_MS = 1_000;

/** Bills with deposits to confirm, treat or finish now: those that wait for the price of a pair without one hold up no others. */
export async function findBillsToSettle(ctx: Ctx, limit: number): Promise<string[]> {
  const waiting = await waitingPairs(ctx.db, "FRESH");
  const now = await ctx.now();
  const found = await Promise.all(waiting.map(({ base, fiat }) => findReference(ctx.app, base, fiat, now)));
  return billsToSettle(
    ctx.db,
    waiting.filter((_, nth) => found[nth]),
    limit,
  );
}

/**
 * Confirms and treats whatever of a bill is due, in the order of the chain, in one transaction under the bill's lock:
 * states, fills, postings and events stand or fall together. Answers whether anything was due. In a set a bill with X is left
 * alone: it is priced behind what the bills before it have sold.
 */
export async function settleDeposits(ctx: Ctx, billId: string, inSet = false): Promise<boolean | "ALONE"> {
  return ctx.transaction(async (tx) => {
    const bill = await lockBill(tx, billId);
    const deposits = await lockDeposits(tx.db, billId);
    if (mayHaveSurplus(tx, bill, deposits)) {
      if (inSet) return "ALONE";
      await takeTurnToSell(tx, cryptoOf(bill.terms.asset), bill.terms.fiat);
    }
    const reference = await referenceFor(tx.db, { app: tx.app, bill });
    let worked = false;
    for (const deposit of deposits.toSorted(byTreatment)) {
      worked = (await settleDeposit(tx, bill, deposit, deposits, reference)) || worked;
    }
    if (worked) await emitBillTransition(tx, bill);
    return worked;
  });
}

/** Whether so much was received beyond Q that X may be sold of it: X is never more than all deposits together exceed Q. */
function mayHaveSurplus(ctx: Ctx, bill: LockedBill, deposits: readonly DepositRow[]): boolean {
  const { strategy, overpayment, quantityUnits } = bill.terms;
  if (strategy === "RAI" || (strategy === "RFQ" && overpayment === "KEEP")) return false;
  const received = sumOf(deposits.filter(({ wrongAsset }) => !wrongAsset).map(({ units }) => units));
  return received - quantityUnits >= minimumUnits(ctx, bill);
}

/** The reference of a bill's pair now: found once for all bills of a set. */
const referenceFor = batchedReads((_db: Db, asks: readonly { app: App; bill: LockedBill }[]) => {
  const found = new Map<string, Promise<Reference | undefined>>();
  return Promise.all(
    asks.map(({ app, bill: { terms, now } }) => {
      const base = cryptoOf(terms.asset);
      const pair = `${base}/${terms.fiat} ${now.getTime()}`;
      const known = found.get(pair) ?? findReference(app, base, terms.fiat, now);
      found.set(pair, known);
      return known;
    }),
  );
});

async function settleDeposit(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  deposits: readonly DepositRow[],
  reference: Reference | undefined,
): Promise<boolean> {
  if (deposit.status === "PROCESSING" && deposit.treatAfter && deposit.treatAfter <= bill.now) {
    return waitsForMarket(deposit.decision) ? false : settleWaiting(ctx, bill, deposit, reference);
  }
  if (deposit.status !== "UNCONFIRMED") return false;
  const confirmedTime = await confirmedAt(ctx.db, deposit);
  if (!confirmedTime) return false;
  const { counted, entries } = await confirmDeposit(ctx, deposit);
  const hold = counted.pending > 0n ? await holdReason(ctx, bill, counted, deposits) : heldBefore(deposit);
  if (!hold && counted.pending > 0n) {
    await treatNow(ctx, bill, counted, { confirmedAt: confirmedTime }, reference, entries);
    return true;
  }
  if (hold) await keepHeld(ctx, bill, counted, hold, confirmedTime);
  else await standAgain(ctx, bill, counted);
  await postAll(ctx, entries);
  return true;
}

/** Nothing is left to treat of a deposit that has come back: what was sold or paid out of it stands as it did. */
async function standAgain(ctx: Ctx, bill: LockedBill, deposit: DepositRow): Promise<void> {
  const status = advance(deposit.status, "CREDITED");
  await updateTreated(ctx.db, {
    ...standingColumns(deposit),
    status,
    late: deposit.late,
    reasonCode: undefined,
    reason: undefined,
    reasonFacts: undefined,
    decision: deposit.decision,
  });
  await emitPaymentEvents(ctx, bill.id, ["payment.deposit.confirmed", ...outcomeEvents(status)]);
}

/** The hold a deposit was last under, when all of it went back to its sender before the chain took it away. */
function heldBefore({ decision }: DepositRow): HoldReason | undefined {
  const { rule, sentence, ...hold } = (decision ?? {}) as Partial<HoldReason> & { rule?: string; sentence?: string };
  const { reasonCode } = hold;
  return rule === "HELD" && sentence && reasonCode ? { ...hold, reasonCode, reason: sentence } : undefined;
}

/** Keeps a deposit for people to decide; one that had gone back to its sender in full is declined again at once. */
async function keepHeld(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  hold: HoldReason,
  confirmed: Date,
): Promise<void> {
  const held = { ...deposit, reasonCode: hold.reasonCode, reasonFacts: hold.reasonFacts };
  const until = await priceUntil(ctx, bill, held, confirmed);
  await updateTreated(ctx.db, {
    ...standingColumns(deposit),
    late: isLate(bill.terms, arrivalOf(held, heldAs(held, confirmed))),
    status: advance(deposit.status, "HELD"),
    reasonCode: hold.reasonCode,
    reason: hold.reason,
    reasonFacts: hold.reasonFacts,
    decision: {
      rule: "HELD",
      sentence: hold.reason,
      reasonCode: hold.reasonCode,
      reasonFacts: hold.reasonFacts,
      keyPlace: hold.keyPlace,
      priceUntil: until?.toISOString(),
      at: bill.now.toISOString(),
    },
  });
  await emitPaymentEvents(ctx, bill.id, ["payment.deposit.confirmed", "payment.deposit.held"]);
  if (deposit.pending > 0n) return;
  await declineRow(ctx.db, deposit.id);
  await emitPaymentEvents(ctx, bill.id, ["payment.deposit.declined"]);
}

/** Until when its release gets the bill's price, as the bill stands now. */
export async function priceUntil(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  confirmed: Date,
): Promise<Date | undefined> {
  if (deposit.wrongAsset || deposit.pending === 0n) return undefined;
  const { holder, ...held } = heldAs(deposit, confirmed);
  return priceHeldUntil(bill.terms, arrivalOf(deposit, held), holder, await standingAtPrice(ctx.db, bill.id));
}

/** What a hold says of how its release is treated. */
export const heldAs = (hold: Pick<DepositRow, "reasonCode" | "reasonFacts">, confirmed: Date) => ({
  confirmedAt: confirmed,
  holder: holderOf(hold),
  older: hold.reasonCode === "BEFORE_BILL",
});

const arrivalOf = ({ pending: units, asset, firstSeen }: DepositRow, snapshot: Snapshot) => ({
  units,
  asset,
  firstSeen,
  ...snapshot,
});

/** What stands of a deposit whose pending part is not decided. */
const standingColumns = (deposit: DepositRow) => ({
  id: deposit.id,
  guaranteedUnits: 0n,
  pending: deposit.pending,
  converted: deposit.converted,
  unconverted: 0n,
  fee: deposit.fee,
  fiat: deposit.fiat,
  paidOut: deposit.paidOut,
  treatAfterMs: undefined,
  giveUpAt: undefined,
  timesConfirmed: deposit.timesConfirmed,
});

export type Snapshot = { confirmedAt: Date; released?: { at: Date; holder: Holder }; older?: boolean };

/**
 * Decides what is pending of a confirmed deposit and books the decision, after what is `unposted` of it; what needs a fresh
 * price waits for it as pending.
 */
export async function treatNow(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  snapshot: Snapshot,
  reference: Reference | undefined,
  unposted: readonly Posted[] = [],
): Promise<void> {
  const { treatment, parts } = await decideNow(ctx, bill, deposit, snapshot, reference);
  const entries = await fillParts(ctx, bill, deposit, parts, reference);
  const shares = sharesOf(parts);
  const waiting = parts.find(isWaiting);
  const facts = withParts(bill.terms, treatment.facts, parts);
  const sentence = sentenceOf(bill.terms, facts);
  const status = statusOf(parts);
  await updateTreated(ctx.db, {
    ...columnsOf(deposit, shares),
    id: deposit.id,
    status: advance(deposit.status, status),
    late: treatment.late,
    reasonCode: reasonOf(parts),
    reason: sentence,
    reasonFacts: writeFacts(facts),
    decision: decisionOf(treatment, sentence, parts, bill.now),
    guaranteedUnits: usedOf(parts),
    treatAfterMs: waiting && (waiting.kind === "MARKET" ? 0 : RETRY_MS),
    giveUpAt: waiting?.kind === "FRESH" ? new Date(bill.now.getTime() + WAIT_MS) : undefined,
    timesConfirmed: deposit.timesConfirmed,
  });
  const before: EventType = deposit.status === "HELD" ? "payment.deposit.released" : "payment.deposit.confirmed";
  await emitPaymentEvents(ctx, bill.id, [before, ...outcomeEvents(status)]);
  // One after the other: the statement tells what came before it tells what became of it.
  await postAll(ctx, unposted);
  await postAll(ctx, entries);
}

export type Settled = Part | SoldPart;

/** What is decided about the pending part of a confirmed deposit at a moment; nothing is written. */
export async function decideNow(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  snapshot: Snapshot,
  reference: Reference | undefined,
): Promise<{ treatment: ReturnType<typeof treat>; parts: readonly Settled[] }> {
  const standing = await standingAtPrice(ctx.db, bill.id);
  const treatment = treat(bill.terms, arrivalOf(deposit, snapshot), standing);
  return { treatment, parts: await partsNow(ctx, bill, treatment.parts, reference, standing) };
}

const isWaiting = (part: Settled): part is WaitingPart => part.kind === "FRESH" || part.kind === "MARKET";

/**
 * What waits for a fresh price is sold at once when there is one for all of it; X and market orders under the venue's
 * minimum are kept whatever the price; otherwise the parts stay as they are.
 */
async function partsNow(
  ctx: Ctx,
  bill: LockedBill,
  parts: readonly Part[],
  reference: Reference | undefined,
  standing: Standing,
): Promise<readonly Settled[]> {
  const offer = parts.some(({ kind }) => kind === "FRESH") ? await offerFor(ctx, bill, parts, reference) : undefined;
  const settled: Settled[] = [];
  for (const part of parts) {
    if (isSoldOnItsOwn(part) && part.units < minimumUnits(ctx, bill))
      settled.push(keepBelowMinimum(bill.terms, part.units));
    else if (part.kind !== "FRESH") settled.push(part);
    else {
      const became = offer && settleFresh(bill.terms, part, offer, standing);
      if (!became) return parts;
      settled.push(...became);
    }
  }
  return withOneFee(bill.terms, settled);
}

/** Whether the venue's minimum applies to it (rulebook 7.6). */
const isSoldOnItsOwn = (part: Part): boolean => part.kind === "MARKET" || (part.kind === "FRESH" && !part.atMost);

/** What of Q is released late, and what is too little to be sold, needs no position (rulebook 4.14). */
async function offerFor(
  ctx: Ctx,
  bill: LockedBill,
  parts: readonly Part[],
  reference: Reference | undefined,
): Promise<Offer | undefined> {
  if (!reference) return undefined;
  const { base, fiat } = reference;
  const least = minimumUnits(ctx, bill);
  const sellsSurplus = parts.some((part) => part.kind === "FRESH" && !part.atMost && part.units >= least);
  const behind = sellsSurplus ? await openInTurn(ctx, base, fiat) : Decimal.ZERO;
  return { reference, behind, minimumUnits: least };
}

function minimumUnits(ctx: Ctx, bill: LockedBill): bigint {
  const { asset } = bill.terms;
  return ctx.app.venue.capabilities().minimum(cryptoOf(asset)).floorUnits(scaleOf(asset));
}

/** What waits for a fresh price is sold as soon as one comes, and kept after 15 minutes without. */
async function settleWaiting(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  reference: Reference | undefined,
): Promise<boolean> {
  const outOfTime = deposit.giveUpAt !== undefined && deposit.giveUpAt <= bill.now;
  const waiting = waitingIn(deposit.decision);
  if (outOfTime) {
    const parts = waiting.map(({ units }) => keepAfterFailure(bill.terms, units));
    const became = withOneFee(bill.terms, parts);
    await finishWaiting(ctx, bill, deposit, { kind: "FRESH", became });
    return true;
  }
  const became = await partsNow(ctx, bill, waiting, reference, await standingAtPrice(ctx.db, bill.id));
  if (became.some(({ kind }) => kind === "FRESH")) {
    await lookAgain(ctx.db, deposit.id, RETRY_MS);
    return false;
  }
  await finishWaiting(ctx, bill, deposit, { kind: "FRESH", became: became as Became[], reference });
  return true;
}

/** What the decision makes of the pending part, beside what stands of the deposit already. */
const columnsOf = (deposit: DepositRow, shares: Shares) => ({
  pending: maxOf(shares.pendingUnits, 0n),
  converted: deposit.converted + shares.convertedUnits,
  unconverted: shares.unconvertedUnits,
  fee: deposit.fee + shares.feeUnits,
  fiat: deposit.fiat + shares.fiatUnits,
  paidOut: deposit.paidOut,
});

function decisionOf(
  treatment: ReturnType<typeof treat>,
  sentence: string,
  parts: readonly Settled[],
  now: Date,
): Record<string, unknown> {
  const { rule, inputs, late } = treatment;
  return { rule, sentence, inputs, late, at: now.toISOString(), parts: parts.map(partFacts) };
}

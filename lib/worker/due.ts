import { forgetNonces } from "#lib/keys/forget-nonces.ts";
import { forgetChallenges } from "#lib/people/forget-challenges.ts";
import { forgetAttempts } from "#lib/people/login-throttle.ts";
import { forgetSessionOrigins } from "#lib/people/personal-data.ts";
import { forgetKeys } from "#lib/http/idempotency.ts";
import { sealAudit } from "#lib/audit/seal.ts";
import { forgetRequests } from "#lib/log/request-log.ts";
import { countPolls, followChains } from "#lib/chains/follow.ts";
import { readHistories } from "#lib/chains/read-history.ts";
import { endDuePromises, foldDuePromises } from "#lib/bills/end-promises.ts";
import { closeBillDays } from "#lib/bills/close-days.ts";
import { expireBill, findBillsToExpire } from "#lib/bills/expire-bill.ts";
import { findConversionsToTimeOut, freeLocked, timeOutConversion } from "#lib/conversions/cancel-conversion.ts";
import { settleConversion } from "#lib/conversions/settle-conversion.ts";
import {
  countDepositsRetrying,
  findDepositsToSell,
  recordMarketOrder,
  sellAtMarket,
} from "#lib/deposits/market-order.ts";
import { readSendersDue } from "#lib/deposits/read-senders.ts";
import { findBillsToSettle, settleDeposits } from "#lib/deposits/settle-deposits.ts";
import { findReversalsDue, type FreeLocked, reverseDue } from "#lib/deposits/take-back.ts";
import { confirmStray, findStraysToConfirm } from "#lib/deposits/stray.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import {
  finish,
  findOutgoingToFinish,
  findOutgoingToPost,
  findPayoutsToTakeBack,
  postOutgoing,
  takeBackPayouts,
} from "#lib/outgoing/post-outgoing.ts";
import type { Purpose } from "#lib/outgoing/purpose.ts";
import { fillPools } from "#lib/wallets/pool.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { keepGas, proveDaily } from "#lib/outgoing/prove-custody.ts";
import { scanCustody } from "#lib/outgoing/scan-custody.ts";
import { moveArrivals } from "#lib/moves/arrivals.ts";
import { movePurpose } from "#lib/moves/purpose.ts";
import { findLapsedMoves, lapseMove } from "#lib/moves/request-move.ts";
import { payoutPurpose } from "#lib/payouts/purpose.ts";
import { beginExport, forgetFiles } from "#lib/exports/write-export.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sendLetters } from "#lib/notices/send-letters.ts";
import { extendPostingRanges } from "#lib/ledger/extend-ranges.ts";
import { findHedgesDue, hedge, recordHedge } from "#lib/liquidity/hedge.ts";
import { bookUnclaimed, findUnclaimed } from "#lib/liquidity/adopt-orders.ts";
import { watchHedges } from "#lib/liquidity/hedge-limits.ts";
import { countOrdersComing, findOrdersToResolve, resolveOrder } from "#lib/liquidity/resolve-orders.ts";
import { sweepDay } from "#lib/liquidity/sweep-result.ts";
import { findMissedOrders, watchMissed } from "#lib/liquidity/watch-missed.ts";
import { findLapsedPayouts, freeReserved, lapsePayout } from "#lib/payouts/decide-payout.ts";
import { failMissed, findMissedPayouts } from "#lib/payouts/paid-otherwise.ts";
import { noteLastSeen } from "#lib/recovery/last-seen.ts";
import { keepFees } from "#lib/signing/keep-fees.ts";
import { endExpired, endFamilies, endUsedUp } from "#lib/signing/end-prepared.ts";
import { endSafeBatches } from "#lib/signing/end-safe.ts";
import { losingCoins } from "#lib/signing/lost-coins.ts";
import { traceCoins } from "#lib/signing/trace-coins.ts";
import { sendDue } from "#lib/signing/send-prepared.ts";
import { settlementAsk } from "#lib/approvals/payout-or-ask.ts";
import {
  askForSettlement,
  findSettlementsToAsk,
  findSettlementsToMake,
  makeSettlement,
} from "#lib/settlements/run-settlements.ts";
import { makeNotices } from "#lib/notices/make-notices.ts";
import { sendDueNotices } from "#lib/notices/send-notices.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { forgetSamples } from "#lib/pricing/read-feeds.ts";
import { readTransfers } from "#lib/transfers/read-transfers.ts";
import { countDeliveriesComing, deliverDue } from "#lib/webhooks/deliver.ts";
import { countEventsComing, fanOut } from "#lib/webhooks/fan-out.ts";
import { each } from "#lib/kernel/each.ts";
import { eachInSets } from "./each.ts";

/**
 * One kind of due work: finds what is due by the business clock and calls the verb for each. Answers how much it did.
 * `coming` counts what is on its way or due within moments, for callers that wait until all is done. One that `reports`
 * passes on what happened: it makes no work for those that do not.
 */
export type Task = { name: string; run(ctx: Ctx): Promise<number>; coming?(ctx: Ctx): Promise<number>; reports?: true };

/** Rows one task takes in one round, so that no kind of work starves another. */
const BATCH = 50;
/** The same where many rows are one transaction's work. */
const IN_SETS = 400;

/** What invoices and open payouts hold of a deposit that is about to be reversed. */
const freeHeld: FreeLocked = async (ctx, depositId) =>
  (await freeLocked(ctx, depositId)) && (await freeReserved(ctx, depositId));
/** Why money may leave: approved payouts and moves, each by its own noun. */
export const purposes: readonly Purpose[] = [payoutPurpose, movePurpose];
/** What blocks and mempool bring, and who is told of it. */
export const watcher = losingCoins(depositWatcher(freeHeld, purposes, moveArrivals));
/** Who books what became of an order, by what it was for. */
export const recorders = { INVOICE: settleConversion, MARKET: recordMarketOrder, HEDGE: recordHedge };

/**
 * What asks nodes for what is prepared. The worker has a loop of its own for each, so that one that hangs holds up no round;
 * who waits until all is done, runs them with the rest.
 */
export const PREPARED: readonly Task[] = [
  { name: "send-prepared", run: (ctx) => sendDue(ctx, BATCH) },
  { name: "trace-coins", run: traceCoins },
  { name: "end-used-up", run: (ctx) => endUsedUp(ctx, BATCH) },
  { name: "end-safe", run: (ctx) => endSafeBatches(ctx, BATCH) },
  { name: "end-expired", run: (ctx) => endExpired(ctx, BATCH) },
];

/** What the worker does, when, and which verb it calls: it decides nothing itself. */
export const TASKS: readonly Task[] = [
  { name: "scan-chains", run: (ctx) => followChains(ctx, watcher), coming: countPolls },
  {
    name: "settle-deposits",
    run: async (ctx) => eachInSets(ctx, await findBillsToSettle(ctx, IN_SETS), settleDeposits),
  },
  {
    name: "confirm-strays",
    run: async (ctx) => each(await findStraysToConfirm(ctx, BATCH), (id) => confirmStray(ctx, id)),
  },
  { name: "read-senders", run: readSendersDue },
  { name: "read-transfers", run: readTransfers },
  {
    name: "post-outgoing",
    run: async (ctx) =>
      (await each(await findPayoutsToTakeBack(ctx, BATCH), (id) => takeBackPayouts(ctx, id, purposes))) +
      (await each(await findOutgoingToPost(ctx, BATCH), (id) => postOutgoing(ctx, id, purposes))),
  },
  {
    name: "finish-outgoing",
    run: async (ctx) => each(await findOutgoingToFinish(ctx, BATCH), (id) => finish(ctx, id, purposes)),
  },
  {
    name: "end-prepared",
    run: async (ctx) =>
      (await endFamilies(ctx, BATCH)) + (await each(await findMissedPayouts(ctx, BATCH), (id) => failMissed(ctx, id))),
  },
  ...PREPARED,
  {
    name: "expire-bills",
    run: async (ctx) => eachInSets(ctx, await findBillsToExpire(ctx, IN_SETS), expireBill),
  },
  { name: "end-promises", run: endDuePromises },
  { name: "fold-promises", run: foldDuePromises },
  {
    name: "sell-at-market",
    run: async (ctx) => each(await findDepositsToSell(ctx, BATCH), (depositId) => sellAtMarket(ctx, depositId)),
    coming: countDepositsRetrying,
  },
  {
    name: "resolve-orders",
    run: async (ctx) => each(await findOrdersToResolve(ctx, BATCH), (orderId) => resolveOrder(ctx, orderId, recorders)),
    coming: countOrdersComing,
  },
  {
    name: "reverse-due",
    run: async (ctx) => each(await findReversalsDue(ctx, BATCH), (id) => reverseDue(ctx, id, freeHeld)),
  },
  {
    name: "hedge",
    run: async (ctx) => each(await findHedgesDue(ctx), (pair) => hedge(ctx, pair)),
  },
  { name: "watch-hedges", run: watchHedges },
  {
    name: "book-unclaimed",
    run: async (ctx) => each(await findUnclaimed(ctx, BATCH), (adopted) => bookUnclaimed(ctx, adopted)),
  },
  {
    name: "time-out-conversions",
    run: async (ctx) => each(await findConversionsToTimeOut(ctx, BATCH), (id) => timeOutConversion(ctx, id)),
  },
  {
    name: "lapse-payouts",
    run: async (ctx) => each(await findLapsedPayouts(ctx, BATCH), (id) => lapsePayout(ctx, id)),
  },
  {
    name: "make-settlements",
    run: async (ctx) => each(await findSettlementsToMake(ctx, BATCH), (due) => makeSettlement(ctx, due)),
  },
  {
    name: "ask-for-settlements",
    run: async (ctx) => each(await findSettlementsToAsk(ctx, BATCH), (id) => askForSettlement(ctx, id, settlementAsk)),
  },
  {
    name: "lapse-moves",
    run: async (ctx) => each(await findLapsedMoves(ctx, BATCH), (id) => lapseMove(ctx, id)),
  },
  { name: "spread-events", run: fanOut, coming: countEventsComing, reports: true },
  { name: "deliver-webhooks", run: deliverDue, coming: countDeliveriesComing, reports: true },
];

/** The worker's rounds. */
export const ROUNDS: readonly Task[] = TASKS.filter((task) => !PREPARED.includes(task));

/** Before all other upkeep: on an older copy of the database nothing else is done. */
export const NOTE: Task = { name: "note-last-seen", run: noteLastSeen };

/** Upkeep that no caller waits for; `settle` leaves it out. */
export const UPKEEP: readonly Task[] = [
  NOTE,
  { name: "begin-exports", run: beginExport },
  { name: "forget-nonces", run: forgetNonces },
  { name: "forget-challenges", run: forgetChallenges },
  { name: "forget-tries", run: forgetAttempts },
  { name: "forget-visits", run: forgetSessionOrigins },
  { name: "forget-idempotency-keys", run: forgetKeys },
  { name: "keep-prices", run: keepPrices },
  { name: "forget-price-samples", run: forgetSamples },
  { name: "forget-requests", run: forgetRequests },
  { name: "seal-audit", run: sealAudit },
  { name: "read-wallet-histories", run: readHistories },
  { name: "extend-change", run: extendChange },
  { name: "make-notices", run: makeNotices },
  { name: "forget-export-files", run: forgetFiles },
  { name: "sweep-results", run: sweepDay },
  { name: "range-postings", run: extendPostingRanges },
  { name: "sum-bill-days", run: closeBillDays },
  {
    name: "watch-missed-orders",
    run: async (ctx) => each(await findMissedOrders(ctx, BATCH), (orderId) => watchMissed(ctx, orderId)),
  },
];

/** What may wait long for nodes, and must hold up neither the chains that are followed nor what is sold. */
export const PROOFS: readonly Task[] = [{ name: "prove-custody", run: (ctx) => proveDaily(ctx, purposes) }];

/** What asks nodes for more than blocks, each in a loop of its own: one that hangs holds up neither the rounds nor the other two. */
export const NODES: readonly Task[] = [
  { name: "keep-fees", run: keepFees },
  { name: "scan-custody", run: scanCustody },
  { name: "weigh-gas", run: (ctx) => keepGas(ctx, purposes) },
];

/** What waits for the servers of others, each in a loop of its own: one that hangs holds up neither the rounds nor the other. */
export const LETTERS: readonly Task[] = [
  { name: "send-mail", run: sendLetters },
  { name: "send-notices", run: sendDueNotices },
];

/** What has a loop of its own beside the rounds: while many bills are made their addresses are derived all the time. */
export const BESIDE: readonly Task[] = [{ name: "refill-address-pools", run: fillPools }];

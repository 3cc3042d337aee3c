import type { Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { maxOf, sumOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode, custodyCode } from "#lib/ledger/chart.ts";
import {
  custodyCovered,
  depositKey,
  type JournalEntry,
  reversedGone,
  reversedRetained,
  reversedPending,
  reversedSold,
  mergedEntries,
} from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { aboutDeposit } from "./book-parts.ts";
import { reverseFills, type StandingFill, standingFills } from "./fill-store.ts";
import type { DepositRow } from "./store.ts";
import { dropDeposit, type Gone, markReversed } from "./reversal-store.ts";

/**
 * Takes a confirmed deposit back after the chain did (rulebook 8.5): mirrors its postings at their own prices. What the
 * account has spent meanwhile it owes. The caller holds the bill's lock; crypto in a live invoice is freed before.
 */
export async function reverseDeposit(ctx: Ctx, deposit: DepositRow, gone: Gone): Promise<void> {
  must(deposit.locked === 0n, "crypto of a live invoice is freed before its deposit is reversed");
  must(deposit.reserved === 0n, "crypto of an open payout is freed before its deposit is reversed");
  const fills = await standingFills(ctx.db, deposit.id);
  await coverCustody(ctx, deposit);
  const entries = await reversalOf(ctx, deposit, fills);
  await post(ctx, mergedEntries(entries), aboutDeposit(deposit));
  await reverseFills(ctx.db, deposit.id);
  await dropDeposit(ctx.db, deposit.id, gone);
  await markReversed(ctx.db, deposit.id);
  await emitPaymentEvents(ctx, deposit.billId, [
    deposit.status === "CONVERTED" || deposit.status === "CREDITED"
      ? "payment.deposit.reversed"
      : "payment.deposit.dropped",
  ]);
}

/**
 * Coins that were paid out are gone for good, so a reversal may take more out of custody than there is: the house then
 * owes custody the difference, which treasury buys at the venue.
 */
export async function coverCustody(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const { accountId, asset, units } = deposit;
  const short = units - (await balanceOf(ctx, custodyCode(asset), asset));
  if (short <= 0n) return;
  const about = { accountId, asset, units: short, venue: ctx.app.venue.name };
  await post(ctx, custodyCovered({ ...about, effectKey: depositKey(deposit, "covered") }), aboutDeposit(deposit));
}

async function reversalOf(ctx: Ctx, deposit: DepositRow, fills: readonly StandingFill[]): Promise<JournalEntry[]> {
  const about = { effectKey: depositKey(deposit, "reversed"), accountId: deposit.accountId, asset: deposit.asset };
  const entries: JournalEntry[] = [];
  if (deposit.pending > 0n) entries.push(reversedPending({ ...about, units: deposit.pending }));
  const own = fills.filter((fill) => fill.method !== "CONVERSION");
  const byInvoice = fills.filter((fill) => fill.method === "CONVERSION");
  const transactionFee = deposit.fee - sumOf(fills.map((fill) => fill.feeUnits));
  if (deposit.unconverted + transactionFee > 0n) {
    entries.push(reversedRetained({ ...about, units: deposit.unconverted, feeUnits: maxOf(transactionFee, 0n) }));
  }
  const gone = sumOf(byInvoice.map((fill) => fill.units)) + deposit.paidOut;
  if (gone > 0n) entries.push(reversedGone({ ...about, units: gone }));
  const free = new Map<Fiat, bigint>();
  for (const fill of own) {
    const left = free.get(fill.fiat) ?? (await balanceOf(ctx, balanceCode(deposit.accountId, "available"), fill.fiat));
    entries.push(reversedSold({ ...fill, ...about, availableFiatUnits: left }));
    free.set(fill.fiat, maxOf(left - fill.fiatUnits, 0n));
  }
  return entries;
}

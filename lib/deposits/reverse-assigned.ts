import { emitPaymentEvents } from "#lib/events/emit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import { aboutDeposit } from "./book-parts.ts";
import { standingFills } from "./fill-store.ts";
import { dropDeposit, type Gone, markReversed } from "./reversal-store.ts";
import { coverCustody } from "./reverse-deposit.ts";
import { reverseStray } from "./reverse-stray.ts";
import type { DepositRow } from "./store.ts";
import { blockOfStray, seeAgain } from "./stray-store.ts";

/**
 * Takes an assigned deposit back after the chain did (rulebook 13.32): its assignment is mirrored, what conversions have sold
 * of it and what was paid out the account owes, and what came is out of the books. The caller holds the bill's lock; crypto in
 * a live invoice is freed before. Where a block holds it again by now, it waits there as any other.
 */
export async function reverseAssigned(ctx: Ctx, deposit: DepositRow, gone: Gone): Promise<void> {
  const { strayId } = deposit;
  must(strayId, "it was assigned");
  must(deposit.locked === 0n && deposit.reserved === 0n, "crypto of a deposit is freed before it is reversed");
  const sold = await standingFills(ctx.db, deposit.id);
  const owed = sumOf(sold.map(({ units }) => units)) + deposit.paidOut;
  await coverCustody(ctx, deposit);
  await takeBackResolutions(ctx, [strayId], { about: aboutDeposit(deposit), owed });
  await dropDeposit(ctx.db, deposit.id, gone);
  await markReversed(ctx.db, deposit.id);
  await emitPaymentEvents(ctx, deposit.billId, ["payment.deposit.reversed"]);
  const block = await blockOfStray(ctx.db, strayId);
  await reverseStray(ctx, strayId);
  if (block) await seeAgain(ctx.db, strayId, block);
}

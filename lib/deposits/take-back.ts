import { lockBill } from "#lib/bills/lock-bill.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import { writeFacts } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import { REASON_WORDS } from "#lib/i18n/reason.en.ts";
import { reverseAssigned } from "./reverse-assigned.ts";
import { reverseDeposit } from "./reverse-deposit.ts";
import type { ReasonCode } from "./states.ts";
import { billHolding, type DepositRow, lockDeposits } from "./store.ts";
import { deferStray } from "./stray-store.ts";
import { placeDeposit, type PaidOtherwise } from "./watch-store.ts";
import { deferReversal, type Gone, reversalsDue } from "./reversal-store.ts";

/** Frees a deposit's crypto that is locked elsewhere, before it is reversed; false while that cannot be done yet. */
export type FreeLocked = (ctx: Ctx, depositId: string) => Promise<boolean>;

/**
 * Takes a deposit out of a block that left its chain: reversed when it was confirmed, else back in the mempool. While an
 * invoice is selling it, its reversal is due and waits in a queue of its own; the scan goes on (rulebook 8.6).
 */
export async function takeBack(
  ctx: Ctx,
  { id, billId, strayId }: Pick<DepositRow, "id" | "billId" | "strayId">,
  freeLocked: FreeLocked,
): Promise<void> {
  const before = await lockBill(ctx, billId);
  if (strayId) await deferStray(ctx.db, strayId);
  if (await freeLocked(ctx, id)) {
    const deposit = await lockedDeposit(ctx, billId, id);
    if (deposit.timesConfirmed > deposit.timesReversed) await reverse(ctx, deposit);
    else await placeDeposit(ctx.db, { id, block: undefined });
  } else await deferReversal(ctx.db, id);
  await emitBillTransition(ctx, before);
}

/** Deposits whose reversal has waited for an invoice's outcome that is known now. */
export function findReversalsDue(ctx: Ctx, limit: number): Promise<string[]> {
  return reversalsDue(ctx.db, limit);
}

/**
 * Reverses what waited, and puts it into the block that holds it by now, if one does. Answers whether it was done: not
 * while an invoice is selling it again.
 */
export async function reverseDue(ctx: Ctx, depositId: string, freeLocked: FreeLocked): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    if (!(await freeLocked(tx, depositId))) return false;
    const billId = await billHolding(tx.db, depositId);
    const before = await lockBill(tx, billId);
    const deposit = await lockedDeposit(tx, billId, depositId);
    if (!deposit.reversalDueAt) return false;
    await reverse(tx, deposit);
    const block = blockOf(deposit);
    if (block) {
      await placeDeposit(tx.db, { id: depositId, block });
      await emitPaymentEvents(tx, billId, ["payment.detected"]);
    }
    await emitBillTransition(tx, before);
    return true;
  });
}

const reverse = (ctx: Ctx, deposit: DepositRow): Promise<void> =>
  (deposit.strayId ? reverseAssigned : reverseDeposit)(ctx, deposit, goneBy("REORGANISED", deposit));

function blockOf({ blockHeight: height, blockHash: hash, blockTime: time, position }: DepositRow) {
  return height !== undefined && hash !== undefined && time !== undefined
    ? { height, hash, time, position }
    : undefined;
}

async function lockedDeposit(ctx: Ctx, billId: string, id: string): Promise<DepositRow> {
  const deposit = (await lockDeposits(ctx.db, billId)).find((each) => each.id === id);
  must(deposit, "a deposit stays with its bill");
  return deposit;
}

/** Why a deposit left its chain, in its reason. */
export function goneBy(
  gone: "REORGANISED" | "DOUBLE_SPENT" | "EVICTED",
  { asset, units }: Pick<PaidOtherwise, "asset" | "units">,
): Gone {
  const facts: ReasonFacts = { quantity: amountOf(asset, units), gone, parts: [] };
  const reasonCode: ReasonCode = gone === "DOUBLE_SPENT" ? "DOUBLE_SPENT" : "REORGANISED";
  return { reasonCode, reason: REASON_WORDS.gone[gone], reasonFacts: writeFacts(facts) };
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBills } from "#lib/bills/lock-bill.ts";
import { reserveOnDeposit } from "#lib/deposits/pay-from-deposit.ts";
import { emitPayoutEvent } from "#lib/events/emit.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { payoutReleased } from "#lib/ledger/payout-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { unknownPayout } from "./get-payouts.ts";
import { ENDED_BECAUSE, type PayoutState } from "./payout-states.ts";
import {
  approvalOf,
  lapsedPayouts,
  lockPayout,
  movePayout,
  openPayoutsOf,
  type PartRow,
  partsOf,
  type PayoutRow,
} from "./store.ts";

/** A payout under its locks: its bills' first, as everywhere. */
export type HeldPayout = { payout: PayoutRow; parts: PartRow[] };

/** Locks a payout, of the context's account where it is `own`. Refuses with NOT_FOUND an unknown, foreign or recorded one. */
export async function holdPayout(tx: Ctx, payoutId: string, own: boolean): Promise<HeldPayout> {
  if (!isId(payoutId)) throw unknownPayout();
  const parts = await partsOf(tx.db, payoutId);
  if (parts.length > 0) await lockBills(tx, [...new Set(parts.map(({ billId }) => billId))]);
  const payout = await lockPayout(tx.db, payoutId);
  if (!payout || (own && payout.account.id !== accountOf(tx).id)) throw unknownPayout();
  return { payout, parts };
}

const ENDS = {
  REJECTED: { action: "payout.reject", event: "payout.rejected" },
  CANCELLED: { action: "payout.cancel", event: "payout.cancelled" },
  FAILED: { action: "payout.fail", event: "payout.failed" },
} as const;

type Ending = { status: keyof typeof ENDS; reason: string | undefined };

/** Ends a payout that has not left: what it reserved is back where it came from. In the locks of {@link holdPayout}. */
export async function endPayout(tx: Ctx, { payout, parts }: HeldPayout, { status, reason }: Ending): Promise<void> {
  const { id: payoutId, asset, account, fromPending } = payout;
  const from = fromPending ? "pending" : "available";
  const money = { payoutId, accountId: account.id, asset, from } as const;
  await movePayout(tx.db, { id: payoutId, status, isOut: false, reason });
  if (isFiat(asset)) await post(tx, payoutReleased({ ...money, units: payout.units }), { accountId: account.id });
  for (const { depositId, billId, units } of parts) {
    await reserveOnDeposit(tx, depositId, -units);
    await post(tx, payoutReleased({ ...money, units, depositId }), { accountId: account.id, billId, depositId });
  }
  const { action, event } = ENDS[status];
  await auditPayout(tx, payout, { action, ...(reason !== undefined && { note: reason }) });
  await emitPayoutEvent(tx, payoutId, event);
}

/** Refuses with INVALID_STATE a payout in any other state than these. */
export function refuseBut({ status }: Pick<PayoutRow, "status">, states: readonly PayoutState[]): void {
  if (!states.includes(status)) throw new Refusal("INVALID_STATE", `This payout is ${status}.`);
}

/** The step in the audit record of the payout's account, by whichever actor. */
export function auditPayout(
  tx: Ctx,
  { id, account }: PayoutRow,
  { action, ...detail }: { action: string; [fact: string]: string },
) {
  return recordAudit(tx, { action, accountId: account.id, objectKind: "payout", objectId: id, detail });
}

/** The states in which only the program's own people could have begun to pay: taken back with the deposit it is paid from. */
const REVOCABLE: readonly PayoutState[] = ["REQUESTED", "APPROVED", "PREPARED"];

/**
 * Frees a deposit that is about to be reversed from the payouts that reserve it, by cancelling them (rulebook 8.6). False
 * while one is signed or on its way: its outcome decides what there is to reverse.
 */
export async function freeReserved(tx: Ctx, depositId: string): Promise<boolean> {
  for (const { id } of await openPayoutsOf(tx.db, depositId)) {
    const held = await holdPayout(tx, id, false);
    if (!REVOCABLE.includes(held.payout.status)) return false;
    await endPayout(tx, held, { status: "CANCELLED", reason: "DEPOSIT_REVERSED" });
  }
  return true;
}

/** The request that a payout waits for, or waited. */
export const requestOf = (ctx: Ctx, payoutId: string): Promise<string | undefined> => approvalOf(ctx.db, payoutId);

/** Payouts whose request nobody decided in time. */
export const findLapsedPayouts = (ctx: Ctx, limit: number): Promise<string[]> => lapsedPayouts(ctx.db, limit);

/** Ends one of those; false when it was decided meanwhile. */
export function lapsePayout(ctx: Ctx, payoutId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    if (held.payout.status !== "REQUESTED") return false;
    await endPayout(tx, held, { status: "CANCELLED", reason: ENDED_BECAUSE.undecided });
    return true;
  });
}

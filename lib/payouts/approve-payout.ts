import { emitPayoutEvent } from "#lib/events/emit.ts";
import { isFiat, networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { explainAgreed } from "#lib/outgoing/post-outgoing.ts";
import { auditPayout, holdPayout, refuseBut } from "./decide-payout.ts";
import { payoutExpected, payoutSeen } from "./leave-payout.ts";
import { needPlace } from "./need-place.ts";
import { movePayout, type PayoutRow } from "./store.ts";

/**
 * Lets the money leave, where it may go now; what has left since it was asked for goes on by that. Refuses with INVALID_STATE what does not wait any more.
 */
export async function approvePayout(tx: Ctx, payoutId: string): Promise<PayoutRow> {
  const { payout } = await holdPayout(tx, payoutId, true);
  refuseBut(payout, ["REQUESTED"]);
  await needPlace(tx, payout);
  await movePayout(tx.db, { id: payoutId, status: "APPROVED", isOut: false });
  await auditPayout(tx, payout, { action: "payout.approve" });
  await emitPayoutEvent(tx, payoutId, "payout.approved");
  await takeLeft(tx, payout);
  return payout;
}

/** It has left already: by a transaction that nobody knew a reason for, as it was sent by hand, or agreed to before a restore. */
async function takeLeft(tx: Ctx, { id: payoutId, asset, units, askedAt }: PayoutRow): Promise<void> {
  if (isFiat(asset)) return;
  const network = networkOf(asset);
  const expected = (await payoutExpected(tx, network)).find((each) => each.payoutId === payoutId);
  must(expected, "a payout of crypto goes to an address of its network");
  const { script } = expected;
  const txHash = await explainAgreed(tx, network, "PAYOUT", { objectId: payoutId, asset, units, script, askedAt });
  if (txHash !== undefined) await payoutSeen(tx, { payoutId, txHash });
}

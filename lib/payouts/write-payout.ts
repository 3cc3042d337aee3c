import { recordAudit } from "#lib/audit/record-audit.ts";
import type { LockedBill } from "#lib/bills/lock-bill.ts";
import { emitBillTransition } from "#lib/deposits/emit-bill-transition.ts";
import { payFromDeposit } from "#lib/deposits/pay-from-deposit.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { isFiat, networkOf } from "#lib/kernel/assets.ts";
import { accountOf, actorName, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must } from "#lib/kernel/errors.ts";
import { payoutCrypto, payoutFiat, payoutReturn } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { explainRecorded } from "#lib/outgoing/post-outgoing.ts";
import { madeTo } from "./need-place.ts";
import { type PayoutInput, take, type TakenParts } from "./parts.ts";
import { insertPayout } from "./store.ts";

/**
 * Records a payout that was made elsewhere, in an open transaction, and answers its id: free fiat, free crypto (of one
 * bill, one deposit, or the account's oldest first), or held and declined crypto going back to its sender. What is held and
 * all gone back is declined. Refuses with INSUFFICIENT_FUNDS what is not there, an unknown or foreign bill, deposit or
 * beneficiary with NOT_FOUND, with INVALID_STATE a transaction that is not final, or does not pay exactly this, to the
 * beneficiary, and as {@link madeTo} does what goes to none.
 */
export async function writePayout(tx: Ctx, input: PayoutInput): Promise<string> {
  const { asset, networkType, paymentId, txId, txHash, bankReference, reference, quantity } = input;
  if (isFiat(asset) && (networkType || paymentId || txId || txHash))
    throw invalid("asset", "A fiat payout names asset, quantity and reference only.");
  if (!isFiat(asset) && bankReference !== undefined)
    throw invalid("bankReference", "bankReference is only allowed with a fiat.");
  const to = await madeTo(tx, input);
  const { beneficiaryId = undefined, script = undefined } = to && "beneficiaryId" in to ? to : {};
  const taken = await take(tx, input, { held: true, leavesReserve: false });
  const id = tx.id();
  await insertPayout(tx.db, {
    id,
    accountId: accountOf(tx).id,
    asset: taken.asset,
    units: taken.units,
    kind: "PAYOUT",
    status: "RECORDED",
    beneficiaryId,
    refundLinkId: undefined,
    billId: paymentId,
    depositId: txId,
    fromPending: taken.fromPending,
    reference,
    txHash,
    bankReference,
    recordedBy: actorName(tx.actor),
    approvalId: tx.approval?.approvalId ?? null,
    parts: taken.parts,
  });
  if (!isFiat(taken.asset) && txHash !== undefined) {
    const { asset: paid, units } = taken;
    await explainRecorded(tx, networkOf(paid), txHash, { objectId: id, asset: paid, units, script });
  }
  await book(tx, id, taken);
  await recordAudit(tx, {
    action: "payout.record",
    objectKind: "payout",
    objectId: id,
    detail: { asset, quantity: quantity.toString(), reference },
  });
  return id;
}

async function book(tx: Ctx, id: string, { asset, units, fromPending, parts, bills }: TakenParts): Promise<void> {
  const { id: accountId } = accountOf(tx);
  if (isFiat(asset)) {
    await post(tx, payoutFiat({ effectKey: `payout:${id}`, accountId, fiat: asset, fiatUnits: units }), { accountId });
    return;
  }
  for (const part of parts) {
    await payFromDeposit(tx, part.depositId, part.units, fromPending);
    const entry = { effectKey: `payout:${id}:${part.depositId}`, accountId, asset, units: part.units };
    await post(tx, fromPending ? payoutReturn(entry) : payoutCrypto(entry), {
      accountId,
      billId: part.billId,
      depositId: part.depositId,
    });
    if (part.endsHold) await emitDeclined(tx, bills.get(part.billId));
  }
}

/** A hold that ends because all of it went back ends as declined, and the bill goes on without it. */
async function emitDeclined(ctx: Ctx, before: LockedBill | undefined): Promise<void> {
  must(before, "a deposit is paid back under its bill's lock");
  await emitPaymentEvents(ctx, before.id, ["payment.deposit.declined"]);
  await emitBillTransition(ctx, before);
}

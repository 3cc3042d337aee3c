import { recordAudit } from "#lib/audit/record-audit.ts";
import type { LockedBill } from "#lib/bills/lock-bill.ts";
import { emitBillTransition } from "#lib/deposits/emit-bill-transition.ts";
import { payFromDeposit } from "#lib/deposits/pay-from-deposit.ts";
import { emitPaymentEvents, emitPayoutEvent } from "#lib/events/emit.ts";
import { isFiat, networkOf, shownAsset } from "#lib/kernel/assets.ts";
import { type AccountRef, accountOf, actorName, type Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { payoutCrypto, payoutFiat, payoutReturn } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { explainRecorded } from "#lib/outgoing/post-outgoing.ts";
import type { TakenParts } from "./parts.ts";
import { insertPayout, movePayout } from "./store.ts";

export type Recorded = {
  taken: TakenParts;
  reference: string;
  txHash: string | undefined;
  bankReference?: string | undefined;
  beneficiaryId?: string | undefined;
  billId?: string | undefined;
  depositId?: string | undefined;
  inPlaceOf?: string;
  /** Where its transaction paid it, and how much, where that is more. */
  script: string | undefined;
  paid?: bigint;
};

/** Writes down what has left elsewhere, of what is taken for it; explained by its transaction, where it names one. */
export async function writeRecorded(tx: Ctx, { taken, script, paid, ...named }: Recorded): Promise<string> {
  const id = tx.id();
  const { asset, units, fromPending, parts } = taken;
  const { reference, txHash, inPlaceOf } = named;
  await insertPayout(tx.db, {
    bankReference: undefined,
    beneficiaryId: undefined,
    billId: undefined,
    depositId: undefined,
    ...named,
    ...{ id, accountId: accountOf(tx).id, asset, units, fromPending, parts },
    ...{ kind: "PAYOUT", status: "RECORDED", refundLinkId: undefined },
    recordedBy: actorName(tx.actor),
    approvalId: tx.approval?.approvalId ?? null,
  });
  if (!isFiat(asset) && txHash !== undefined)
    await explainRecorded(tx, networkOf(asset), txHash, { objectId: id, asset, units, script, ...(paid && { paid }) });
  await book(tx, id, taken);
  const quantity = amountOf(asset, units).toString();
  await recordAudit(tx, {
    action: "payout.record",
    objectKind: "payout",
    objectId: id,
    detail: {
      asset: shownAsset(asset).asset,
      quantity,
      reference,
      ...(inPlaceOf && { inPlaceOf }),
      ...(txHash && { txHash }),
    },
  });
  return id;
}

/** It was never made: it has failed. Its booking is taken back by the caller. */
export async function failRecorded(
  tx: Ctx,
  { payoutId, account, note }: { payoutId: string; account: AccountRef; note: string },
): Promise<void> {
  await movePayout(tx.db, { id: payoutId, status: "FAILED", isOut: false, reason: note });
  const about = { accountId: account.id, objectKind: "payout", objectId: payoutId };
  await recordAudit(tx, { action: "payout.fail", ...about, detail: { note } });
  await emitPayoutEvent(tx, payoutId, "payout.failed");
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

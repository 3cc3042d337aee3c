import { recordAudit } from "#lib/audit/record-audit.ts";
import { reserveOnDeposit } from "#lib/deposits/pay-from-deposit.ts";
import { emitPayoutEvent } from "#lib/events/emit.ts";
import { CRYPTO_FACTS, gasOf, isFiat, shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { payoutReserved } from "#lib/ledger/payout-journal.ts";
import { post } from "#lib/ledger/post.ts";
import type { PayoutRecord } from "./contract.ts";
import { approvePayout } from "./approve-payout.ts";
import { needPayout } from "./get-payouts.ts";
import { needPayee } from "./need-place.ts";
import { type PayoutInput, take, type TakenParts } from "./parts.ts";
import { insertPayout } from "./store.ts";

/** Asks a second person to agree, in the transaction that reserves the money; answers the request's id. */
export type AskForPayout = (tx: Ctx, request: Readonly<Record<string, string>>) => Promise<string>;

/**
 * Asks for a payout to a beneficiary: the money is reserved at once, to the unit, and stays so until it has left or the
 * payout ends without leaving. It waits for a second person where `askFor` is given, else it is approved. Refuses with
 * INSUFFICIENT_FUNDS, NOT_FOUND, INVALID_STATE (the beneficiary), BELOW_MINIMUM and VALIDATION_FAILED.
 */
export async function requestPayout(
  ctx: Ctx,
  input: PayoutInput & { beneficiaryId: string },
  askFor?: AskForPayout,
  kind?: "SETTLEMENT",
): Promise<Raw<PayoutRecord>> {
  const { beneficiaryId, paymentId, txId, reference } = input;
  if (isFiat(input.asset) && (input.networkType || paymentId || txId))
    throw invalid("asset", "A fiat payout names asset, quantity, beneficiaryId and reference only.");
  return ctx.transaction(async (tx) => {
    const to = await needPayee(tx, input, beneficiaryId);
    const taken = await take(tx, input, { held: false, leavesReserve: kind !== "SETTLEMENT" });
    refuseDust(taken);
    const id = await writeRequested(
      tx,
      taken,
      {
        kind: kind ?? (taken.fromPending ? "REFUND" : "PAYOUT"),
        to: { beneficiaryId: to.id, beneficiary: to.name, place: to.place },
        ...{ paymentId, txId, reference },
        askedBy: actorName(tx.actor),
      },
      askFor,
    );
    return answerWith(tx, await needPayout(tx, id));
  });
}

/** Where coins are spent no node passes on an output of dust: such a payout could never be sent, nor any batch it is in. */
function refuseDust({ asset, units }: TakenParts): void {
  if (isFiat(asset) || gasOf(CRYPTO_FACTS[asset].network)) return;
  const { dustUnits } = CRYPTO_FACTS[asset];
  if (units >= dustUnits) return;
  const minimum = amountOf(asset, dustUnits);
  const message = `A payout of ${asset} takes at least ${minimum}: less is not passed on by its network.`;
  throw new Refusal("BELOW_MINIMUM", message, { errors: [{ field: "quantity", message }], body: { minimum } });
}

/** What is asked for beside the money: where to, for what, and by whom. */
export type Requested = {
  kind: PayoutRecord["kind"];
  to: { place: string } & ({ beneficiaryId: string; beneficiary: string } | { refundLinkId: string });
  paymentId: string | undefined;
  txId: string | undefined;
  reference: string;
  askedBy: string;
};

/** Reserves what was taken and writes the payout that asks for it, approved where nobody is to be asked; answers its id. */
export async function writeRequested(
  tx: Ctx,
  taken: TakenParts,
  { kind, to, paymentId, txId, reference, askedBy }: Requested,
  askFor?: AskForPayout,
): Promise<string> {
  const id = tx.id();
  const request = {
    payoutId: id,
    ...plainAsset(taken),
    quantity: amountOf(taken.asset, taken.units).toString(),
    ...to,
    reference,
    ...(paymentId !== undefined && { paymentId }),
    ...(txId !== undefined && { txId }),
  };
  await insertPayout(tx.db, {
    id,
    accountId: accountOf(tx).id,
    asset: taken.asset,
    units: taken.units,
    kind,
    status: "REQUESTED",
    beneficiaryId: "beneficiaryId" in to ? to.beneficiaryId : undefined,
    refundLinkId: "refundLinkId" in to ? to.refundLinkId : undefined,
    billId: paymentId,
    depositId: txId,
    fromPending: taken.fromPending,
    reference,
    txHash: undefined,
    bankReference: undefined,
    recordedBy: askedBy,
    approvalId: (await askFor?.(tx, request)) ?? null,
    parts: taken.parts,
  });
  await reserve(tx, id, taken);
  await recordAudit(tx, { action: "payout.request", objectKind: "payout", objectId: id, detail: request });
  await emitPayoutEvent(tx, id, "payout.requested");
  if (askFor === undefined) await approvePayout(tx, id);
  return id;
}

async function reserve(tx: Ctx, payoutId: string, { asset, units, fromPending, parts }: TakenParts): Promise<void> {
  const { id: accountId } = accountOf(tx);
  const from = fromPending ? "pending" : "available";
  if (isFiat(asset)) return post(tx, payoutReserved({ payoutId, accountId, asset, units, from }), { accountId });
  for (const { depositId, billId, units: part } of parts) {
    await reserveOnDeposit(tx, depositId, part);
    await post(tx, payoutReserved({ payoutId, accountId, asset, units: part, from, depositId }), {
      accountId,
      billId,
      depositId,
    });
  }
}

function plainAsset({ asset }: TakenParts): Record<string, string> {
  const { asset: symbol, networkType } = shownAsset(asset);
  return { asset: symbol, ...(networkType && { networkType }) };
}

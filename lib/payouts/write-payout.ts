import { isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { madeTo } from "./need-place.ts";
import { refuseWaitedFor } from "./paid-otherwise.ts";
import { type PayoutInput, take } from "./parts.ts";
import { writeRecorded } from "./write-recorded.ts";

/**
 * Records a payout that was made elsewhere, in an open transaction, and answers its id: free fiat, free crypto (of one
 * bill, one deposit, or the account's oldest first), or held and declined crypto going back to its sender. What is held and
 * all gone back is declined. Refuses with INSUFFICIENT_FUNDS what is not there, an unknown or foreign bill, deposit or
 * beneficiary with NOT_FOUND, with INVALID_STATE a transaction that is not final, or does not pay exactly this, to the
 * beneficiary, and as {@link madeTo} does what goes to none.
 */
export async function writePayout(tx: Ctx, input: PayoutInput): Promise<string> {
  const { asset, networkType, paymentId, txId, txHash, bankReference, reference } = input;
  if (isFiat(asset) && (networkType || paymentId || txId || txHash))
    throw invalid("asset", "A fiat payout names asset, quantity and reference only.");
  if (!isFiat(asset) && bankReference !== undefined)
    throw invalid("bankReference", "bankReference is only allowed with a fiat.");
  if (txHash !== undefined) await refuseWaitedFor(tx, txHash);
  const to = await madeTo(tx, input);
  const { beneficiaryId = undefined, script = undefined } = to && "beneficiaryId" in to ? to : {};
  const taken = await take(tx, input, { held: true, leavesReserve: false });
  const named = { billId: paymentId, depositId: txId, beneficiaryId, reference, txHash, bankReference };
  return writeRecorded(tx, { ...named, taken, script });
}

import { needStanding } from "#lib/beneficiaries/beneficiaries.ts";
import type { Asset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { shownAsset } from "#lib/ledger/get-balances.ts";
import { type PayoutInput, requestedAsset } from "./parts.ts";
import { isLinkListed } from "./refund-store.ts";
import type { PayoutRow } from "./store.ts";

/**
 * Refuses with INVALID_STATE a payout that may not go now where it was asked to go: its beneficiary does not stand, or the
 * address that its payer gave is on the list of sanctioned ones by now.
 */
export async function needPlace(tx: Ctx, { to, account }: Pick<PayoutRow, "to" | "account">): Promise<void> {
  if ("beneficiaryId" in to) await needStanding(tx, to.beneficiaryId, account.id);
  else if (await isLinkListed(tx.db, { id: to.refundLinkId, accountId: account.id }))
    throw new Refusal("INVALID_STATE", "This refund is held: its address stands on the list of sanctioned addresses.");
}

/** The beneficiary that a payout names. Refuses as {@link needStanding} does, and with VALIDATION_FAILED one of another asset. */
export async function needPayee(tx: Ctx, input: PayoutInput, beneficiaryId: string): ReturnType<typeof needStanding> {
  const to = await needStanding(tx, beneficiaryId);
  if (to.asset !== requestedAsset(input)) throw invalid("asset", `This beneficiary takes ${worded(to.asset)} only.`);
  return to;
}

function worded(asset: Asset): string {
  const { asset: symbol, networkType } = shownAsset(asset);
  return networkType ? `${symbol} on ${networkType}` : symbol;
}

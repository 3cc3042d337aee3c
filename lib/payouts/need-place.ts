import { needStanding } from "#lib/beneficiaries/beneficiaries.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
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

import { beneficiaryAt, hadBeneficiary, needStanding } from "#lib/beneficiaries/beneficiaries.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { type Asset, isFiat, networkOf, scaleOf, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { placesPaid } from "#lib/outgoing/post-outgoing.ts";
import type { PayoutInput } from "./parts.ts";
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

export type PaidTo = { beneficiaryId: string; beneficiary: string; place: string; script: string | undefined };

/**
 * Where a payout that was made elsewhere went: to the beneficiary that it names, or, of crypto, that its transaction pays.
 * Without one the places that are paid are for the second person to see. Once the account has had a beneficiary, crypto
 * names its transaction, and goes to one that stands: refuses with VALIDATION_FAILED and INVALID_STATE.
 */
export async function madeTo(tx: Ctx, input: PayoutInput): Promise<PaidTo | { place: string } | undefined> {
  const { beneficiaryId, txHash } = input;
  const asset = requestedAsset(input);
  if (isFiat(asset)) return beneficiaryId === undefined ? undefined : payee(await needPayee(tx, input, beneficiaryId));
  const isListed = await hadBeneficiary(tx);
  if (txHash === undefined) {
    if (isListed)
      throw invalid("txHash", "txHash is required: the transaction that has paid a beneficiary of the account.");
    return undefined;
  }
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  const paid = await placesPaid(tx, networkOf(asset), txHash, { asset, units });
  const scripts = paid.map(({ script }) => script);
  const found = beneficiaryId ?? (isListed ? await beneficiaryAt(tx, asset, scripts) : undefined);
  if (found !== undefined) return payee(await needPayee(tx, input, found));
  if (isListed)
    throw new Refusal(
      "INVALID_STATE",
      "This transaction pays exactly this to no beneficiary of the account: first add the place.",
    );
  return { place: paid.map(({ place }) => place).join(", ") };
}

const payee = ({ id, name, place, script }: Awaited<ReturnType<typeof needStanding>>): PaidTo => ({
  beneficiaryId: id,
  beneficiary: name,
  place,
  script: script ?? undefined,
});

function worded(asset: Asset): string {
  const { asset: symbol, networkType } = shownAsset(asset);
  return networkType ? `${symbol} on ${networkType}` : symbol;
}

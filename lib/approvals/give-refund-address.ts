import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { emitRefundEvent } from "#lib/events/emit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { owes } from "#lib/ledger/owes.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { holdRefund, needRefundPlace, offerOf, useLink } from "#lib/payouts/open-refund.ts";
import type { giveRefundAddressEndpoint } from "#lib/payouts/refund-contract.ts";
import { type AskForPayout, writeRequested } from "#lib/payouts/request-payout.ts";
import { askAlong, needsAnother } from "./ask.ts";

/**
 * The payer says where their deposit goes back, once: the link is used up, and a refund of all that can be given back now is
 * asked for in the name of the link's maker, who so cannot approve it. Refuses with NOT_FOUND every token that opens
 * nothing, with VALIDATION_FAILED an address to which nothing is refunded, with INSUFFICIENT_FUNDS when nothing is left.
 */
export async function giveRefundAddress(
  ctx: Ctx,
  input: InputOf<typeof giveRefundAddressEndpoint>,
): Promise<OutputOf<typeof giveRefundAddressEndpoint>> {
  const place = await needRefundPlace(ctx, input);
  return holdRefund(ctx, input.token, async (tx, link, taken) => {
    const { id: refundLinkId, billId: paymentId, depositId: txId, madeBy: askedBy, account } = link;
    await useLink(tx, input.token, place);
    const asks = (await needsAnother(tx)) || (await owes(tx));
    const { address } = place;
    const payoutId = await writeRequested(
      tx,
      taken,
      { kind: "REFUND", to: { refundLinkId, place: address }, paymentId, txId, reference: `Refund ${txId}`, askedBy },
      asks ? askFor(link) : undefined,
    );
    const offer = offerOf(taken, link);
    const detail = { payoutId, address, quantity: offer.quantity.toString(), madeBy: askedBy };
    await recordAudit(tx, { action: "refund-link.use", objectKind: "refund-link", objectId: refundLinkId, detail });
    await emitRefundEvent(tx, refundLinkId, "refund.requested");
    await queueToMembers(tx, account.id, {
      subject: `Refund of ${account.name} requested`,
      text: [
        `A payer of the account ${account.name} gave the address of their refund by the link that was sent to them:`,
        "",
        `  quantity: ${offer.quantity.toString()} ${offer.asset} on ${offer.network}`,
        `  address: ${address}`,
        `  payment: ${paymentId}`,
        `  link made by: ${askedBy.replace(/^staff:/, "").replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")}`,
        "",
        asks ? "It is reserved and waits for approval:" : "It is reserved and approved:",
      ].join("\n"),
      path: `/payouts?payout=${payoutId}`,
    });
    return { ...offer, address, paymentId };
  });
}

type RefundMaker = { madeBy: string; madeUserId: string | undefined };

const askFor =
  ({ madeBy, madeUserId }: RefundMaker): AskForPayout =>
  async (tx, request) => {
    const asker = { askedBy: madeBy, askedUserId: madeUserId };
    return (await askAlong(tx, { what: "payout", request, asker })).approvalId;
  };

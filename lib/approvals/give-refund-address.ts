import { actorText } from "#lib/i18n/actor-text.ts";
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
import { amountIn, oneLine } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

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
    const { refund } = lettersText;
    await queueToMembers(tx, account.id, () => ({
      subject: refund.subject(account.name),
      text: [
        refund.lead(account.name),
        "",
        `  ${refund.quantity(amountIn(offer.quantity, offer.asset), offer.network)}`,
        `  ${refund.address(address)}`,
        `  ${refund.payment(paymentId)}`,
        `  ${refund.madeBy(oneLine(actorText(askedBy)))}`,
        "",
        asks ? refund.waits : refund.approved,
      ].join("\n"),
      path: `/payouts?payout=${payoutId}`,
    }));
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

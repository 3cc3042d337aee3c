import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { emitRefundEvent } from "#lib/events/emit.ts";
import { cryptoOf, networkOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { lockBills } from "#lib/bills/lock-bill.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { countCost } from "#lib/people/login-throttle.ts";
import { linkDigest } from "#lib/people/one-time-link.ts";
import { endOf } from "./make-refund-link.ts";
import { takeAll, type TakenParts } from "./parts.ts";
import { refundPlace } from "./refund-link.ts";
import type { checkRefundEndpoint, openRefundEndpoint, RefundOffer } from "./refund-contract.ts";
import { openRefundLink, type OpenRefundLink, placeFaults, type RefundPlace, takeRefundLink } from "./refund-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

const WAIT_SECONDS = 60;

/** What a payer's link would give back; it stays unused. Refuses as {@link holdRefund} does. */
export async function openRefund(
  ctx: Ctx,
  { token }: InputOf<typeof openRefundEndpoint>,
): Promise<OutputOf<typeof openRefundEndpoint>> {
  const held = await holdRefund(ctx, token, async (_tx, link, taken) => ({ link, taken }));
  return { ...offerOf(held.taken, held.link), expiresAt: held.link.expiresAt.getTime() };
}

/** The payer's address as it would be paid; the link stays unused. Refuses as {@link needRefundPlace} does. */
export async function checkRefund(
  ctx: Ctx,
  input: InputOf<typeof checkRefundEndpoint>,
): Promise<OutputOf<typeof checkRefundEndpoint>> {
  return { address: (await needRefundPlace(ctx, input)).address };
}

/**
 * Holds what a link gives back, under the locks of its bill and deposit, and does something with it in the name of its
 * account. One answer for every token that opens nothing: NOT_FOUND. Where nothing is left to give back the link is ended, its
 * account told, and the payer refused with INSUFFICIENT_FUNDS; too many from one network with RATE_LIMITED.
 */
export async function holdRefund<Out>(
  ctx: Ctx,
  token: string,
  work: (tx: Ctx, link: OpenRefundLink, taken: TakenParts) => Promise<Out>,
): Promise<Out> {
  await countTry(ctx);
  const done = await ctx.transaction(async (open) => {
    const found = await needLink(open, token);
    const tx = actingFor(open, found);
    await lockBills(tx, [found.billId]);
    // A transaction that used or ended it meanwhile was waited for.
    const link = await needLink(tx, token);
    const taken = await takeAll(tx, link);
    if (taken) return { out: await work(tx, link, taken) };
    await endWithNothingLeft(tx, link);
    return undefined;
  });
  if (!done) throw new Refusal("INSUFFICIENT_FUNDS", "This refund is not available any more; ask the seller.");
  return done.out;
}

/** Uses the link up for this address, under the locks of {@link holdRefund}; the payout of it is written in the same transaction. */
export async function useLink(tx: Ctx, token: string, place: RefundPlace): Promise<void> {
  // It may have expired since it was looked at.
  if (!(await takeRefundLink(tx.db, token, place))) throw opensNothing();
}

async function endWithNothingLeft(tx: Ctx, link: OpenRefundLink): Promise<void> {
  await endOf(tx, { id: link.id }, "NOTHING_LEFT");
  await emitRefundEvent(tx, link.id, "refund.unavailable");
  const { nothingLeft, refund } = lettersText;
  await queueToMembers(tx, link.account.id, () => ({
    subject: nothingLeft.subject(link.account.name),
    text: [
      nothingLeft.lead,
      "",
      `  ${refund.payment(link.billId)}`,
      `  ${refund.madeBy(link.madeBy)}`,
      "",
      nothingLeft.end,
    ].join("\n"),
    path: `/payments?payment=${link.billId}`,
  }));
}

/** What is given back, as the payer is told. */
export function offerOf({ units }: TakenParts, { asset }: OpenRefundLink): Omit<RefundOffer, "expiresAt"> {
  const networkType = networkTypeOf(asset);
  return {
    asset: cryptoOf(asset),
    ...(networkType && { networkType }),
    network: networkOf(asset),
    quantity: amountOf(asset, units),
  };
}

/**
 * Where a payer wants it. Refuses with VALIDATION_FAILED what is no address of the network, an address of our own, and one on
 * the sanctions list: that a person gave it stands in the account's record. A token that opens nothing is NOT_FOUND.
 */
export async function needRefundPlace(
  ctx: Ctx,
  { token, address }: InputOf<typeof checkRefundEndpoint>,
): Promise<RefundPlace> {
  await countTry(ctx);
  const link = await needLink(ctx, token);
  const place = refundPlace(link.asset, address);
  const { ours, listed } = await placeFaults(ctx.db, place);
  if (listed)
    await ctx.transaction((tx) =>
      recordAudit(actingFor(tx, link), {
        action: "refund-link.refuse",
        objectKind: "refund-link",
        objectId: link.id,
        detail: { why: "SANCTIONED", address: place.address },
      }),
    );
  if (ours || listed) throw invalid("address", "Nothing can be refunded to this address; give another.");
  return place;
}

/** The link that a token opens now. One answer for all others. */
async function needLink({ db }: Ctx, token: string): Promise<OpenRefundLink> {
  const digest = linkDigest(token);
  const link = digest && (await openRefundLink(db, digest));
  if (!link) throw opensNothing();
  return link;
}

const opensNothing = (): Refusal => new Refusal("NOT_FOUND", "This link opens nothing.");

async function countTry({ app, clientAddress }: Ctx): Promise<void> {
  if ((await countCost(app, "refund", clientAddress)).kind === "refused")
    throw new Refusal("RATE_LIMITED", "Too many tries; wait a minute.", { retryAfterSeconds: WAIT_SECONDS });
}

/** The payer acts for the link's account, as nobody of it. */
function actingFor(tx: Ctx, { account }: OpenRefundLink): Ctx {
  const acting: Ctx = { ...tx, account, transaction: (work) => work(acting) };
  return acting;
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { linkDigest, newLinkToken } from "#lib/people/one-time-link.ts";
import { needOwn, takeAll } from "./parts.ts";
import { refundUrl } from "./refund-link.ts";
import type {
  endRefundLinkEndpoint,
  listRefundLinksEndpoint,
  makeRefundLinkEndpoint,
  RefundLinkRecord,
} from "./refund-contract.ts";
import {
  assetOfDeposit,
  depositsOfBill,
  endRefundLinkRow,
  insertRefundLink,
  openRefundLink,
  refundLinkRecord,
  refundLinksOf,
} from "./refund-store.ts";

/**
 * Makes a link by which the payer of a deposit says where it goes back; one that was open before is ended. Refuses with
 * NOT_FOUND an unknown or foreign payment or deposit, with INSUFFICIENT_FUNDS one of which nothing can be given back now.
 */
export async function makeRefundLink(
  ctx: Ctx,
  { paymentId, txId }: InputOf<typeof makeRefundLinkEndpoint>,
): Promise<OutputOf<typeof makeRefundLinkEndpoint>> {
  const { id: accountId } = accountOf(ctx);
  const token = newLinkToken();
  const digest = linkDigest(token);
  must(digest, "a token just made has a digest");
  return ctx.transaction(async (tx) => {
    await needOwn(tx, { paymentId, txId });
    const asset = await assetOfDeposit(tx.db, { id: txId, billId: paymentId, accountId });
    if (!asset) throw invalid("txId", "txId must be a deposit of this payment.");
    if (!(await takeAll(tx, { asset, billId: paymentId, depositId: txId })))
      throw new Refusal("INSUFFICIENT_FUNDS", "Nothing of this deposit can be given back now.");
    await endOf(tx, { depositId: txId }, "REPLACED");
    const { actor } = tx;
    const madeUserId = actor.kind === "staff" ? actor.userId : null;
    const made = { accountId, billId: paymentId, depositId: txId, asset, digest, madeBy: actorName(actor), madeUserId };
    const id = tx.id();
    await insertRefundLink(tx.db, { ...made, id });
    await audit(tx, "refund-link.make", id, { paymentId, txId });
    const link = await openRefundLink(tx.db, digest);
    must(link, "a link just made is open");
    const answer = { refundLinkId: id, expiresAt: link.expiresAt.getTime() };
    await answerWith(tx, answer);
    return { ...answer, url: refundUrl(tx.app.env.publicUrl, token) };
  });
}

/** What the payers of a bill, or of one deposit of it, could be given back now. Locks it. */
export async function refundableOf(
  tx: Ctx,
  { billId, txId }: { billId: string; txId: string | undefined },
): Promise<{ txId: string; asset: CryptoAsset; units: bigint }[]> {
  const found = await depositsOfBill(tx.db, { id: txId, billId, accountId: accountOf(tx).id });
  const refundable = [];
  for (const { depositId, asset } of found) {
    const taken = await takeAll(tx, { asset, billId, depositId });
    if (taken) refundable.push({ txId: depositId, asset, units: taken.units });
  }
  return refundable;
}

/** The links of a payment of the account, newest first; none for an unknown or foreign one. */
export async function listRefundLinks(
  ctx: Ctx,
  { paymentId }: InputOf<typeof listRefundLinksEndpoint>,
): Promise<{ data: Raw<RefundLinkRecord>[] }> {
  const of = { billId: paymentId, accountId: accountOf(ctx).id };
  return { data: isId(paymentId) ? await refundLinksOf(ctx.db, of) : [] };
}

/** Ends a link that is open. Refuses with NOT_FOUND an unknown or foreign one, with INVALID_STATE one that was used or ended. */
export async function endRefundLink(
  ctx: Ctx,
  { refundLinkId: id }: InputOf<typeof endRefundLinkEndpoint>,
): Promise<Raw<RefundLinkRecord>> {
  const of = { id, accountId: accountOf(ctx).id };
  return ctx.transaction(async (tx) => {
    const isEnded = isId(id) && (await endOf(tx, { id }, "ENDED"));
    const record = isId(id) ? await refundLinkRecord(tx.db, of) : undefined;
    if (!record) throw new Refusal("NOT_FOUND", "There is no refund link with this refundLinkId.");
    if (!isEnded) throw new Refusal("INVALID_STATE", "This refund link was used or ended already.");
    return answerWith(tx, record);
  });
}

/** Ends the link that is open, with its line in the record; false when there is none. */
export async function endOf(
  tx: Ctx,
  of: { id: string } | { depositId: string },
  why: "ENDED" | "REPLACED" | "NOTHING_LEFT",
): Promise<boolean> {
  const ended = { ...of, accountId: accountOf(tx).id, endedBy: actorName(tx.actor), why };
  const id = await endRefundLinkRow(tx.db, ended);
  if (id !== undefined) await audit(tx, "refund-link.end", id, { why });
  return id !== undefined;
}

const audit = (tx: Ctx, action: string, objectId: string, detail: Record<string, unknown>): Promise<void> =>
  recordAudit(tx, { action, objectKind: "refund-link", objectId, detail });

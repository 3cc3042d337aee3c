import { recordAudit } from "#lib/audit/record-audit.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { lineLinked } from "#lib/ledger/bank-journal.ts";
import { post } from "#lib/ledger/post.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { needPayout } from "#lib/payouts/get-payouts.ts";
import type { PayoutInput } from "#lib/payouts/parts.ts";
import { resolvedOf } from "#lib/resolutions/resolve.ts";
import { writePayout } from "#lib/payouts/write-payout.ts";
import { debitOfNobody, linkRow } from "./store.ts";

/** Records a payout that was made elsewhere. Refuses as {@link writePayout} does. */
export function recordPayout(ctx: Ctx, input: PayoutInput): Promise<Raw<PayoutRecord>> {
  return ctx.transaction(async (tx) => answerWith(tx, await needPayout(tx, await recordMade(tx, input))));
}

/**
 * The same in an open transaction; answers the payout's id. A line of the first bank account that came before it, under the
 * reference that it names and over its exact sum, is its own: what the line was booked as is mirrored.
 */
export async function recordMade(tx: Ctx, input: PayoutInput): Promise<string> {
  const payoutId = await writePayout(tx, input);
  const { asset, quantity, bankReference, reference: note } = input;
  if (!isFiat(asset) || bankReference === undefined) return payoutId;
  const units = unitsOf("quantity", quantity, scaleOf(asset));
  const line = await debitOfNobody(tx.db, { place: "bank:main", asset, units, reference: bankReference });
  if (!line || (await resolvedOf(tx, [line.id])).size > 0) return payoutId;
  await linkRow(tx.db, line.id, { payoutId, by: actorName(tx.actor), at: await tx.now(), note });
  await post(tx, lineLinked({ ...line, fiat: asset }), {});
  await recordAudit(tx, {
    action: "bank.link",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "bank-line",
    objectId: line.id,
    detail: { payoutId, note },
  });
  return payoutId;
}

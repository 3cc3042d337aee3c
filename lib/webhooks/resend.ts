import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { previewResendEndpoint, RESENDS, resendDeliveryEndpoint, resendEndpoint } from "./contract.ts";
import { endpointOfDelivery, rearm, rearmSince, resendable } from "./delivery-store.ts";
import { needEnabled, unknownEndpoint } from "./endpoints.ts";

/** Makes one delivery due again, with the id it had: a receiver that keeps ids knows it as the same event. */
export async function resendDelivery(
  ctx: Ctx,
  { deliveryId }: InputOf<typeof resendDeliveryEndpoint>,
): Promise<OutputOf<typeof resendDeliveryEndpoint>> {
  return ctx.transaction(async (tx) => {
    const endpointId = isId(deliveryId) ? await endpointOfDelivery(tx.db, accountOf(tx).id, deliveryId) : undefined;
    if (endpointId === undefined) throw new Refusal("NOT_FOUND", "There is no delivery with this id.");
    return again(tx, endpointId, { deliveryIds: [deliveryId] });
  });
}

/** How many a range would send again, and from when to when exactly: nothing from before the endpoint was made. */
export async function previewResend(
  ctx: Ctx,
  { endpointId, since, until }: InputOf<typeof previewResendEndpoint>,
): Promise<OutputOf<typeof previewResendEndpoint>> {
  if (until && until < since) throw invalid("until", "until must follow since.");
  const found = isId(endpointId)
    ? await resendable(ctx.db, accountOf(ctx).id, endpointId, { since, until })
    : undefined;
  if (!found) throw unknownEndpoint();
  return { ...found, since: found.since.getTime(), until: found.until.getTime() };
}

/** Makes the selected deliveries due again, or of a range what has not arrived, or all of it. */
export async function resend(
  ctx: Ctx,
  input: InputOf<typeof resendEndpoint>,
): Promise<OutputOf<typeof resendEndpoint>> {
  const { endpointId, since, until, deliveryIds, which } = input;
  if ((since === undefined) === (deliveryIds === undefined))
    throw invalid("since", "Send either since or deliveryIds.");
  if (until && (!since || until < since)) throw invalid("until", "until must follow since.");
  if (which && !since) throw invalid("which", "which needs since.");
  return ctx.transaction((tx) => again(tx, endpointId, { since, until, deliveryIds, which }));
}

type Wanted = {
  since?: Date | undefined;
  until?: Date | undefined;
  which?: (typeof RESENDS)[number] | undefined;
  deliveryIds?: readonly string[] | undefined;
};

async function again(
  ctx: Ctx,
  endpointId: string,
  { since, until, which = "failed", deliveryIds = [] }: Wanted,
): Promise<OutputOf<typeof resendEndpoint>> {
  await needEnabled(ctx, endpointId);
  const count = since
    ? await rearmSince(ctx.db, endpointId, { since, until, all: which === "all" })
    : await rearm(ctx.db, endpointId, deliveryIds.filter(isId));
  const detail = since ? { count, which, since: since.toISOString(), until: until?.toISOString() } : { count };
  await recordAudit(ctx, {
    action: "webhook-endpoint.resend",
    objectKind: "webhook-endpoint",
    objectId: endpointId,
    detail,
  });
  return answerWith(ctx, { count });
}

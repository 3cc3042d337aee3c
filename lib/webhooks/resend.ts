import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { resendDeliveryEndpoint, resendEndpoint } from "./contract.ts";
import { endpointOfDelivery, rearm, rearmSince } from "./delivery-store.ts";
import { needEnabled } from "./endpoints.ts";

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

/** Makes the selected deliveries due again, or everything since a time, also events that never had a delivery. */
export async function resend(
  ctx: Ctx,
  input: InputOf<typeof resendEndpoint>,
): Promise<OutputOf<typeof resendEndpoint>> {
  const { endpointId, since, until, deliveryIds } = input;
  if ((since === undefined) === (deliveryIds === undefined))
    throw invalid("since", "Send either since or deliveryIds.");
  if (until && (!since || until < since)) throw invalid("until", "until must follow since.");
  return ctx.transaction((tx) => again(tx, endpointId, { since, until, deliveryIds }));
}

type Wanted = { since?: Date | undefined; until?: Date | undefined; deliveryIds?: readonly string[] | undefined };

async function again(
  ctx: Ctx,
  endpointId: string,
  { since, until, deliveryIds = [] }: Wanted,
): Promise<OutputOf<typeof resendEndpoint>> {
  await needEnabled(ctx, endpointId);
  const count = since
    ? await rearmSince(ctx.db, endpointId, since, until)
    : await rearm(ctx.db, endpointId, deliveryIds.filter(isId));
  const detail = { count, since: since?.toISOString(), until: until?.toISOString() };
  await recordAudit(ctx, {
    action: "webhook-endpoint.resend",
    objectKind: "webhook-endpoint",
    objectId: endpointId,
    detail,
  });
  return answerWith(ctx, { count });
}

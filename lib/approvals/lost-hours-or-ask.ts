import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { LostHoursRecord, stateLostHoursEndpoint } from "#lib/outgoing/lost-hours-contract.ts";
import { isoOf, needOpenLostHours, stateLostHours } from "#lib/outgoing/lost-hours.ts";
import { ask, needsAnother } from "./ask.ts";

/** States that nothing of the hours a restore has lost is still to be sent; where a second person is needed it asks for one (202). */
export async function stateLostHoursOrAsk(
  ctx: Ctx,
  { note }: InputOf<typeof stateLostHoursEndpoint>,
): Promise<LostHoursRecord | Waiting<ApprovalRecord>> {
  if (!(await needsAnother(ctx)))
    return ctx.transaction(async (tx) => answerWith(tx, await stateLostHours(tx, { note })));
  const { since, until } = await needOpenLostHours(ctx);
  return ask(ctx, { what: "lost-hours", request: { since: isoOf(since), until: isoOf(until), note } });
}

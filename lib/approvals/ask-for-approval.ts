import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { Waiting } from "#lib/contract/out.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { owes } from "#lib/ledger/owes.ts";
import type { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { recordPayout } from "#lib/payouts/record-payout.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import type { patchSettingsEndpoint } from "#lib/settings/contract.ts";
import { changesOf, patchSettings } from "#lib/settings/get-settings.ts";
import { asksSecondPerson, isRisky } from "#lib/settings/setting.ts";
import { APPROVAL_LIFE_MS } from "./approval.ts";
import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import { recordOf } from "./record.ts";
import { findApproval, insertApproval, type PlainRequest } from "./store.ts";

/**
 * Records a payout; where a second person is needed, or while the account owes anything, it only asks for one (202). Refuses at once, and asks for nothing,
 * what {@link recordPayout} would refuse now. Nothing is reserved: what is free when it is approved decides.
 */
export async function recordPayoutOrAsk(
  ctx: Ctx,
  input: InputOf<typeof recordPayoutEndpoint>,
): Promise<OutputOf<typeof recordPayoutEndpoint> | Waiting<ApprovalRecord>> {
  if (!(await needsAnother(ctx)) && !(await owes(ctx))) return recordPayout(ctx, input);
  await rehearse(ctx, (tx) => recordPayout(tx, input));
  const { asset, quantity, paymentId, txId, reference, txHash } = input;
  // Said whole, so that the second person sees which network it is.
  const networkType = asset === "USDT" ? (input.networkType ?? "eth") : undefined;
  const request = plain({ asset, networkType, quantity: quantity.toString(), paymentId, txId, reference, txHash });
  return ask(ctx, { what: "payout", request, reason: undefined });
}

/**
 * Sets values; where a second person is needed and one of them is risky it only asks for one (202), for all of them
 * together. Refuses at once what {@link patchSettings} would refuse.
 */
export async function patchSettingsOrAsk(
  ctx: Ctx,
  input: InputOf<typeof patchSettingsEndpoint>,
): Promise<OutputOf<typeof patchSettingsEndpoint> | Waiting<ApprovalRecord>> {
  const { reason, ...values } = input;
  if (!Object.keys(values).some(isRisky) || !(await needsAnother(ctx))) return patchSettings(ctx, input);
  await rehearse(ctx, (tx) => patchSettings(tx, input));
  return ask(ctx, { what: "setting", request: changesOf(values), reason });
}

async function needsAnother(ctx: Ctx): Promise<boolean> {
  return asksSecondPerson(ctx.app.mode, await settingsOf(ctx, accountOf(ctx).id));
}

const REHEARSED = Symbol("a rehearsal is undone");

/**
 * Performs an action and rolls it back, so that an impossible action is refused with its own message before a request
 * waits.
 */
async function rehearse(ctx: Ctx, command: (tx: Ctx) => Promise<unknown>): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      await command(tx);
      throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  }
}

const plain = (fields: Record<string, string | undefined>): PlainRequest =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

type Request = { what: ApprovalKind; request: PlainRequest; reason: string | undefined };

function ask(ctx: Ctx, { what, request, reason }: Request): Promise<Waiting<ApprovalRecord>> {
  const { id: accountId } = accountOf(ctx);
  return ctx.transaction(async (tx) => {
    const { actor } = tx;
    const id = tx.id();
    await insertApproval(tx.db, {
      id,
      accountId,
      what,
      request,
      reason,
      askedBy: actorName(actor),
      askedUserId: actor.kind === "staff" ? actor.userId : undefined,
      lifeMs: APPROVAL_LIFE_MS,
    });
    await recordAudit(tx, {
      action: "approval.ask",
      objectKind: "approval",
      objectId: id,
      detail: { what, request, ...(reason && { reason }) },
    });
    const row = await findApproval(tx.db, accountId, id);
    must(row, "a request that was written is there");
    return answerWith(tx, new Waiting(recordOf(row, await settingsOf(tx, accountId), actor)));
  });
}

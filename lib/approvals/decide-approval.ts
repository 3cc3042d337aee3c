import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, type Actor, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { recordPayout } from "#lib/payouts/record-payout.ts";
import { changeSettings, settingsOf } from "#lib/settings/change-settings.ts";
import { refuseDecided, refuseDecider, refuseWithdrawer } from "./approval.ts";
import type { approveRequestEndpoint, declineRequestEndpoint, withdrawRequestEndpoint } from "./contract.ts";
import { payoutOf, recordOf } from "./record.ts";
import { type ApprovalRow, type Decision, findApproval, lockApproval, writeDecision } from "./store.ts";

/**
 * Agrees as a second person, and has the action done in the same transaction: once, however many approve at once.
 * Refuses with FORBIDDEN the requester, a key and a person without permission for the action, with INVALID_STATE what
 * is decided or expired, with NOT_FOUND a foreign request, and with the action's own refusal what cannot be done now;
 * then the request goes on waiting.
 */
export const approve = (
  ctx: Ctx,
  input: InputOf<typeof approveRequestEndpoint>,
): Promise<OutputOf<typeof approveRequestEndpoint>> =>
  decide(ctx, input, { status: "APPROVED", action: "approval.approve", refuse: refuseDecider, command: doCommand });

/** Declines as a second person; nothing is done. Refuses as {@link approve} does before its action. */
export const decline = (
  ctx: Ctx,
  input: InputOf<typeof declineRequestEndpoint>,
): Promise<OutputOf<typeof declineRequestEndpoint>> =>
  decide(ctx, input, { status: "DECLINED", action: "approval.decline", refuse: refuseDecider });

/** Takes one's own request back. Refuses everybody but the asker with FORBIDDEN, and what is decided with INVALID_STATE. */
export const withdraw = (
  ctx: Ctx,
  input: InputOf<typeof withdrawRequestEndpoint>,
): Promise<OutputOf<typeof withdrawRequestEndpoint>> =>
  decide(ctx, input, { status: "WITHDRAWN", action: "approval.withdraw", refuse: refuseWithdrawer });

type Way = Pick<Decision, "status"> & {
  action: string;
  refuse(actor: Actor, row: ApprovalRow): void;
  /** What is done with it; answers the payout that came of it. */
  command?(ctx: Ctx, row: ApprovalRow): Promise<string | undefined>;
};

async function decide(
  ctx: Ctx,
  input: { approvalId: string; note?: string | undefined },
  way: Way,
): Promise<ApprovalRecord> {
  const { id: accountId } = accountOf(ctx);
  const { approvalId, note } = input;
  if (!isId(approvalId)) throw unknownApproval();
  return ctx.transaction(async (tx) => {
    const { actor } = tx;
    await lockApproval(tx.db, accountId, approvalId);
    const row = await findApproval(tx.db, accountId, approvalId);
    if (!row) throw unknownApproval();
    way.refuse(actor, row);
    refuseDecided(row);
    const before = await settingsOf(tx, accountId);
    const payoutId = await way.command?.(tx, row);
    await writeDecision(tx.db, {
      id: row.id,
      status: way.status,
      before: row.what === "setting" ? before : undefined,
      decidedBy: actorName(actor),
      decidedUserId: actor.kind === "staff" ? actor.userId : undefined,
      note,
      payoutId,
    });
    const { what, askedBy, request } = row;
    await recordAudit(tx, {
      action: way.action,
      objectKind: "approval",
      objectId: row.id,
      detail: { what, askedBy, request, ...(payoutId && { payoutId }), ...(note && { note }) },
    });
    const decided = await findApproval(tx.db, accountId, row.id);
    must(decided, "a request that was decided is there");
    return answerWith(tx, recordOf(decided, before, actor));
  });
}

const unknownApproval = (): Refusal => new Refusal("NOT_FOUND", "There is no request with this approvalId.");

async function doCommand(tx: Ctx, row: ApprovalRow): Promise<string | undefined> {
  const acting = actingOn(tx, row);
  if (row.what === "setting") {
    await changeSettings(acting, row.request, row.reason ?? undefined);
    return undefined;
  }
  const { payoutId } = await recordPayout(acting, payoutOf(row.request));
  return payoutId;
}

/**
 * The decider, inside the decision's transaction, on behalf of the requester; the claim is completed by the decision
 * itself.
 */
function actingOn(tx: Ctx, { id, askedBy }: ApprovalRow): Ctx {
  const acting: Ctx = {
    ...tx,
    claim: undefined,
    approval: { approvalId: id, askedBy },
    transaction: (work) => work(acting),
  };
  return acting;
}

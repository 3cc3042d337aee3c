import { actorName, type Ctx } from "#lib/kernel/context.ts";
import * as sql from "./record-audit.sql.ts";

export type AuditFacts = {
  action: string;
  objectKind: string;
  objectId: string;
  detail?: Record<string, unknown>;
  accountId?: string;
};

/**
 * Appends who did what to which object, in the transaction of the action; for an approved action also who requested it.
 */
export async function recordAudit(ctx: Ctx, facts: AuditFacts): Promise<void> {
  const { approvalId, askedBy } = ctx.approval ?? {};
  const detail = { ...facts.detail, ...(approvalId !== undefined && { approvalId, askedBy }) };
  await sql.recordAudit(ctx.db, {
    actorName: actorName(ctx.actor),
    action: facts.action,
    accountId: facts.accountId ?? ctx.account?.id,
    objectKind: facts.objectKind,
    objectId: facts.objectId,
    detail: JSON.stringify(detail),
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
  });
}

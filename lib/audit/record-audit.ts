import { actorName, type Ctx } from "#lib/kernel/context.ts";

export type AuditFacts = {
  action: string;
  objectKind: string;
  objectId: string;
  detail?: Record<string, unknown>;
  accountId?: string;
};

/** Appends who did what to which object, in the transaction of the deed; of an approved one also who asked for it. */
export async function recordAudit(ctx: Ctx, facts: AuditFacts): Promise<void> {
  const detail = { ...facts.detail, ...ctx.approval };
  await ctx.db.$executeRaw`
    insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
    values (business_now(), ${actorName(ctx.actor)}, ${facts.action}, ${facts.accountId ?? ctx.account?.id ?? null}::uuid, ${facts.objectKind},
      ${facts.objectId}, ${JSON.stringify(detail)}::jsonb, ${ctx.requestId}, ${ctx.clientAddress ?? null})`;
}

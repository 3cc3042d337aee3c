import type { AccountRef, Ctx } from "#lib/kernel/context.ts";

/**
 * The actor who does what was requested, in the name of the tenant that asked and inside the open transaction; the claim is
 * completed by the decision itself.
 */
export function actingOn(
  tx: Ctx,
  { id, askedBy, askedUserId }: { id: string; askedBy: string; askedUserId?: string | null },
  account: AccountRef,
): Ctx {
  const acting: Ctx = {
    ...tx,
    account,
    claim: undefined,
    approval: { approvalId: id, askedBy, ...(askedUserId && { askedUserId }) },
    transaction: (work) => work(acting),
  };
  return acting;
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { endInvitation, endLinks, withoutInviter } from "./link-store.ts";

/**
 * Ends the open invitations of a person who has left, was shut out or has another role now: what was asked for by who may not
 * ask for it any more counts no more (rulebook 3.18), and a second address of theirs would bring them back. What a second
 * person has agreed to is the account's, and stays.
 */
export async function endInvitationsOf(tx: Ctx, userId: string): Promise<void> {
  for (const { id, accountId } of await withoutInviter(tx.db, userId)) {
    if (!(await endInvitation(tx.db, accountId, id))) continue;
    await endLinks(tx.db, { kind: "INVITATION", invitationId: id });
    await recordAudit(tx, { action: "user.invite-revoke", accountId, objectKind: "invitation", objectId: id });
  }
}

import { type Permission, roleMay } from "#lib/contract/permissions.ts";
import { type Actor, actorName } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { ApprovalKind, ApprovalState } from "#lib/contract/approval-states.ts";

/** So long a request waits, of business time. */
export const APPROVAL_LIFE_MS = 86_400_000;

/** The permission that the action itself requires; a person without it may not approve the action either. */
const PERMISSION_OF: Readonly<Record<ApprovalKind, Permission>> = {
  payout: "payouts:request",
  setting: "settings:write",
};

type Asked = { what: ApprovalKind; status: ApprovalState; askedBy: string; askedUserId: string | null };

/** Whether a caller is the requester: people are compared by user id, whatever their name; all others by name. */
export const isAsker = (actor: Actor, { askedBy, askedUserId }: Omit<Asked, "what" | "status">): boolean =>
  actor.kind === "staff" ? actor.userId === askedUserId : askedUserId === null && actorName(actor) === askedBy;

/**
 * Who approves or declines: a person other than the requester, with permission for the action. Refuses all others with
 * FORBIDDEN.
 */
export function refuseDecider(actor: Actor, input: Asked): void {
  if (actor.kind !== "staff")
    throw new Refusal("FORBIDDEN", "Only a person decides this: sign in at the desk, a key cannot.");
  if (isAsker(actor, input))
    throw new Refusal("FORBIDDEN", "You asked for this yourself: a second person decides it, or you withdraw it.");
  const needed = PERMISSION_OF[input.what];
  if (!roleMay(actor.role, needed))
    throw new Refusal("FORBIDDEN", `Your role ${actor.role} does not allow this; it needs ${needed}.`);
}

/** Only the requester withdraws a request. Refuses all others with FORBIDDEN. */
export function refuseWithdrawer(actor: Actor, input: Asked): void {
  if (!isAsker(actor, input))
    throw new Refusal("FORBIDDEN", "Only who asked for this may withdraw it; others approve or decline it.");
}

/** What is decided or expired stays so. Refuses with INVALID_STATE, naming the state. */
export function refuseDecided({ status, decidedBy }: Asked & { decidedBy: string | null }): void {
  if (status === "PENDING") return;
  const by = decidedBy === null ? "" : ` by ${decidedBy}`;
  throw new Refusal("INVALID_STATE", `This request is ${status}${by}; ask again for what is still wanted.`);
}

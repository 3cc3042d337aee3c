import { actorMay } from "#lib/contract/may.ts";
import { ALL_ROLES, houseRoleMay, roleMay } from "#lib/contract/permissions.ts";
import { decidingRoles } from "#lib/contract/deciding-roles.ts";
import { type ApprovalState, type Decider, neededFor } from "#lib/contract/approval-states.ts";
import { type Actor, actorName, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { type ApprovalRow, approverFault, type ApproverFault, askerHolds, hasApprover } from "./store.ts";

/** So long a request waits, of business time. */
export const APPROVAL_LIFE_MS = 86_400_000;

/**
 * Whether a caller is the requester: people are compared by user id, whatever their name, and have asked for what a key
 * of their making has; all others are compared by name.
 */
export const isAsker = (
  actor: Actor,
  { askedBy, askedUserId, askedMakerIds }: Pick<ApprovalRow, "askedBy" | "askedUserId" | "askedMakerIds">,
): boolean =>
  actor.kind === "staff"
    ? actor.userId === askedUserId || askedMakerIds.includes(actor.userId)
    : askedUserId === null && actorName(actor) === askedBy;

const FAULTS: Readonly<Record<ApproverFault, string>> = {
  ASKED: "You asked for this yourself, or by a key of yours: a second person decides it, or you withdraw it.",
  NO_ROLE: "You hold no role where this is decided.",
  TOO_NEW: "You were given your role after this was asked for: somebody who held theirs before decides it.",
  TOO_YOUNG: "You hold your role for too short a time to approve; somebody else decides it.",
  MADE_BY_ASKER:
    "Who asked for this has made, promoted or reset you within the last 30 days: a third person decides it.",
  NO_FACTOR: "Whoever approves has a second factor of their own: add one under Your account and sign in with it.",
};

/**
 * Who approves or declines: a person other than the requester, of the tenant that decides, who holds a role with the
 * permission for long enough and does not owe it to the requester (rulebook 3.18). Where an account has nobody of that
 * kind, an administrator of the house. Refuses all others with FORBIDDEN.
 */
export async function refuseDecider(ctx: Ctx, row: ApprovalRow, from: Decider): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "staff")
    throw new Refusal("FORBIDDEN", "Only a person decides this: sign in at the desk, a key cannot.");
  if (isAsker(actor, row)) throw new Refusal("FORBIDDEN", FAULTS.ASKED);
  if (from === "account" && row.decides === "house")
    throw new Refusal("FORBIDDEN", "Somebody at the operator decides this.");
  const standsIn = from === "house" && row.decides === "account";
  if (standsIn) await refuseStandIn(ctx, row);
  const needed = standsIn ? "house:people" : neededFor(row.what, row.decides);
  if (!actorMay(ctx.app.mode, actor, needed))
    throw new Refusal("FORBIDDEN", `Your role does not allow this; it needs ${needed}.`);
  const fault = await approverFault(ctx.db, row.id, actor.userId);
  if (fault) throw new Refusal("FORBIDDEN", FAULTS[fault]);
}

async function refuseStandIn(ctx: Ctx, row: ApprovalRow): Promise<void> {
  if (await hasApprover(ctx.db, row.id, decidingRoles(row.what)))
    throw new Refusal("FORBIDDEN", "The account has people of its own who may decide this.");
}

/** One person is not both of the two who have to agree. Refuses with FORBIDDEN who agreed first. */
export function refuseFirst({ actor }: Ctx, { firstUserId }: Pick<ApprovalRow, "firstUserId">): void {
  if (actor.kind === "staff" && actor.userId === firstUserId)
    throw new Refusal("FORBIDDEN", "You have agreed to this already: a second person of the operator decides it.");
}

/**
 * What is asked for by a person who has left, was shut out, or may not ask for it any more, is agreed to by nobody (rulebook
 * 3.18); it is declined, or lapses. Refuses it with INVALID_STATE.
 */
export async function refuseWithoutAsker(ctx: Ctx, { id, what, ofHouse }: ApprovalRow): Promise<void> {
  const needed = neededFor(what, ofHouse ? "house" : "account");
  const roles = ALL_ROLES.filter((role) => (ofHouse ? houseRoleMay(role, needed) : roleMay(role, needed)));
  if (await askerHolds(ctx.db, id, roles)) return;
  throw new Refusal(
    "INVALID_STATE",
    "Who asked for this may not ask for it any more: decline it, and have it asked for again.",
  );
}

/** Only the requester withdraws a request. Refuses all others with FORBIDDEN. */
export function refuseWithdrawer({ actor }: Ctx, row: ApprovalRow): void {
  if (!isAsker(actor, row))
    throw new Refusal("FORBIDDEN", "Only who asked for this may withdraw it; others approve or decline it.");
}

/** What is decided or expired stays so. Refuses with INVALID_STATE, naming the state. */
export function refuseDecided({ status, decidedBy }: { status: ApprovalState; decidedBy: string | null }): void {
  if (status === "PENDING") return;
  const by = decidedBy === null ? "" : ` by ${decidedBy}`;
  throw new Refusal("INVALID_STATE", `This request is ${status}${by}; ask again for what is still wanted.`);
}

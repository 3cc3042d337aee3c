import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { invitePerson, type WantedPerson } from "#lib/people/invite-person.ts";
import type {
  changeUserEndpoint,
  invitePersonEndpoint,
  resetPasswordEndpoint,
  resetSecondFactorEndpoint,
} from "#lib/people/user-contract.ts";
import {
  changeUser,
  isAtHouse,
  lockedMember,
  raises,
  resetPassword,
  resetSecondFactor,
  type WantedChange,
} from "#lib/people/users.ts";
import { ask, needsAnother } from "./ask.ts";

type Waits = Waiting<ApprovalRecord>;

/** Invites a person; where a second person is needed it asks for one (202), and the letter leaves once they agree. */
export async function invitePersonOrAsk(
  ctx: Ctx,
  { email, name, role }: WantedPerson,
): Promise<OutputOf<typeof invitePersonEndpoint> | Waits> {
  if (!(await needsAnother(ctx))) return invitePerson(ctx, { email, name, role });
  return ask(ctx, { what: "person", request: { act: "invite", email, role, ...(name !== undefined && { name }) } });
}

/**
 * Changes a person's role, or shuts the door to them or opens it again. A role that carries more, and opening the door,
 * wait for a second person where one is needed (202); shutting it never does. Refuses with VALIDATION_FAILED both in one where
 * either waits: an approver agrees to one thing, and the other would be left undone silently.
 */
export async function changeUserOrAsk(
  ctx: Ctx,
  wanted: WantedChange,
): Promise<OutputOf<typeof changeUserEndpoint> | Waits> {
  const { userId, role, disabled } = wanted;
  if (!(await needsAnother(ctx))) return changeUser(ctx, wanted);
  const member = await lockedMember(ctx, userId);
  const opens = disabled === false && member.disabled_at !== null;
  const shuts = disabled === true && member.disabled_at === null;
  const isRaised = role !== undefined && raises(member.role, role, await isAtHouse(ctx));
  if (isRaised ? opens || shuts : opens && role !== undefined && role !== member.role)
    throw invalid("disabled", "Send role and disabled one after the other: one of them waits for a second person.");
  if (isRaised) return ask(ctx, { what: "person", request: { act: "role", userId, email: member.email, role } });
  if (opens)
    return ask(ctx, { what: "person", request: { act: "reactivate", userId, email: member.email, role: member.role } });
  return changeUser(ctx, wanted);
}

/** Sends a person a link to set a new password; where a second person is needed it asks for one (202). */
export async function resetPasswordOrAsk(
  ctx: Ctx,
  { userId }: InputOf<typeof resetPasswordEndpoint>,
): Promise<OutputOf<typeof resetPasswordEndpoint> | Waits> {
  return (await needsAnother(ctx)) ? askForReset(ctx, userId, "PASSWORD") : resetPassword(ctx, { userId });
}

/** Sends a person a link that takes their second factors away; where a second person is needed it asks for one (202). */
export async function resetSecondFactorOrAsk(
  ctx: Ctx,
  { userId }: InputOf<typeof resetSecondFactorEndpoint>,
): Promise<OutputOf<typeof resetSecondFactorEndpoint> | Waits> {
  return (await needsAnother(ctx)) ? askForReset(ctx, userId, "FACTOR") : resetSecondFactor(ctx, { userId });
}

async function askForReset(ctx: Ctx, userId: string, kind: "PASSWORD" | "FACTOR"): Promise<Waits> {
  const { email, role } = await lockedMember(ctx, userId);
  return ask(ctx, { what: "person", request: { act: "reset", kind, userId, email, role } });
}

import { isAnyRole } from "#lib/contract/permissions.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { newInvitation } from "#lib/people/invite-person.ts";
import { changeRole, reactivatePerson, resetPerson } from "#lib/people/users.ts";
import type { PlainRequest } from "./store.ts";

/** Does to a person what was asked for. */
export async function performOnPerson(ctx: Ctx, request: PlainRequest): Promise<void> {
  const { act, email = "", userId = "", name, kind } = request;
  const { role = "" } = request;
  if (act === "invite" && isAnyRole(role)) await newInvitation(ctx, { email, role, name });
  else if (act === "role" && isAnyRole(role)) await changeRole(ctx, { userId, role });
  else if (act === "reactivate") await reactivatePerson(ctx, { userId });
  else if (act === "reset") await resetPerson(ctx, { userId, kind: kind === "FACTOR" ? "FACTOR" : "PASSWORD" });
  else must(false, "what is done to a person has a name, and a role that there is");
}

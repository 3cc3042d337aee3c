import { type Caller, keyStillActive } from "#lib/keys/authenticate.ts";
import { mustEnrol } from "#lib/people/require-proof.ts";
import { staffNow } from "#lib/people/session.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { houseRoleMay, roleMay, whoseIs } from "#lib/contract/permissions.ts";
import type { App } from "#lib/kernel/app.ts";
import type { AccountRef } from "#lib/kernel/context.ts";

/** Whether who was let in some time ago would be let in now: the key, or the session and the role in this account. */
export async function stillMay(
  app: App,
  endpoint: Endpoint,
  caller: Caller | undefined,
  account: AccountRef | undefined,
): Promise<boolean> {
  if (!caller) return true;
  if (caller.kind === "key") return keyStillActive(app, caller.keyId);
  const staff = await staffNow(app, caller.staff.sessionId);
  if (!staff || mustEnrol(app.mode, staff)) return false;
  const { scope } = endpoint;
  if (scope === "public" || scope === "own") return true;
  if (whoseIs(scope) === "house") return houseRoleMay(staff.house?.role ?? "", scope);
  const acting = staff.accounts.find(({ id }) => id === account?.id);
  return roleMay(acting?.role ?? (staff.house?.role === "auditor" ? "auditor" : ""), scope);
}

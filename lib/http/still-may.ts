import { type Caller, keyStillActive } from "#lib/keys/authenticate.ts";
import { mustEnrol } from "#lib/people/require-proof.ts";
import { staffNow } from "#lib/people/session.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { roleMay } from "#lib/contract/permissions.ts";
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
  const acting = staff?.accounts.find(({ id }) => id === account?.id);
  if (!staff || !acting || mustEnrol(app.mode, staff, acting)) return false;
  return endpoint.scope === "public" || roleMay(acting.role, endpoint.scope);
}

import type { Caller } from "#lib/keys/authenticate.ts";
import { isActiveKey } from "#lib/keys/key-store.ts";
import { IDLE_MS } from "#lib/people/factor-rules.ts";
import { mustEnrol } from "#lib/people/require-proof.ts";
import { staffOfSession } from "#lib/people/staff-store.ts";
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
  if (caller.kind === "key") return isActiveKey(app, caller.keyId);
  const found = await staffOfSession(app, caller.staff.sessionId, IDLE_MS[app.mode]);
  if (!found || mustEnrol(app.mode, found.staff)) return false;
  const { scope } = endpoint;
  if (scope === "public" || scope === "own") return true;
  const { accounts, house } = found.staff;
  if (whoseIs(scope) === "house") return houseRoleMay(house?.role ?? "", scope);
  const acting = accounts.find(({ id }) => id === account?.id);
  return roleMay(acting?.role ?? (house?.role === "auditor" ? "auditor" : ""), scope);
}

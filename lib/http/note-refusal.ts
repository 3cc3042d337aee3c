import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { whoseIs } from "#lib/contract/permissions.ts";
import { type App, contextFor } from "#lib/kernel/app.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { slot } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { Staff } from "#lib/people/session.ts";
import { actingAccount } from "./acting-account.ts";

/** One line for a person, an operation and whom it concerns within this time, however often they try. */
const QUIET_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const REFUSED = slot<Map<string, number>>("refused operations");

type Refused = {
  endpoint: Endpoint;
  staff: Staff;
  headers: Headers;
  requestId: string;
  clientAddress: string | undefined;
};

/**
 * A person who tried what their role does not allow stands in the record of the account that they acted for, and of the
 * house where it is the house's; for a caller with no part in that account, in all of their own (OWASP ASVS 5.0, 16.3.2).
 */
export async function noteRefusal(app: App, error: unknown, refused: Refused): Promise<void> {
  const { endpoint, staff, requestId, clientAddress } = refused;
  if (!isRefusal(error) || error.code !== "FORBIDDEN" || !endpoint.mutation) return;
  const concerned = await concernedBy(app, refused);
  if (!isNews(app, refused, concerned)) return;
  const { userId, name, sessionId } = staff;
  const actor = { kind: "staff" as const, userId, name, role: "", sessionId };
  await contextFor(app, { actor, requestId, clientAddress }).transaction(async (tx) => {
    for (const accountId of concerned)
      await recordAudit(tx, {
        action: "access.refuse",
        objectKind: "operation",
        objectId: `${endpoint.method} ${endpoint.path}`,
        accountId,
        detail: { needed: endpoint.scope },
      });
  });
}

async function concernedBy(app: App, { endpoint, staff, headers }: Refused): Promise<readonly string[]> {
  const whose = whoseIs(endpoint.scope);
  const acting = whose === "house" ? staff.house : whose === "account" ? actingAccount(staff, headers) : undefined;
  if (acting) return [acting.id];
  const own = [...staff.accounts, ...(staff.house ? [staff.house] : [])].map(({ id }) => id);
  return whose === "house" ? [...own, (await houseOf(app)).id] : own;
}

function isNews(app: App, { endpoint, staff }: Refused, concerned: readonly string[]): boolean {
  const seen = app.slots.of(REFUSED, () => new Map<string, number>());
  const key = [staff.userId, endpoint.method, endpoint.path, ...concerned].join(" ");
  const now = Date.now();
  if (now - (seen.get(key) ?? -QUIET_MS) < QUIET_MS) return false;
  if (seen.size >= MOST_REMEMBERED) seen.clear();
  seen.set(key, now);
  return true;
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { whoseIs } from "#lib/contract/permissions.ts";
import { type App, contextFor } from "#lib/kernel/app.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { slot } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { Staff } from "#lib/people/session.ts";

/** One line for a person and an operation within this time, however often they try. */
const QUIET_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const REFUSED = slot<Map<string, number>>("refused operations");

type Refused = { endpoint: Endpoint; staff: Staff; requestId: string; clientAddress: string | undefined };

/**
 * A person who tried what their role does not allow stands in the record of their own account, and of the house where it
 * is the house's (OWASP ASVS 5.0, 16.3.2).
 */
export async function noteRefusal(app: App, error: unknown, refused: Refused): Promise<void> {
  const { endpoint, staff, requestId, clientAddress } = refused;
  if (!isRefusal(error) || error.code !== "FORBIDDEN" || !endpoint.mutation || !isNews(app, refused)) return;
  const { userId, name, sessionId, accounts, house } = staff;
  const actor = { kind: "staff" as const, userId, name, role: "", sessionId };
  const [own = house] = accounts;
  const concerned = new Set([own?.id, whoseIs(endpoint.scope) === "house" ? (await houseOf(app)).id : undefined]);
  await contextFor(app, { actor, requestId, clientAddress }).transaction(async (tx) => {
    for (const accountId of concerned)
      if (accountId !== undefined)
        await recordAudit(tx, {
          action: "access.refuse",
          objectKind: "operation",
          objectId: `${endpoint.method} ${endpoint.path}`,
          accountId,
          detail: { needed: endpoint.scope },
        });
  });
}

function isNews(app: App, { endpoint, staff }: Refused): boolean {
  const seen = app.slots.of(REFUSED, () => new Map<string, number>());
  const key = `${staff.userId} ${endpoint.method} ${endpoint.path}`;
  const now = Date.now();
  if (now - (seen.get(key) ?? -QUIET_MS) < QUIET_MS) return false;
  if (seen.size >= MOST_REMEMBERED) seen.clear();
  seen.set(key, now);
  return true;
}

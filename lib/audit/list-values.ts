import type { OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { listAuditValuesEndpoint } from "./contract.ts";
import { type AuditKind, auditKinds } from "./store.ts";

/** What the account's record can be filtered by: every actor, action and kind of object that stands in it. */
export async function listAuditValues(ctx: Ctx): Promise<OutputOf<typeof listAuditValuesEndpoint>> {
  const kinds = await auditKinds(ctx.db, accountOf(ctx).id);
  const all = (name: keyof AuditKind) => [...new Set(kinds.map((one) => one[name]))].sort();
  return { actors: all("actor"), actions: all("action"), objectKinds: all("objectKind") };
}

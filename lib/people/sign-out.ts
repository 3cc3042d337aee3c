import { contextFor, type App } from "#lib/kernel/app.ts";
import { isId } from "#lib/kernel/ids.ts";
import { actingAs } from "./acting-as.ts";
import { auditEverywhere } from "./enter.ts";
import { activeUser } from "./factor-store.ts";
import { revokeSession } from "./staff-store.ts";

/** Ends a session at once, in every browser that holds its token; a second time nothing happens. */
export async function closeSession(app: App, sessionId: string, clientAddress?: string): Promise<void> {
  if (!isId(sessionId)) return;
  const ctx = contextFor(app, { actor: { kind: "public" }, clientAddress });
  await ctx.transaction(async (tx) => {
    const userId = await revokeSession(tx.db, sessionId);
    const user = userId && (await activeUser(tx.db, userId));
    if (user) await auditEverywhere(actingAs(tx, user, undefined), user.id, "sign-out", { sessionId });
  });
}

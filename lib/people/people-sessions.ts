import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { IDLE_MS } from "./factor-rules.ts";
import { endSessionRow, sessionsOfMembers } from "./session-store.ts";
import type { endPersonSessionEndpoint, getPeopleSessionsEndpoint } from "./user-contract.ts";

/** Where the people of the account, or of the house, are signed in, newest first. */
export async function getPeopleSessions(ctx: Ctx): Promise<OutputOf<typeof getPeopleSessionsEndpoint>> {
  const rows = await sessionsOfMembers(ctx.db, accountOf(ctx).id, IDLE_MS[ctx.app.mode]);
  const data = rows.map((row) => ({
    sessionId: row.id,
    userId: row.userId,
    name: row.name,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    ...(row.seenAt && { lastSeenAt: row.seenAt.getTime() }),
    ...(row.clientAddress && { clientAddress: row.clientAddress }),
    ...(row.agent && { agent: row.agent }),
  }));
  return { data };
}

/** Signs a person of the account, or of the house, out there, with that browser's next request. Of nobody here, or ended: NOT_FOUND. */
export async function endPersonSession(
  ctx: Ctx,
  { sessionId }: InputOf<typeof endPersonSessionEndpoint>,
): Promise<OutputOf<typeof endPersonSessionEndpoint>> {
  if (ctx.actor.kind !== "staff" && asksSecondPerson(ctx.app.mode, await houseSettings(ctx)))
    throw new Refusal("FORBIDDEN", "Where two persons are asked for, only a person ends the session of another.");
  return ctx.transaction(async (tx) => {
    const rows = await sessionsOfMembers(tx.db, accountOf(tx).id, IDLE_MS[tx.app.mode]);
    const found = isId(sessionId) ? rows.find(({ id }) => id === sessionId) : undefined;
    if (!found || !(await endSessionRow(tx.db, found.userId, sessionId)))
      throw new Refusal("NOT_FOUND", "Nobody here has an open session with this id.");
    const detail = { sessionId };
    await recordAudit(tx, { action: "user.session.end", objectKind: "user", objectId: found.userId, detail });
    return answerWith(tx, { sessionId, ended: true });
  });
}

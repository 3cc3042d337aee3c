import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Actor, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { auditEverywhere } from "./enter.ts";
import { countRecoveryCodes, totpOf } from "./factor-store.ts";
import type {
  askForProofEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  getMeEndpoint,
  getSessionsEndpoint,
  OwnRecord,
  PasskeyRecord,
  proveEndpoint,
  SessionRecord,
} from "./me-contract.ts";
import { passkeyProof, passkeyQuestion } from "./passkey-proof.ts";
import { type PasskeyRow, passkeysOf } from "./passkey-store.ts";
import { factorRules, IDLE_MS } from "./factor-rules.ts";
import { readingOf } from "./reading-store.ts";
import { isFactorCode, takeProof, wrongCode } from "./prove-code.ts";
import {
  endOtherRows,
  endSessionRow,
  noteProof,
  openSessionRow,
  type SessionRow,
  sessionsOf,
} from "./session-store.ts";

export type Person = Extract<Actor, { kind: "staff" }> & { sessionId: string };

/** The person behind a request; a key has no sign-in of its own. */
export function personOf({ actor }: Ctx): Person {
  if (actor.kind === "staff" && actor.sessionId !== undefined) return { ...actor, sessionId: actor.sessionId };
  throw new Refusal("FORBIDDEN", "This is for people who are signed in; a key has no sign-in of its own.");
}

/** Who is signed in and what proves them. */
export async function getMe(ctx: Ctx): Promise<OutputOf<typeof getMeEndpoint>> {
  return ownRecordOf(ctx);
}

/** What the browser needs for {@link prove} by a passkey. */
export async function askForProof(ctx: Ctx): Promise<OutputOf<typeof askForProofEndpoint>> {
  const { userId } = personOf(ctx);
  return { options: await passkeyQuestion(ctx.app, `proof ${userId}`, userId) };
}

/** Proves the second factor for this session, by a code or a passkey. A wrong one is 400, too many tries 429. */
export async function prove(
  ctx: Ctx,
  { code, credential }: InputOf<typeof proveEndpoint>,
): Promise<OutputOf<typeof proveEndpoint>> {
  const person = personOf(ctx);
  if ((code === undefined) === (credential === undefined)) throw invalid("code", "Send either code or credential.");
  return takeProof(ctx, person, code === undefined ? "passkey" : "code", async () => {
    if (credential !== undefined) await needPasskey(ctx, person, credential);
    return ctx.transaction(async (tx) => {
      if (code !== undefined && !(await isFactorCode(tx, person.userId, code))) throw wrongCode();
      await noteProof(tx.db, person.sessionId);
      return answerWith(tx, await ownRecordOf(tx));
    });
  });
}

async function needPasskey(ctx: Ctx, { userId }: Person, credential: unknown): Promise<void> {
  if ((await passkeyProof(ctx.app, `proof ${userId}`, credential)) !== userId)
    throw invalid("credential", "This passkey was not accepted; try again, or use a code.");
}

/** Where the person is signed in, newest first. */
export async function getSessions(ctx: Ctx): Promise<OutputOf<typeof getSessionsEndpoint>> {
  const { userId, sessionId } = personOf(ctx);
  const rows = await sessionsOf(ctx.db, userId, IDLE_MS[ctx.app.mode]);
  return { data: rows.map((row) => sessionRecordOf(row, sessionId)) };
}

/** Signs the person out there, with that browser's next request. Unknown, ended or another person's: NOT_FOUND. */
export async function endSession(
  ctx: Ctx,
  { sessionId }: InputOf<typeof endSessionEndpoint>,
): Promise<OutputOf<typeof endSessionEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!isId(sessionId) || !(await endSessionRow(tx.db, userId, sessionId)))
      throw new Refusal("NOT_FOUND", "There is no open session of yours with this id.");
    await auditOwn(tx, "sign-out", { sessionId });
    return answerWith(tx, { sessionId, ended: true });
  });
}

/** Signs the person out everywhere but here. */
export async function endOtherSessions(ctx: Ctx): Promise<OutputOf<typeof endOtherSessionsEndpoint>> {
  const { userId, sessionId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    const ended = await endOtherRows(tx.db, userId, sessionId);
    if (ended > 0) await auditOwn(tx, "sign-out", { others: ended });
    return answerWith(tx, { count: ended });
  });
}

/** Writes what a person did to their own sign-in into the record of each account of theirs, in the transaction of the action. */
export function auditOwn(ctx: Ctx, command: string, detail: Record<string, unknown> = {}): Promise<void> {
  return auditEverywhere(ctx, personOf(ctx).userId, command, detail);
}

/** The person as the API shows them, read inside the open transaction. */
export async function ownRecordOf(ctx: Ctx): Promise<OwnRecord> {
  const { userId, sessionId } = personOf(ctx);
  const session = await openSessionRow(ctx.db, sessionId);
  if (!session) throw new Refusal("UNAUTHENTICATED", "Your session has ended; sign in again.");
  const { required, stepUpMs } = factorRules(ctx.app.mode, (await houseSettings(ctx)).house);
  const passkeys = await passkeysOf(ctx.db, userId);
  const authenticator = (await totpOf(ctx.db, userId, "live")) !== undefined;
  return {
    userId,
    email: session.email,
    name: session.name,
    enrolled: authenticator || passkeys.length > 0,
    required,
    hasPassword: session.hasPassword,
    authenticator,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, userId),
    passkeys: passkeys.map(passkeyRecordOf),
    ...(await readingOf(ctx.db, userId)),
    ...(session.provenAt && { provenUntil: session.provenAt.getTime() + stepUpMs }),
  };
}

const passkeyRecordOf = (row: PasskeyRow): PasskeyRecord => ({
  passkeyId: row.id,
  name: row.name,
  createdAt: row.createdAt.getTime(),
  ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.getTime() }),
});

const sessionRecordOf = (row: SessionRow, current: string): SessionRecord => ({
  sessionId: row.id,
  current: row.id === current,
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  ...(row.seenAt && { lastSeenAt: row.seenAt.getTime() }),
  ...(row.clientAddress && { clientAddress: row.clientAddress }),
  ...(row.agent && { agent: row.agent }),
});

import { createHash } from "node:crypto";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { isPassword } from "./passwords.ts";
import { activeUser, hasSecondFactor, spendChallenge } from "./factor-store.ts";
import { passkeyProof } from "./passkey-proof.ts";
import { countFactorTry, isFactorCode } from "./prove-code.ts";
import { isDemo } from "./require-proof.ts";
import { openSession } from "./session.ts";
import { userByEmail, type UserRow } from "./staff-store.ts";
import { PASSKEY, SIGN_IN, countAttempt } from "./login-throttle.ts";

/** Failing tries of one e-mail and of one address before it has to wait. */
const MAX_TRIES_OF_EMAIL = 8;
const MAX_TRIES_OF_ADDRESS = 40;
/** Characters of a password that are checked; no real password is longer. */
const MAX_PASSWORD = 1_024;
/** How long a code may be typed after the password was right. Wall clock. */
const TICKET_MS = 600_000;
const TICKET = "sign-in ticket";

export type SignedIn = { userId: string; email: string; name: string; sessionId: string };
/** The password was right, a second factor is required. The ticket brings that result back; it opens no session. */
export type AskedForFactor = { ticket: string };
type From = { clientAddress: string | undefined; agent?: string | undefined };

/**
 * Checks e-mail and password and opens a session, or asks who has a second factor for it. Undefined for every failure
 * alike: unknown user, wrong password, disabled, or too many tries. All but the last take the time of one hash, so
 * the time does not reveal which users exist.
 */
export async function signIn(
  app: App,
  given: { email: string; password: string } & From,
): Promise<SignedIn | AskedForFactor | undefined> {
  const email = given.email.trim().toLowerCase();
  const forget = countAttempt(app, SIGN_IN, [
    [`email ${email}`, MAX_TRIES_OF_EMAIL],
    [`address ${given.clientAddress ?? "unknown"}`, MAX_TRIES_OF_ADDRESS],
  ]);
  if (!forget) return undefined;
  const user = await userByEmail(app, email);
  const right = await isPassword(given.password.slice(0, MAX_PASSWORD), user?.passwordHash);
  if (!user || !right) return undefined;
  forget();
  const asked = !isDemo(app.mode, user.email) && (await hasSecondFactor(app.database.prisma, user.id));
  return asked ? { ticket: ticketFor(app, user) } : entered(app, user, given, false);
}

/** Opens the session for a ticket and the code that belongs to it. Undefined for every failure alike. */
export async function signInByCode(
  app: App,
  given: { ticket: string; code: string } & From,
): Promise<SignedIn | undefined> {
  const user = await ticketHolder(app, given.ticket);
  const forget = user && countFactorTry(app, user.id);
  if (!user || !forget) return undefined;
  const ctx = contextFor(app, { actor: actorOf(user), clientAddress: given.clientAddress });
  const right = await ctx.transaction((tx) => isFactorCode(tx, user.id, given.code));
  if (!right || !(await spendChallenge(app, digestOf(given.ticket)))) return undefined;
  forget();
  return entered(app, user, given, true);
}

/** Opens a session for a passkey's answer to our challenge: it stands for password and second factor at once. */
export async function signInByPasskey(app: App, given: { credential: unknown } & From): Promise<SignedIn | undefined> {
  const forget = countAttempt(app, PASSKEY, [[`address ${given.clientAddress ?? "unknown"}`, MAX_TRIES_OF_ADDRESS]]);
  if (!forget) return undefined;
  const userId = await passkeyProof(app, "sign-in", given.credential);
  const user = userId && (await activeUser(app.database.prisma, userId));
  if (!user) return undefined;
  forget();
  return entered(app, user, given, true);
}

async function entered(app: App, user: UserRow, from: From, proven: boolean): Promise<SignedIn> {
  const sessionId = await openSession(app, user.id, { ...from, proven });
  return { userId: user.id, email: user.email, name: user.name, sessionId };
}

const actorOf = ({ id, name }: UserRow) => ({ kind: "staff", userId: id, name, role: "viewer" }) as const;

/** Bound to the password it was given for, so that a new password ends it. */
function ticketFor(app: App, user: UserRow): string {
  const claims = { userId: user.id, password: markOf(user), until: Date.now() + TICKET_MS };
  return Buffer.from(app.secrets.seal(TICKET, JSON.stringify(claims))).toString("base64url");
}

async function ticketHolder(app: App, ticket: string): Promise<UserRow | undefined> {
  const claims = openedTicket(app, ticket);
  if (!claims || !(claims.until > Date.now())) return undefined;
  const user = await activeUser(app.database.prisma, claims.userId);
  return user && markOf(user) === claims.password ? user : undefined;
}

type Claims = { userId: string; password: string; until: number };

function openedTicket(app: App, ticket: string): Claims | undefined {
  try {
    return JSON.parse(app.secrets.open(TICKET, Buffer.from(ticket, "base64url"))) as Claims;
  } catch {
    // A ticket that does not open (forged, cut, of an older secret) names no person.
    return undefined;
  }
}

const markOf = ({ passwordHash }: UserRow): string => digestOf(passwordHash).toString("base64url");
const digestOf = (text: string): Buffer<ArrayBuffer> =>
  createHash("sha256").update(text).digest() as Buffer<ArrayBuffer>;

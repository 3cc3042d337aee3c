import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { enter, noteRefused, type SignedIn, type Way } from "./enter.ts";
import { activeUser, hasSecondFactor, spendChallenge } from "./factor-store.ts";
import { countCode, countCost, type Admission, countPassword } from "./login-throttle.ts";
import { passkeyProof } from "./passkey-proof.ts";
import { isPassword } from "./passwords.ts";
import { isFactorCode } from "./prove-code.ts";
import { isDemo } from "./require-proof.ts";
import { isOfProvider } from "./sso-store.ts";
import { type From, type UserRow, whoSignsIn } from "./staff-store.ts";

/** Characters of a password that are checked; no real password is longer. */
const MAX_PASSWORD = 1_024;
/** How long a code may be typed after the password was right. Wall clock. */
const TICKET_MS = 600_000;
const TICKET = "sign-in ticket";
/** Every refusal of a password takes this long beside its hash: a line is written only for an address that is known. */
const REFUSED_MS = 250;

/** The password was right, a second factor is required. The ticket brings that result back; it opens no session. */
export type FactorRequired = { ticket: string };

/**
 * Checks e-mail and password and opens a session, or asks who has a second factor for it. Undefined for every failure
 * alike: unknown user, wrong password, disabled, or too many tries. All but the last take the time of one hash, and longer
 * than the line in the audit record, so the time does not reveal which users exist.
 */
export async function signIn(
  app: App,
  given: { email: string; password: string } & From,
): Promise<SignedIn | FactorRequired | undefined> {
  if (app.env.oidc?.only) return undefined;
  const email = given.email.trim().toLowerCase();
  const { user, ...known } = await whoSignsIn(app, email, given);
  const ctx = publicContext(app, given);
  const counted = await countPassword(app, email, { ...given, ...known });
  if (counted.kind === "refused") return refused(ctx, user, "password", counted);
  const right = await isPassword(given.password.slice(0, MAX_PASSWORD), user?.passwordHash);
  if (!user || !right) return refused(ctx, user, "password", counted);
  await counted.forget();
  const needsFactor = !isDemo(app.mode, user.email) && (await hasSecondFactor(app.database.prisma, user.id));
  return needsFactor
    ? { ticket: ticketFor(app, user) }
    : enter(ctx, user, { ...given, way: "password", proven: false });
}

/** Opens the session for a ticket and the code that belongs to it. Undefined for every failure alike. */
export async function signInByCode(
  app: App,
  given: { ticket: string; code: string } & From,
): Promise<SignedIn | undefined> {
  const ctx = publicContext(app, given);
  const user = await ticketHolder(app, given.ticket);
  if (!user) return refused(ctx, undefined, "code");
  const place = await whoSignsIn(app, user.email, given);
  const counted = await countCode(app, user.id, { ...given, ...place });
  if (counted.kind === "refused") return refused(ctx, user, "code", counted);
  const right = await ctx.transaction((tx) => isFactorCode(tx, user.id, given.code));
  if (!right || !(await spendChallenge(app, digestOf(given.ticket)))) return refused(ctx, user, "code", counted);
  await counted.forget();
  return enter(ctx, user, { ...given, way: "code", proven: true });
}

/** Opens a session for a passkey's answer to our challenge: it stands for password and second factor at once. */
export async function signInByPasskey(app: App, given: { credential: unknown } & From): Promise<SignedIn | undefined> {
  if (app.env.oidc?.only || (await countCost(app, "passkey", given.clientAddress)).kind === "refused") return undefined;
  const ctx = publicContext(app, given);
  const userId = await passkeyProof(app, "sign-in", given.credential);
  const user = userId ? await activeUser(ctx.db, userId) : undefined;
  // Whom the provider alone lets in must not stay after leaving there.
  if (!user || (await isOfProvider(ctx.db, user.id))) return refused(ctx, user, "passkey");
  return enter(ctx, user, { ...given, way: "passkey", proven: true });
}

/**
 * Leaves a trace of a failure: in the audit of the person who was tried, in the log also where there is none. Of those
 * that are not even tried any more the first alone.
 */
async function refused(ctx: Ctx, user: UserRow | undefined, way: Exclude<Way, "sso">, counted?: Admission) {
  const throttled = counted?.kind === "refused";
  if (throttled && !counted.first) return undefined;
  ctx.app.log.warn("sign-in refused", { way, throttled, userId: user?.id, clientAddress: ctx.clientAddress });
  const noted = user && noteRefused(ctx, user, way, throttled);
  await Promise.all([noted, way === "password" && setTimeout(REFUSED_MS)]);
  return undefined;
}

const publicContext = (app: App, { clientAddress }: From): Ctx =>
  contextFor(app, { actor: { kind: "public" }, clientAddress });

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

const markOf = ({ passwordHash }: UserRow): string => digestOf(passwordHash ?? "").toString("base64url");
const digestOf = (text: string): Buffer<ArrayBuffer> =>
  createHash("sha256").update(text).digest() as Buffer<ArrayBuffer>;

import { setTimeout } from "node:timers/promises";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { queueMail, type Wording } from "#lib/mail/queue-mail.ts";
import { isLetInByProvider, needLink, noLink } from "./accept-invitation.ts";
import { actingAs } from "./acting-as.ts";
import { auditEverywhere } from "./enter.ts";
import { activeUser, endRecoveryCodes, endTotp } from "./factor-store.ts";
import type { dropFactorEndpoint, forgotPasswordEndpoint, setPasswordEndpoint } from "./link-contract.ts";
import { takeLink } from "./link-store.ts";
import { countCost, countFactor, countLetter } from "./login-throttle.ts";
import type { changePasswordEndpoint } from "./me-contract.ts";
import { ownRecordOf, personOf } from "./me.ts";
import { endPasskeysOf } from "./passkey-store.ts";
import { needGoodPassword } from "./password-rules.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { takeProof } from "./prove-code.ts";
import { isMailed, sendLink } from "./send-link.ts";
import { endOtherRows } from "./session-store.ts";
import { isOfProvider } from "./sso-store.ts";
import { userByEmail, type UserRow } from "./staff-store.ts";
import { accountNamesOf, digestOfSignIn, revokeSessionsOf, setPasswordHash } from "./user-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** Every answer takes this long: what is done for an address that is known takes less. */
const FORGOT_MS = 250;
const forgotten: Wording = () => ({ subject: lettersText.password.subject, text: lettersText.password.forgotten });
const lost: Wording = () => ({ subject: lettersText.factor.subject, text: lettersText.factor.lost });

/** A new password of one's own: asks for the old one, and signs out everywhere else. A wrong old one is 400. */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, password }: InputOf<typeof changePasswordEndpoint>,
): Promise<OutputOf<typeof changePasswordEndpoint>> {
  const { userId, sessionId } = personOf(ctx);
  const user = await needOwnPassword(ctx, currentPassword, "currentPassword");
  await needGoodFor(ctx, user, password);
  const hash = await hashPassword(password);
  return ctx.transaction(async (tx) => {
    await setPasswordHash(tx.db, userId, hash);
    await endOtherRows(tx.db, userId, sessionId);
    await changed(tx, user);
    return answerWith(tx, await ownRecordOf(tx));
  });
}

async function needGoodFor(ctx: Ctx, { id, email, name }: UserRow, password: string): Promise<void> {
  await needGoodPassword(ctx.app, password, [email, name, ...(await accountNamesOf(ctx.db, id))]);
}

/** Refuses a password that is not the signed-in person's own: 400 naming the field, 429 after too many tries. */
export async function needOwnPassword(ctx: Ctx, given: string, field: string): Promise<UserRow> {
  const person = personOf(ctx);
  return takeProof(ctx, person, "password", async () => {
    const user = await activeUser(ctx.db, person.userId);
    if (!user || !(await isPassword(given, user.passwordHash))) throw invalid(field, "Incorrect password.");
    return user;
  });
}

/** Sends a link to set a new password, if the address is a person's; neither the answer nor its time says so. */
export async function forgotPassword(
  ctx: Ctx,
  { email }: InputOf<typeof forgotPasswordEndpoint>,
): Promise<OutputOf<typeof forgotPasswordEndpoint>> {
  await Promise.all([sendForgotten(ctx, email.trim().toLowerCase()), setTimeout(FORGOT_MS)]);
  return { done: true };
}

async function sendForgotten(ctx: Ctx, email: string): Promise<void> {
  const { app } = ctx;
  if ((await countCost(app, "forgot", ctx.clientAddress)).kind === "refused") return;
  if ((await countLetter(app, email)).kind === "refused") return;
  const user = await userByEmail(app, email);
  if (!user || app.env.oidc?.only || !isMailed(ctx) || (await isOfProvider(ctx.db, user.id))) return;
  await ctx.transaction(async (tx) => {
    await sendLink(tx, { kind: "PASSWORD", userId: user.id }, user.email, forgotten);
    await auditEverywhere(tx, user.id, "password.forgot");
  });
}

/** Sets a new password by the link in a letter: ends every session, and the link. */
export async function setPassword(
  ctx: Ctx,
  { token, password }: InputOf<typeof setPasswordEndpoint>,
): Promise<OutputOf<typeof setPasswordEndpoint>> {
  const { user } = await ownerOf(ctx, token, "PASSWORD");
  await needGoodFor(ctx, user, password);
  const hash = await hashPassword(password);
  return ctx.transaction(async (tx) => {
    if (!(await takeLink(tx.db, token))) throw noLink();
    await setPasswordHash(tx.db, user.id, hash);
    await revokeSessionsOf(tx.db, user.id);
    await changed(tx, user);
    return answerWith(tx, { done: true });
  });
}

/**
 * Takes the second factors away by the link in a letter and the password: neither alone is enough. Of whom single sign-on
 * alone lets in the link is: it opens no session, and they have no password.
 */
export async function dropFactor(
  ctx: Ctx,
  { token, password }: InputOf<typeof dropFactorEndpoint>,
): Promise<OutputOf<typeof dropFactorEndpoint>> {
  const { user, linkId } = await ownerOf(ctx, token, "FACTOR");
  if (!(await isLetInByProvider(ctx, user.id))) await needPasswordOf(ctx, user, linkId, password);
  return ctx.transaction(async (tx) => {
    if (!(await takeLink(tx.db, token))) throw noLink();
    await endTotp(tx.db, user.id);
    await endPasskeysOf(tx.db, user.id);
    await endRecoveryCodes(tx.db, user.id);
    await revokeSessionsOf(tx.db, user.id);
    await auditEverywhere(actingAs(tx, user, undefined), user.id, "second-factor.drop");
    const letter: Wording = () => ({ subject: lettersText.factor.removed, text: lettersText.factor.removedText });
    await queueMail(tx, user.email, letter);
    return answerWith(tx, { done: true });
  });
}

async function needPasswordOf(ctx: Ctx, user: UserRow, linkId: string, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalid("password", "password is required.");
  const counted = await countFactor(ctx.app, user.id, `link ${linkId}`);
  if (counted.kind === "refused")
    throw new Refusal("RATE_LIMITED", "Too many wrong passwords; try again in ten minutes.", {
      retryAfterSeconds: 600,
    });
  if (!(await isPassword(password, user.passwordHash))) throw invalid("password", "Incorrect password.");
  await counted.forget();
}

/** Refuses with INVALID_STATE a password for whom the provider alone lets in: who leaves there must not stay here. */
export async function needOwnSignIn(ctx: Ctx, userId: string): Promise<void> {
  if (await isOfProvider(ctx.db, userId))
    throw new Refusal("INVALID_STATE", "This person signs in by single sign-on and has no password here.");
}

/** A link for a person, which the operator's command line prints; it also goes out by mail. Unknown: NOT_FOUND. */
export async function linkFor(ctx: Ctx, email: string, kind: "PASSWORD" | "FACTOR"): Promise<string> {
  const user = await userByEmail(ctx.app, email.trim().toLowerCase());
  if (!user) throw new Refusal("NOT_FOUND", `There is no user ${email}.`);
  if (kind === "PASSWORD") await needOwnSignIn(ctx, user.id);
  return ctx.transaction(async (tx) => {
    await auditEverywhere(tx, user.id, kind === "FACTOR" ? "second-factor.reset" : "password.reset");
    return sendLink(tx, { kind, userId: user.id }, user.email, kind === "FACTOR" ? lost : forgotten);
  });
}

async function ownerOf(
  ctx: Ctx,
  token: string,
  kind: "PASSWORD" | "FACTOR",
): Promise<{ user: UserRow; linkId: string }> {
  const link = await needLink(ctx, token);
  const user = link.kind === kind ? await activeUser(ctx.db, link.userId) : undefined;
  if (!user) throw noLink();
  return { user, linkId: link.id };
}

async function changed(tx: Ctx, user: UserRow): Promise<void> {
  const theirs = actingAs(tx, user, undefined);
  const detail = { sha256: await digestOfSignIn(tx.db, user.id) };
  await auditEverywhere(theirs, user.id, "password", detail);
  // A person who belongs to no account now may belong to one again: what they sign in with is known then.
  if ((await accountNamesOf(tx.db, user.id)).length === 0)
    await recordAudit(theirs, { action: "user.password", objectKind: "user", objectId: user.id, detail });
  const letter: Wording = () => ({ subject: lettersText.password.changed, text: lettersText.password.changedText });
  await queueMail(tx, user.email, letter);
}

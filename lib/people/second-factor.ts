import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import {
  activeUser,
  confirmTotp,
  countRecoveryCodes,
  draftTotp,
  endRecoveryCodes,
  endTotp,
  hasSecondFactor,
  putRecoveryCodes,
  totpOf,
} from "./factor-store.ts";
import type {
  confirmAuthenticatorEndpoint,
  OwnRecord,
  removeAuthenticatorEndpoint,
  renewRecoveryCodesEndpoint,
  startAuthenticatorEndpoint,
} from "./me-contract.ts";
import { auditOwn, ownRecordOf, personOf } from "./me.ts";
import { needOwnPassword } from "./own-password.ts";
import { relyingParty } from "./passkey-proof.ts";
import { takeProof, totpPurpose, wrongCode } from "./prove-code.ts";
import { newRecoveryCodes, recoveryDigest } from "./recovery-codes.ts";
import { noteProof, openSessionRow } from "./session-store.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** How old a session may be that stands for a password which does not exist. Wall clock. */
const JUST_OPENED_MS = 600_000;

/** Makes a secret for an authenticator app; the one that counts goes on counting until this one's first code came. */
export async function startAuthenticator(
  ctx: Ctx,
  { password }: InputOf<typeof startAuthenticatorEndpoint>,
): Promise<OutputOf<typeof startAuthenticatorEndpoint>> {
  const { userId } = personOf(ctx);
  await needForFirst(ctx, password);
  const secret = newTotpSecret();
  const id = ctx.id();
  return ctx.transaction(async (tx) => {
    const { email } = await ownRecordOf(tx);
    await draftTotp(tx.db, userId, id, ctx.app.secrets.seal(totpPurpose(id), secret));
    await answerWith(tx, {});
    return { secret, secretUri: totpUri(secret, relyingParty(ctx.app).name, email) };
  });
}

/**
 * Takes the first code of the secret made last: from now on sign-in requires this authenticator app, in place of an
 * earlier one. Refuses with INVALID_STATE when no secret waits; a wrong code is 400, too many tries 429.
 */
export async function confirmAuthenticator(
  ctx: Ctx,
  { code }: InputOf<typeof confirmAuthenticatorEndpoint>,
): Promise<OutputOf<typeof confirmAuthenticatorEndpoint>> {
  const person = personOf(ctx);
  const { userId } = person;
  const confirmed = () =>
    ctx.transaction(async (tx) => {
      const draft = await totpOf(tx.db, userId, "draft");
      if (!draft) throw new Refusal("INVALID_STATE", "No authenticator waits for its first code; begin anew.");
      const secret = tx.app.secrets.open(totpPurpose(draft.id), draft.secretSealed);
      const step = stepOfCode(secret, code.replace(/\s/g, ""), Date.now(), 0);
      if (step === undefined) throw wrongCode();
      await confirmTotp(tx.db, userId, draft.id, step);
      return answerEnrolled(tx, "authenticator.add", "appAdded");
    });
  return takeProof(ctx, person, "code", confirmed);
}

/** Takes the authenticator app away; recovery codes end with the last second factor. INVALID_STATE when there is none. */
export async function removeAuthenticator(ctx: Ctx): Promise<OutputOf<typeof removeAuthenticatorEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await endTotp(tx.db, userId)))
      throw new Refusal("INVALID_STATE", "There is no authenticator app to take away.");
    return answerRemoved(tx, "authenticator.remove", "appRemoved");
  });
}

/** Ten new recovery codes, shown this once. INVALID_STATE without a second factor they could stand in for. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<OutputOf<typeof renewRecoveryCodesEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await hasSecondFactor(tx.db, userId)))
      throw new Refusal("INVALID_STATE", "Add a second factor first; recovery codes stand in for one.");
    const recoveryCodes = await freshCodes(tx, userId);
    await notifyOwner(tx, "recovery-codes", "codesMade");
    const body = await ownRecordOf(tx);
    await answerWith(tx, body);
    return { ...body, recoveryCodes };
  });
}

/**
 * What the first second factor asks for, since nothing else proves the person yet: the password again, or where there is
 * none a session that has just been opened. Later ones ask for a fresh proof by the first.
 */
export async function needForFirst(ctx: Ctx, password: string | undefined): Promise<void> {
  const { userId, sessionId } = personOf(ctx);
  if (await hasSecondFactor(ctx.db, userId)) return;
  const session = await openSessionRow(ctx.db, sessionId);
  if (session?.hasPassword) {
    if (password === undefined) throw invalid("password", "Type your password to add your first second factor.");
    await needOwnPassword(ctx, password, "password");
  } else if (!session || Date.now() - session.createdAt.getTime() > JUST_OPENED_MS)
    throw new Refusal("FORBIDDEN", "Sign in again to add your first second factor: this session is too old for it.");
}

/** What a letter to its owner says of a change of their second factors. */
type Change = "codesMade" | "passkeyAdded" | "passkeyRemoved" | "appAdded" | "appRemoved";

/** A second factor was added: audits and mails it, marks this session as proven, makes recovery codes if none exist. */
export async function answerEnrolled(
  ctx: Ctx,
  command: string,
  what: Change,
): Promise<OutputOf<typeof confirmAuthenticatorEndpoint>> {
  const { userId, sessionId } = personOf(ctx);
  const recoveryCodes = (await countRecoveryCodes(ctx.db, userId)) > 0 ? undefined : await freshCodes(ctx, userId);
  await noteProof(ctx.db, sessionId);
  await notifyOwner(ctx, command, what);
  const body = await ownRecordOf(ctx);
  await answerWith(ctx, body);
  return { ...body, ...(recoveryCodes && { recoveryCodes }) };
}

/** A second factor was taken away. The last one stays where the account demands one: INVALID_STATE. */
export async function answerRemoved(ctx: Ctx, command: string, what: Change): Promise<OwnRecord> {
  const { userId } = personOf(ctx);
  const record = await ownRecordOf(ctx);
  if (!record.enrolled && record.required)
    throw new Refusal("INVALID_STATE", `${accountOf(ctx).name} asks for a second factor; add another one first.`);
  if (!record.enrolled) await endRecoveryCodes(ctx.db, userId);
  await notifyOwner(ctx, command, what);
  return answerWith(ctx, await ownRecordOf(ctx));
}

async function freshCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const digests = codes.flatMap((code) => recoveryDigest(ctx.app.secrets, userId, code) ?? []);
  await putRecoveryCodes(ctx.db, userId, digests);
  return codes;
}

async function notifyOwner(ctx: Ctx, command: string, what: Change): Promise<void> {
  await auditOwn(ctx, command);
  const user = await activeUser(ctx.db, personOf(ctx).userId);
  const { signIn } = lettersText;
  if (user) await queueMail(ctx, user.email, () => ({ subject: signIn[what], text: signIn.text(signIn[what]) }));
}

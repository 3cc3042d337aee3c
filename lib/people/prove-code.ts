import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import { accountIdsOf, activeUser, countRecoveryCodes, takeStep, totpOf, spendRecoveryCode } from "./factor-store.ts";
import { recoveryDigest } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";
import { countFactor } from "./login-throttle.ts";
import { lettersText } from "#lib/i18n/letters.ts";

const WAIT_SECONDS = 600;
const MAX_CODE = 64;

/** Seals and opens an authenticator's secret: for this row alone. */
export const totpPurpose = (id: string): string => `totp ${id}`;

/**
 * Whether a code is the person's: of the authenticator app, taken once, or a recovery code, which is used up, written
 * into the audit record of their accounts and reported to them by mail. Call it inside a transaction.
 */
export async function isFactorCode(ctx: Ctx, userId: string, typed: string): Promise<boolean> {
  const code = typed.slice(0, MAX_CODE).trim();
  return /^[\d\s]+$/.test(code) ? isTotp(ctx, userId, code.replace(/\s/g, "")) : isRecoveryCode(ctx, userId, code);
}

async function isTotp(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const row = await totpOf(ctx.db, userId, "live");
  if (!row) return false;
  const secret = ctx.app.secrets.open(totpPurpose(row.id), row.secretSealed);
  const step = stepOfCode(secret, code, Date.now(), Number(row.lastStep));
  return step !== undefined && takeStep(ctx.db, row.id, step);
}

async function isRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const digest = recoveryDigest(ctx.app.secrets, userId, code);
  if (!digest || !(await spendRecoveryCode(ctx.db, userId, digest))) return false;
  const left = await countRecoveryCodes(ctx.db, userId);
  for (const accountId of await accountIdsOf(ctx.db, userId)) {
    const detail = { left };
    await recordAudit(ctx, { action: "user.recovery-code", accountId, objectKind: "user", objectId: userId, detail });
  }
  const user = await activeUser(ctx.db, userId);
  if (user)
    await queueMail(ctx, user.email, () => ({
      subject: lettersText.factor.codeUsed,
      text: lettersText.factor.codeUsedText(String(left)),
    }));
  return true;
}

/** Refuses a code that is not the person's: 400 naming the field, 429 after too many tries in this session. */
export async function needFactorCode(ctx: Ctx, { userId, sessionId }: Proving, code: string): Promise<void> {
  const forget = await needTry(ctx, { userId, sessionId });
  if (!(await isFactorCode(ctx, userId, code))) throw wrongCode();
  await forget();
}

type Proving = { userId: string; sessionId: string };

/** Counts a try of a signed-in person at what proves them; 429 after too many. Answers how to forget it. */
export async function needTry({ app }: Ctx, { userId, sessionId }: Proving): Promise<() => Promise<void>> {
  const counted = await countFactor(app, userId, `session ${sessionId}`);
  if (counted.kind === "refused") throw tooManyAttempts();
  return counted.forget;
}

export const wrongCode = (): Refusal =>
  invalid("code", "This code is not right or was used before; wait for the next one.");

const tooManyAttempts = (): Refusal =>
  new Refusal("RATE_LIMITED", "Too many wrong codes; try again in ten minutes.", {
    retryAfterSeconds: WAIT_SECONDS,
  });

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, isRefusal, Refusal } from "#lib/kernel/errors.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import { accountIdsOf, activeUser, countRecoveryCodes, takeStep, totpOf, spendRecoveryCode } from "./factor-store.ts";
import { recoveryDigest } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";
import { auditEverywhere, type Way } from "./enter.ts";
import { countProof } from "./login-throttle.ts";
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

type Proving = { userId: string; sessionId: string };

/**
 * Lets a signed-in person prove themselves by `work`, which refuses a wrong proof with VALIDATION_FAILED; 429 after too many
 * tries. A refusal stands in the log and in the record of each account of theirs, and so outside of what `work` rolls back.
 */
export async function takeProof<T>(
  ctx: Ctx,
  { userId, sessionId }: Proving,
  way: Exclude<Way, "sso">,
  work: () => Promise<T>,
): Promise<T> {
  const counted = await countProof(ctx.app, userId, sessionId);
  if (counted.kind === "refused") {
    if (counted.first) await noteWrong(ctx, userId, way, true);
    throw tooManyAttempts();
  }
  try {
    const done = await work();
    await counted.forget();
    return done;
  } catch (error) {
    if (isRefusal(error) && error.code === "VALIDATION_FAILED") await noteWrong(ctx, userId, way, false);
    throw error;
  }
}

async function noteWrong(ctx: Ctx, userId: string, way: Way, throttled: boolean): Promise<void> {
  ctx.app.log.warn("proof refused", { way, throttled, userId, clientAddress: ctx.clientAddress });
  const command = throttled ? "proof.throttled" : "proof.refused";
  await ctx.transaction((tx) => auditEverywhere(tx, userId, command, { way }));
}

export const wrongCode = (): Refusal =>
  invalid("code", "This code is not right or was used before; wait for the next one.");

const tooManyAttempts = (): Refusal =>
  new Refusal("RATE_LIMITED", "Too many tries; wait before you try again.", {
    retryAfterSeconds: WAIT_SECONDS,
  });

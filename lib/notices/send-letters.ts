import type { Ctx } from "#lib/kernel/context.ts";
import { sendDueMail } from "#lib/mail/send-mail.ts";
import { noteLetterFailed, noteLetterSent } from "./store.ts";

/** Sends the letters that are due; a rule that tells by them fails and recovers with its own. */
export const sendLetters = (ctx: Ctx): Promise<number> =>
  sendDueMail(ctx, ({ db }, ruleId, fault) =>
    fault === undefined ? noteLetterSent(db, ruleId) : noteLetterFailed(db, ruleId, fault),
  );

import { casesToNotify, isFor, type OpenCase } from "#lib/cases/cases-to-notify.ts";
import { topicOf } from "#lib/cases/topics.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { queueToAll, type Wording } from "#lib/mail/queue-mail.ts";
import { ANYBODY, type Spoken } from "#lib/contract/voice.ts";
import { amountTextIn, momentIn } from "#lib/mail/say.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { text } from "#lib/i18n/text.ts";
import { countText } from "#lib/i18n/amount.ts";
import {
  accountsDue,
  insertNotices,
  type NewNotice,
  noteLetters,
  queueNotices,
  type RuleRow,
  takeRules,
} from "./store.ts";

/** So often the cases of an account that has rules are looked through; wall clock. */
const LOOK_SECONDS = 15;
/** One look tells so many things one by one; the rest in one message. */
const MOST_AT_ONCE = 20;

/** Tells what has come up since the last look. Answers how many accounts it looked at. */
export async function makeNotices(ctx: Ctx): Promise<number> {
  const due = await accountsDue(ctx.db, LOOK_SECONDS);
  for (const { accountId, name } of due)
    await ctx.transaction((tx) => lookAt({ ...tx, account: { id: accountId, name } }));
  return due.length;
}

/** The account's rules are held meanwhile: of two workers one tells. A crash before the end leaves nothing told. */
async function lookAt(tx: Ctx): Promise<void> {
  const rules = await takeRules(tx.db, accountOf(tx).id, LOOK_SECONDS);
  if (rules.length === 0) return;
  const open = await casesToNotify(tx, rules);
  for (const rule of rules)
    await notify(
      tx,
      rule,
      open.filter((one) => isFor(rule, one)).map((one) => noticeOf(tx, one)),
    );
}

export const noticeOf = (ctx: Ctx, { key, caseId, kind, about, amount, dueAt }: OpenCase): Notice => ({
  id: ctx.id(),
  key,
  amount,
  dueAt,
  path: `/exceptions?case=${encodeURIComponent(caseId)}`,
  say: () => subjectOf(kind, about),
});

/** A notice whose subject a letter says in its reader's words, and a channel in its rule's language. */
export type Notice = Omit<NewNotice, "subject"> & { say: () => string };

export const spoken = ({ say, ...notice }: Notice, language: Spoken): NewNotice => ({
  ...notice,
  subject: speakingTo({ ...ANYBODY, language }, say),
});

function subjectOf(kind: OpenCase["kind"], { approval, list }: OpenCase["about"]): string {
  const { notice } = lettersText;
  if (kind === "APPROVAL") return notice.approval(exceptionsText.requests[approval ?? "payout"]);
  if (kind === "EXPORT") return notice.file(text.exports.lists[list ?? "payments"]);
  const name = exceptionsText.kinds[kind];
  return topicOf(kind) === "URGENT" ? notice.urgent(name) : notice.other(name);
}

const letterOf =
  ({ say, amount, dueAt, path }: Notice, account: string): Wording =>
  ({ zone }) => {
    const { notice } = lettersText;
    const lines = [
      notice.account(account),
      ...(amount === undefined ? [] : [notice.amount(amountTextIn(amount))]),
      ...(dueAt === undefined ? [] : [notice.due(momentIn(dueAt, zone))]),
    ];
    return { subject: say(), text: lines.join("\n"), path };
  };

type Rule = Pick<RuleRow, "id" | "channel" | "role" | "userId" | "language">;

/**
 * Puts what is new under a rule where its way takes it from: the queue of messages, or of letters. Of very many at once the
 * most are told by their number.
 */
export async function notify(tx: Ctx, rule: Rule, wanted: readonly Notice[]): Promise<void> {
  const fresh = await inserted(tx, rule, wanted);
  const shown = fresh.length > MOST_AT_ONCE ? await shortened(tx, rule, fresh) : fresh;
  if (shown.length === 0) return;
  const ids = shown.map(({ id }) => id);
  if (rule.channel !== "MAIL") return queueNotices(tx.db, ids);
  if (tx.app.env.smtpUrl === undefined) return;
  const { id: accountId, name: account } = accountOf(tx);
  const whom = { accountId, ...(rule.role && { role: rule.role }), ...(rule.userId && { userId: rule.userId }) };
  for (const notice of shown) await queueToAll(tx, whom, letterOf(notice, account), rule.id);
  await noteLetters(tx.db, ids);
}

async function shortened(tx: Ctx, rule: Rule, fresh: readonly Notice[]): Promise<Notice[]> {
  const shown = fresh.slice(0, MOST_AT_ONCE);
  const id = tx.id();
  const rest: Notice = {
    say: () => lettersText.notice.more(countText(fresh.length - shown.length)),
    id,
    key: `more ${id}`,
    amount: undefined,
    dueAt: undefined,
    path: "/exceptions",
  };
  return [...shown, ...(await inserted(tx, rule, [rest]))];
}

async function inserted({ db }: Ctx, { id: ruleId, language }: Rule, notices: readonly Notice[]): Promise<Notice[]> {
  const worded = notices.map((notice) => spoken(notice, language));
  const fresh = new Set((await insertNotices(db, ruleId, worded)).map(({ id }) => id));
  return notices.filter(({ id }) => fresh.has(id));
}

import { type OpenCase, openCases } from "#lib/cases/open-cases.ts";
import { topicOf } from "#lib/cases/topics.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { queueToAll } from "#lib/mail/queue-mail.ts";
import { letterOf } from "./message.ts";
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
  const open = await openCases(tx);
  for (const rule of rules)
    await notify(
      tx,
      rule,
      open.filter((one) => isFor(rule, one)).map((one) => noticeOf(tx, one)),
    );
}

/** That a rule itself fails is nothing that it could tell. */
const isFor = ({ id, topics }: Pick<RuleRow, "id" | "topics">, { kind, caseId }: OpenCase): boolean =>
  topics.includes(topicOf(kind)) && !caseId.endsWith(id);

export const noticeOf = (ctx: Ctx, { key, caseId, kind, about, amount, dueAt }: OpenCase): NewNotice => ({
  id: ctx.id(),
  key,
  subject: subjectOf(kind, about),
  amount,
  dueAt,
  path: `/exceptions?case=${encodeURIComponent(caseId)}`,
});

function subjectOf(kind: OpenCase["kind"], { approval, list }: OpenCase["about"]): string {
  if (kind === "APPROVAL") return `Awaiting approval: ${plain(approval ?? "")}`;
  if (kind === "EXPORT") return `File not written: ${list ?? ""}`;
  return `${topicOf(kind) === "URGENT" ? "Urgent case" : "Case"}: ${plain(kind.toLowerCase())}`;
}

const plain = (word: string): string => word.replaceAll(/[_-]/g, " ");

type Rule = Pick<RuleRow, "id" | "channel" | "role" | "userId">;

/**
 * Puts what is new under a rule where its way takes it from: the queue of messages, or of letters. Of very many at once the
 * most are told by their number.
 */
export async function notify(tx: Ctx, rule: Rule, wanted: readonly NewNotice[]): Promise<void> {
  const fresh = await insertNotices(tx.db, rule.id, wanted);
  const shown = fresh.length > MOST_AT_ONCE ? await shortened(tx, rule.id, fresh) : fresh;
  if (shown.length === 0) return;
  const ids = shown.map(({ id }) => id);
  if (rule.channel !== "MAIL") return queueNotices(tx.db, ids);
  if (tx.app.env.smtpUrl === undefined) return;
  const { id: accountId, name: account } = accountOf(tx);
  const whom = { accountId, ...(rule.role && { role: rule.role }), ...(rule.userId && { userId: rule.userId }) };
  for (const { subject, amount = null, dueAt = null, path } of shown)
    await queueToAll(tx, whom, letterOf({ subject, account, amount, dueAt }, path));
  await noteLetters(tx.db, rule.id, ids);
}

async function shortened(tx: Ctx, ruleId: string, fresh: readonly NewNotice[]): Promise<NewNotice[]> {
  const shown = fresh.slice(0, MOST_AT_ONCE);
  const id = tx.id();
  const rest = {
    id,
    key: `more ${id}`,
    subject: `${fresh.length - shown.length} more in the inbox`,
    amount: undefined,
    dueAt: undefined,
    path: "/exceptions",
  };
  return [...shown, ...(await insertNotices(tx.db, ruleId, [rest]))];
}

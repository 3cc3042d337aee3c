import type { Topic } from "#lib/cases/topics.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { type Spoken, SPOKEN } from "#lib/contract/voice.ts";
import * as sql from "./notices.sql.ts";
import { type Channel, CHANNELS } from "./channels.ts";

type Spoke<Row> = Omit<Row, "channel" | "language"> & { channel: Channel; language: Spoken };

const spoke = <Row extends { channel: string; language: string }>(row: Row): Spoke<Row> => ({
  ...row,
  channel: wordFrom(CHANNELS, row.channel),
  language: wordFrom(SPOKEN, row.language),
});

export type RuleRow = Spoke<RowOf<typeof sql.rulesOf>>;

export async function rulesOf(db: Db, accountId: string): Promise<RuleRow[]> {
  const rows = await sql.rulesOf(db, { accountId });
  return rows.map(spoke);
}

export type NewRule = {
  id: string;
  accountId: string;
  channel: Channel;
  topics: readonly Topic[];
  urlSealed: Uint8Array | undefined;
  urlShown: string | undefined;
  role: string | undefined;
  userId: string | undefined;
  language: Spoken;
};

/** False where the account has `most` already, or nobody of this id who may sign in. One at a time for an account. */
export async function insertRule(db: Db, made: NewRule, most: number): Promise<boolean> {
  await sql.lockRules(db, { accountId: made.accountId });
  return (await sql.insertRule(db, { ...made, most })) === 1;
}

export async function endRule(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await sql.endRule(db, { accountId, id })) === 1;
}

/** Accounts with a rule whose cases were not looked through for a while. */
export function accountsDue(db: Db, everySeconds: number): Promise<RowOf<typeof sql.accountsDue>[]> {
  return sql.accountsDue(db, { everySeconds });
}

export type DueRule = Spoke<RowOf<typeof sql.takeRules>>;

/** Takes an account's rules until the transaction ends: another worker passes them by, and finds them looked after then. */
export async function takeRules(db: Db, accountId: string, everySeconds: number): Promise<DueRule[]> {
  const rows = await sql.takeRules(db, { accountId, everySeconds });
  return rows.map(spoke);
}

export type NewNotice = {
  id: string;
  key: string;
  subject: string;
  amount: string | undefined;
  dueAt: Date | undefined;
  path: string;
};

/** Keeps those that are new under a rule, as known; answers them. What was told or known before stays as it is. */
export async function insertNotices(db: Db, ruleId: string, notices: readonly NewNotice[]): Promise<NewNotice[]> {
  if (notices.length === 0) return [];
  const rows = await sql.insertNotices(db, {
    ruleId,
    ids: notices.map(({ id }) => id),
    keys: notices.map(({ key }) => key),
    subjects: notices.map(({ subject }) => subject),
    amounts: notices.map(({ amount }) => amount ?? null),
    dueAts: notices.map(({ dueAt }) => dueAt ?? null),
    paths: notices.map(({ path }) => path),
  });
  const stored = new Set(rows.map(({ id }) => id));
  return notices.filter(({ id }) => stored.has(id));
}

/** Makes notices due. */
export async function queueNotices(db: Db, ids: readonly string[]): Promise<void> {
  await sql.queueNotices(db, { ids });
}

/** Notes notices as told, whose letters wait in their own queue. */
export async function noteLetters(db: Db, ids: readonly string[]): Promise<void> {
  await sql.noteLetters(db, { ids });
}

export async function noteLetterSent(db: Db, ruleId: string): Promise<void> {
  await sql.noteLetterSent(db, { ruleId });
}

export async function noteLetterFailed(db: Db, ruleId: string, fault: string): Promise<void> {
  await sql.noteLetterFailed(db, { ruleId, fault });
}

export type DueNotice = Spoke<RowOf<typeof sql.takeDueNotices>>;

/** Takes due notices and puts their next try off, so that no other process sends them meanwhile. */
export async function takeDueNotices(db: Db, limit: number, leaseSeconds: number): Promise<DueNotice[]> {
  const rows = await sql.takeDueNotices(db, { limit, leaseSeconds });
  return rows.map(spoke);
}

/** Only of the try that was taken: one whose lease ended is another's. */
export async function markNoticeSent(db: Db, { id, tries }: DueNotice): Promise<void> {
  await sql.markNoticeSent(db, { id, tries });
}

/** Keeps why it was not sent; without a wait it is given up. */
export async function markNoticeFailed(
  db: Db,
  { id, tries }: DueNotice,
  error: string,
  waitSeconds: number | undefined,
): Promise<void> {
  await sql.markNoticeFailed(db, { id, tries, error, waitSeconds });
}

export async function dropNotice(db: Db, id: string): Promise<void> {
  await db.notice.updateMany({ where: { id }, data: { nextAt: null } });
}

// Written from notices.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type RulesOfValues = {
  accountId: string;
};
type RulesOfRow = {
  id: string;
  channel: "MAIL" | "BELL" | "SLACK" | "TEAMS";
  topics: string[];
  urlShown: string | null;
  role: string | null;
  userId: string | null;
  userName: string | null;
  language: "en" | "de";
  createdAt: Date;
  sentAt: Date | null;
  failingSince: Date | null;
  fault: string | null;
};
export const rulesOf = query<RulesOfValues, RulesOfRow>({
  text: () => `select r.id, r.channel, r.topics, r.url_shown as "urlShown", r.role, r.user_id as "userId", u.name as "userName", r.language, r.created_at as "createdAt",
  r.sent_at as "sentAt", r.failing_since as "failingSince", r.fault
from notification_rule r left join staff_user u on u.id = r.user_id
where r.account_id = $1::uuid and r.ended_at is null order by r.created_at, r.id`,
  values: ["accountId"],
});

type LockRulesValues = {
  accountId: string;
};
type LockRulesRow = {
  locked: string | null;
};
export const lockRules = query<LockRulesValues, LockRulesRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('notification rules ' || $1, 0))::text as locked`,
  values: ["accountId"],
});

type InsertRuleValues = {
  id: string;
  accountId: string;
  channel: string;
  topics: readonly (string | null)[];
  urlSealed?: Uint8Array | null | undefined;
  urlShown?: string | null | undefined;
  role?: string | null | undefined;
  userId?: string | null | undefined;
  language: string;
  most: bigint | number;
};
export const insertRule = command<InsertRuleValues>({
  text: () => `insert into notification_rule (id, account_id, channel, topics, url_sealed, url_shown, role, user_id, language)
select $1::uuid, $2::uuid, $3, $4::text[], $5::bytea, $6, $7, $8::uuid, $9
where (select count(*) from notification_rule where account_id = $2::uuid and ended_at is null) < $10
  and ($8::uuid is null or exists (select from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
    where m.account_id = $2::uuid and m.user_id = $8::uuid and m.disabled_at is null))`,
  values: ["id", "accountId", "channel", "topics", "urlSealed", "urlShown", "role", "userId", "language", "most"],
});

type EndRuleValues = {
  id: string;
  accountId: string;
};
export const endRule = command<EndRuleValues>({
  text: () =>
    `update notification_rule set ended_at = business_now() where id = $1::uuid and account_id = $2::uuid and ended_at is null`,
  values: ["id", "accountId"],
});

type AccountsDueValues = {
  everySeconds: number;
};
type AccountsDueRow = {
  accountId: string;
  name: string;
};
export const accountsDue = query<AccountsDueValues, AccountsDueRow>({
  text: () => `select distinct r.account_id as "accountId", a.name from notification_rule r join account a on a.id = r.account_id
where r.ended_at is null and r.channel <> 'BELL' and r.looked_at <= clock_timestamp() - make_interval(secs => $1::double precision)`,
  values: ["everySeconds"],
});

type TakeRulesValues = {
  accountId: string;
  everySeconds: number;
};
type TakeRulesRow = {
  id: string;
  channel: "MAIL" | "BELL" | "SLACK" | "TEAMS";
  topics: string[];
  language: "en" | "de";
  role: string | null;
  userId: string | null;
};
export const takeRules = query<TakeRulesValues, TakeRulesRow>({
  text: () => `update notification_rule r set looked_at = clock_timestamp()
from (select id from notification_rule where account_id = $1::uuid and ended_at is null and channel <> 'BELL'
    and looked_at <= clock_timestamp() - make_interval(secs => $2::double precision) order by id for update skip locked) due
where r.id = due.id returning r.id, r.channel, r.topics, r.language, r.role, r.user_id as "userId"`,
  values: ["accountId", "everySeconds"],
});

type InsertNoticesValues = {
  ruleId: string;
  ids: readonly (string | null)[];
  keys: readonly (string | null)[];
  subjects: readonly (string | null)[];
  amounts: readonly (string | null)[];
  dueAts: readonly (Date | null)[];
  paths: readonly (string | null)[];
};
type InsertNoticesRow = {
  id: string;
};
export const insertNotices = query<InsertNoticesValues, InsertNoticesRow>({
  text: () => `insert into notice (id, rule_id, key, subject, amount, due_at, path)
select n.id, $1::uuid, n.key, n.subject, n.amount, n.due_at, n.path
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
  n(id, key, subject, amount, due_at, path)
on conflict (rule_id, key) do nothing returning id`,
  values: ["ruleId", "ids", "keys", "subjects", "amounts", "dueAts", "paths"],
});

type QueueNoticesValues = {
  ids: readonly (string | null)[];
};
export const queueNotices = command<QueueNoticesValues>({
  text: () => `update notice set next_at = clock_timestamp() where id = any($1::uuid[])`,
  values: ["ids"],
});

type NoteLettersValues = {
  ids: readonly (string | null)[];
};
export const noteLetters = command<NoteLettersValues>({
  text: () => `update notice set sent_at = clock_timestamp() where id = any($1::uuid[])`,
  values: ["ids"],
});

type NoteLetterSentValues = {
  ruleId: string;
};
/** Of a rule to several it still fails for those whose letters were not taken and wait. */
export const noteLetterSent = command<NoteLetterSentValues>({
  text: () => `update notification_rule r set sent_at = business_now(), (failing_since, fault) = (select r.failing_since, r.fault
  where exists (select from mail m where m.rule_id = r.id and m.next_at is not null and m.error is not null))
where r.id = $1::uuid`,
  values: ["ruleId"],
});

type NoteLetterFailedValues = {
  fault: string;
  ruleId: string;
};
export const noteLetterFailed = command<NoteLetterFailedValues>({
  text: () =>
    `update notification_rule set failing_since = coalesce(failing_since, business_now()), fault = $1 where id = $2::uuid`,
  values: ["fault", "ruleId"],
});

type TakeDueNoticesValues = {
  leaseSeconds: number;
  limit: bigint | number;
};
type TakeDueNoticesRow = {
  id: string;
  ruleId: string;
  subject: string;
  amount: string | null;
  dueAt: Date | null;
  path: string;
  tries: number;
  channel: "MAIL" | "BELL" | "SLACK" | "TEAMS";
  language: "en" | "de";
  urlSealed: Uint8Array | null;
  account: string;
  isEnded: boolean;
};
export const takeDueNotices = query<TakeDueNoticesValues, TakeDueNoticesRow>({
  text: () => `update notice n set tries = n.tries + 1, next_at = clock_timestamp() + make_interval(secs => $1)
from (select id from notice where next_at <= clock_timestamp() order by next_at limit $2 for update skip locked) due,
  notification_rule r, account a
where n.id = due.id and r.id = n.rule_id and a.id = r.account_id
returning n.id, n.rule_id as "ruleId", n.subject, n.amount, n.due_at as "dueAt", n.path, n.tries, r.channel, r.language, r.url_sealed as "urlSealed",
  a.name as account, r.ended_at is not null as "isEnded"`,
  values: ["leaseSeconds", "limit"],
});

type MarkNoticeSentValues = {
  id: string;
  tries: number;
};
export const markNoticeSent = command<MarkNoticeSentValues>({
  text: () => `with done as (update notice set sent_at = clock_timestamp(), next_at = null, error = null where id = $1::uuid and tries = $2 returning rule_id)
update notification_rule set sent_at = business_now(), failing_since = null, fault = null where id = (select rule_id from done)`,
  values: ["id", "tries"],
});

type MarkNoticeFailedValues = {
  error: string;
  waitSeconds?: number | null | undefined;
  id: string;
  tries: number;
};
export const markNoticeFailed = command<MarkNoticeFailedValues>({
  text: () => `with failed as (update notice set error = $1, next_at = clock_timestamp() + make_interval(secs => $2::double precision)
  where id = $3::uuid and tries = $4 returning rule_id)
update notification_rule set failing_since = coalesce(failing_since, business_now()), fault = $1 where id = (select rule_id from failed)`,
  values: ["error", "waitSeconds", "id", "tries"],
});

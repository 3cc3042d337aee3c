// Written from mail.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type TakeDueMailValues = {
  leaseSeconds: number;
  limit: bigint | number;
};
type TakeDueMailRow = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  tries: number;
  link_sealed: Uint8Array | null;
  ruleId: string | null;
};
export const takeDueMail = query<TakeDueMailValues, TakeDueMailRow>({
  text: () => `update mail m set tries = m.tries + 1, next_at = clock_timestamp() + make_interval(secs => $1)
from (select id from mail where next_at <= clock_timestamp() order by next_at limit $2 for update skip locked) due
where m.id = due.id returning m.id, m.recipient, m.subject, m.body, m.tries, m.link_sealed, m.rule_id as "ruleId"`,
  values: ["leaseSeconds", "limit"],
});

type MarkSentValues = {
  id: string;
};
export const markSent = command<MarkSentValues>({
  text: () =>
    `update mail set sent_at = clock_timestamp(), next_at = null, error = null, link_sealed = null where id = $1::uuid`,
  values: ["id"],
});

type MarkFailedValues = {
  error: string;
  waitSeconds?: number | null | undefined;
  id: string;
};
export const markFailed = command<MarkFailedValues>({
  text: () => `update mail set error = $1, next_at = clock_timestamp() + make_interval(secs => $2::double precision),
  link_sealed = case when $2::double precision is not null then link_sealed end
where id = $3::uuid`,
  values: ["error", "waitSeconds", "id"],
});

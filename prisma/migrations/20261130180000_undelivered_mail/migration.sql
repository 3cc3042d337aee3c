-- The rule whose notice a letter carries: that its letters do not leave is the rule's failure.
alter table mail add column rule_id uuid references notification_rule;
create index mail_rule on mail (rule_id) where rule_id is not null and next_at is not null;
create index mail_unsent on mail (made_at) where sent_at is null;
create index mail_recipient on mail (recipient, sent_at);

-- Whether a letter should have left by now: one that waits for longer than ten minutes, and for a week one that was given up,
-- unless its recipient has had a later one.
create function is_undelivered(letter mail) returns boolean language sql stable as $$
  select letter.sent_at is null and letter.made_at <= clock_timestamp() - interval '10 minutes'
    and (letter.next_at is not null or letter.error is not null and letter.made_at > clock_timestamp() - interval '7 days'
      and not exists (select from mail later where later.recipient = letter.recipient and later.sent_at > letter.made_at))
$$;

-- Why a letter was not sent may name its recipient: of those who are forgotten it goes as well.
update mail set error = null where body = '' and subject = '' and next_at is null and error is not null;

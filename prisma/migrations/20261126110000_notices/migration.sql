-- Who is told of what waits for a person, and by which way. The address of a channel is a secret: whoever has it may write
-- there. Only its host and its end are ever shown.
create table notification_rule (
  id uuid primary key,
  account_id uuid not null references account,
  channel text not null check (channel in ('MAIL', 'SLACK', 'TEAMS')),
  topics text[] not null check (cardinality(topics) > 0 and topics <@ array['URGENT', 'NORMAL', 'LOW', 'APPROVALS', 'EXPORTS']),
  url_sealed bytea,
  url_shown text,
  role text,
  user_id uuid references staff_user,
  created_at timestamptz not null default business_now(),
  -- When its account's cases were last looked through for it; wall clock.
  looked_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failing_since timestamptz,
  fault text,
  ended_at timestamptz,
  check ((channel = 'MAIL') = (url_sealed is null)),
  check ((url_sealed is null) = (url_shown is null)),
  check ((channel = 'MAIL') = (num_nonnulls(role, user_id) = 1) and (channel = 'MAIL' or num_nonnulls(role, user_id) = 0))
);
create index notification_rule_account on notification_rule (account_id) where ended_at is null;
create index notification_rule_due on notification_rule (looked_at) where ended_at is null;

-- What was told by a rule, or waits to be: a row is the queue, as mail is; what stood when the rule was made is a row that
-- was never due. One for each state of a case, so that nothing is told twice.
create table notice (
  id uuid primary key,
  rule_id uuid not null references notification_rule,
  key text not null,
  subject text not null,
  amount text,
  due_at timestamptz,
  path text not null,
  made_at timestamptz not null default clock_timestamp(),
  next_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  error text
);
create unique index notice_once on notice (rule_id, key);
create index notice_due on notice (next_at) where next_at is not null;

-- Every call of an account's programs and people, written in batches beside the work itself: a crash may lose the last moment.
-- No foreign keys and as few indexes as can be: what is written with every request must cost next to nothing.
create table request_log (
  account_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  method text not null,
  target text not null,
  route text not null,
  status integer not null,
  ms integer not null check (ms >= 0),
  caller text not null,
  key_id text,
  code text,
  message text,
  idempotency_key text,
  replayed boolean not null default false,
  object_id uuid,
  client_address text,
  body text,
  answer text,
  primary key (account_id, id)
);
create index request_log_failed on request_log (account_id, id) where status >= 400;

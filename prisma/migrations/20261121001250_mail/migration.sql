-- E-mail that waits, or was sent: a row is the queue. Written in the transaction of what it tells; nothing depends on it.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  made_at timestamptz not null default clock_timestamp(),
  next_at timestamptz default clock_timestamp(),
  tries integer not null default 0,
  sent_at timestamptz,
  error text
);
create index mail_due on mail (next_at) where next_at is not null;

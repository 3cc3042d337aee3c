-- What proves a person beside the password. Nothing is deleted: what ended keeps its row, so that it can be told when.
create table staff_totp (
  id uuid primary key,
  user_id uuid not null references staff_user,
  secret_sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- The time step of the last code that was taken: that code and all before it are refused (RFC 6238, section 5.2).
  last_step bigint not null default 0
);
create unique index staff_totp_live on staff_totp (user_id) where confirmed_at is not null and ended_at is null;
create index staff_totp_user on staff_totp (user_id);

create table staff_passkey (
  id text primary key,
  user_id uuid not null references staff_user,
  name text not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  ended_at timestamptz
);
create index staff_passkey_user on staff_passkey (user_id);

create table staff_recovery_code (
  user_id uuid not null references staff_user,
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  ended_at timestamptz,
  primary key (user_id, digest)
);

-- Challenges and tickets carry their own proof; only what was used is kept, until it could not be used any more.
create table spent_challenge (
  digest bytea primary key check (octet_length(digest) = 32),
  spent_at timestamptz not null default clock_timestamp()
);
create index spent_challenge_at on spent_challenge (spent_at);

alter table staff_session add column proven_at timestamptz;
alter table staff_session add column seen_at timestamptz;
alter table staff_session add column client_address text;
alter table staff_session add column agent text;

create function has_second_factor(of_user uuid) returns boolean language sql stable as $$
  select exists (select from staff_totp where user_id = of_user and confirmed_at is not null and ended_at is null)
    or exists (select from staff_passkey where user_id = of_user and ended_at is null)
$$;

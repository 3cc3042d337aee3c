-- A person's password is their own: until its owner has set one there is none.
alter table staff_user alter column password_hash drop not null;

-- A membership can be shut for one account alone. Who invited is null for the command line, the seed and the first edition.
alter table membership add column invited_by uuid references staff_user;
alter table membership add column role_since timestamptz not null default clock_timestamp();
alter table membership add column disabled_at timestamptz;

-- An invitation makes nobody a member: its link does, once the person accepts. The role is checked where it is given.
create table invitation (
  id uuid primary key,
  account_id uuid not null references account,
  email text not null check (email = lower(email)),
  name text,
  role text not null,
  invited_by uuid references staff_user,
  made_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  accepted_by uuid references staff_user,
  revoked_at timestamptz,
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitation_open on invitation (account_id, email) where accepted_at is null and revoked_at is null;
create index invitation_account on invitation (account_id, made_at);

-- One-time links: of the token only its digest is kept; the letter holds it sealed until it is sent. Wall clock.
create table one_time_link (
  id uuid primary key,
  kind text not null check (kind in ('INVITATION', 'PASSWORD', 'FACTOR')),
  digest bytea not null unique check (octet_length(digest) = 32),
  invitation_id uuid references invitation,
  user_id uuid references staff_user,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  check ((kind = 'INVITATION') = (invitation_id is not null)),
  check ((kind = 'INVITATION') = (user_id is null)),
  check (used_at is null or ended_at is null)
);
create index one_time_link_invitation on one_time_link (invitation_id);
create index one_time_link_user on one_time_link (user_id);

alter table mail add column link_sealed bytea;

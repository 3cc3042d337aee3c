-- Who a person is at an OpenID provider: its subject never changes, an address may.
create table staff_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references staff_user,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index staff_identity_user on staff_identity (user_id);

-- A role that a group of the provider gives comes and goes with the group; one that was given here does not.
alter table membership add column source text not null default 'LOCAL' check (source in ('LOCAL', 'SSO'));

-- Which browser opened a session: the digest of what its cookie holds. A device or an address that has signed its person
-- in counts its wrong tries apart from those of strangers.
alter table staff_session add column device_digest bytea check (octet_length(device_digest) = 32);

-- Tries of the last minutes, counted in one place for all processes. A name is a keyed digest: no addresses are kept.
create table sign_in_try (
  name bytea primary key check (octet_length(name) = 32),
  tries integer not null check (tries > 0),
  since timestamptz not null default clock_timestamp()
);
create index sign_in_try_since on sign_in_try (since);

-- Lists that people keep under a name: an address of a page of the desk. Shared to a role, everybody who has it sees it.
create table saved_view (
  id uuid primary key,
  account_id uuid not null references account,
  user_id uuid not null references staff_user,
  page text not null check (page in ('payments', 'conversions', 'ledger', 'audit')),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  shared_to text check (shared_to ~ '^[a-z]{1,32}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index saved_view_name on saved_view (account_id, user_id, page, lower(name)) where deleted_at is null;
create index saved_view_shared on saved_view (account_id, page) where shared_to is not null and deleted_at is null;

-- Files of lists. A lease, by the wall clock, says which worker writes one; the file is kept until expires_at of business time.
create table export_job (
  id uuid primary key,
  account_id uuid not null references account,
  created_by text not null,
  list text not null check (list in ('payments', 'conversions', 'statement', 'audit')),
  format text not null check (format in ('csv', 'xlsx')),
  filter text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'READY', 'CANCELLED', 'FAILED', 'EXPIRED')),
  rows_expected bigint not null check (rows_expected >= 0),
  rows_done bigint not null default 0 check (rows_done >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  fault text,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  check ((status = 'RUNNING') = (lease is not null)),
  check ((lease is null) = (leased_until is null)),
  check ((status in ('QUEUED', 'RUNNING')) = (finished_at is null)),
  check ((status in ('READY', 'EXPIRED')) = (expires_at is not null))
);
create index export_job_account on export_job (account_id, created_at desc, id desc);
create index export_job_due on export_job (created_at) where status in ('QUEUED', 'RUNNING');
create index export_job_kept on export_job (expires_at) where status = 'READY';

-- The file, in pieces that are in order put one after the other.
create table export_part (
  job_id uuid not null references export_job,
  ordinal integer not null check (ordinal >= 0),
  content bytea not null,
  primary key (job_id, ordinal)
);

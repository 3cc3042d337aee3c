-- A case is a fact of other records that waits for a person. Nothing here says that one exists: only what people added.
create table case_file (
  account_id uuid not null references account,
  case_id text not null check (length(case_id) between 1 and 128),
  assignee_id uuid references staff_user,
  muted_until timestamptz,
  closed_at timestamptz,
  closed_by text,
  closed_reason text check (length(closed_reason) between 1 and 1000),
  -- The facts as they were when somebody closed it: other facts open it again.
  closed_mark text,
  updated_at timestamptz not null,
  primary key (account_id, case_id),
  check (num_nulls(closed_at, closed_by, closed_reason, closed_mark) in (0, 4))
);
create index case_file_assignee on case_file (assignee_id) where assignee_id is not null;

-- Who did what to a case, and what they wrote.
create table case_entry (
  id uuid primary key,
  account_id uuid not null,
  case_id text not null,
  at timestamptz not null,
  actor text not null,
  user_id uuid references staff_user,
  action text not null check (action in ('ASSIGNED', 'UNASSIGNED', 'NOTED', 'WITHDRAWN', 'MUTED', 'UNMUTED', 'CLOSED', 'REOPENED')),
  detail text not null default '' check (length(detail) <= 1000),
  -- The note that a WITHDRAWN takes back.
  of_entry uuid unique references case_entry,
  check ((action = 'WITHDRAWN') = (of_entry is not null)),
  foreign key (account_id, case_id) references case_file (account_id, case_id)
);
create index case_entry_case on case_entry (account_id, case_id, id);
create trigger case_entry_append_only before update or delete on case_entry for each row execute function refuse_change();

-- When a person last looked at an account's new cases.
create table case_look (
  user_id uuid not null references staff_user,
  account_id uuid not null references account,
  looked_at timestamptz not null,
  primary key (user_id, account_id)
);

-- Where the facts are found that wait for a person.
create index deposit_to_decide on deposit (account_id)
  where status in ('HELD', 'DECLINED') or (was_credited and status = 'DROPPED');
create index deposit_kept on deposit (account_id)
  where reason_code in ('BILL_EXPIRED', 'LIMIT_NOT_MET', 'CONVERSION_FAILED') and unconverted_units > locked_units;
create index bill_off_amount on bill (account_id, created_at)
  where amount_units > 0 and (amount_units < quantity_units - floor(quantity_units * tolerance_bps / 10000)
    or amount_units > quantity_units + floor(quantity_units * tolerance_bps / 10000));
create index conversion_failed on conversion (account_id, created_at) where status = 'FAILED';

-- What one person has asked for and another must agree to, before it is done. Whether one has expired is read off its
-- time; nobody writes it down.
create table approval (
  id uuid primary key,
  account_id uuid not null references account,
  what text not null check (what in ('payout', 'setting')),
  -- The deed in its plainest form, every value as text.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  reason text check (length(reason) between 1 and 500),
  asked_by text not null,
  asked_user_id uuid references staff_user,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
  -- The settings that ruled when it was decided.
  before jsonb,
  decided_by text,
  decided_user_id uuid references staff_user,
  decided_at timestamptz check (decided_at < expires_at),
  note text check (length(note) between 1 and 1000),
  -- What came of it: one payout of one request.
  payout_id uuid unique references payout,
  check (num_nulls(decided_by, decided_at) = case status when 'PENDING' then 2 else 0 end),
  check (status <> 'PENDING' or num_nonnulls(decided_user_id, note, before, payout_id) = 0),
  -- The second person: a person, and not the first.
  check (status not in ('APPROVED', 'DECLINED')
    or (decided_user_id is not null and decided_user_id is distinct from asked_user_id)),
  check (status <> 'WITHDRAWN'
    or (decided_user_id is not distinct from asked_user_id and (asked_user_id is not null or decided_by = asked_by))),
  check ((payout_id is not null) = (status = 'APPROVED' and what = 'payout'))
);
create index approval_account on approval (account_id, id desc);
create index approval_pending on approval (account_id, id desc) where status = 'PENDING';

insert into state_transition (machine, from_state, to_state) values
  ('approval', 'PENDING', 'APPROVED'), ('approval', 'PENDING', 'DECLINED'), ('approval', 'PENDING', 'WITHDRAWN');
create trigger approval_state before update on approval for each row execute function check_transition('approval');

create function keep_request() returns trigger language plpgsql as $$
begin
  if row(new.id, new.account_id, new.what, new.request, new.reason, new.asked_by, new.asked_user_id, new.asked_at, new.expires_at)
    is distinct from
    row(old.id, old.account_id, old.what, old.request, old.reason, old.asked_by, old.asked_user_id, old.asked_at, old.expires_at)
  then
    raise exception 'what was asked for is decided as it stands' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approval_request before update on approval for each row execute function keep_request();
create trigger approval_kept before delete on approval for each row execute function refuse_change();

-- A repeated idempotency key is answered with the status its first request had.
alter table idempotency add column status smallint not null default 200 check (status between 200 and 299);

-- Where an account's money may go (rulebook treasury): an address of a chain or a bank account, made by two persons of the
-- account, never changed, only retired.
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check
  check (what in ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary'));

create table beneficiary (
  id uuid primary key,
  account_id uuid not null references account,
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  name text not null check (length(name) between 1 and 70),
  network text check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  address text check (length(address) <= 128),
  -- The address as lists of sanctioned ones are compared.
  compared text,
  -- What the chain pays to, as addresses of our own are watched by.
  script text check (script ~ '^[0-9a-f]+$'),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  account_number text check (account_number ~ '^[A-Z0-9]{1,34}$'),
  bic text check (bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  place_key text generated always as (coalesce(compared, iban, bic || ':' || account_number)) stored,
  status text not null check (status in ('REQUESTED', 'ACTIVE', 'REJECTED', 'RETIRED')),
  made_by text not null,
  made_at timestamptz not null default business_now(),
  approval_id uuid references approval,
  active_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  check (case when is_fiat(asset)
    then num_nonnulls(network, address, compared, script) = 0 and num_nonnulls(iban, account_number) = 1
      and (iban is not null or bic is not null)
    else num_nonnulls(network, address, compared, script) = 4 and num_nonnulls(iban, account_number, bic) = 0 end),
  check (num_nulls(ended_at, ended_by) in (0, 2)),
  check ((ended_at is not null) = (status in ('REJECTED', 'RETIRED')))
);
create index beneficiary_account on beneficiary (account_id, id desc);
-- One place stands once in an account's list.
create unique index beneficiary_place on beneficiary (account_id, asset, place_key)
  where status in ('REQUESTED', 'ACTIVE');
create unique index beneficiary_approval on beneficiary (approval_id) where approval_id is not null;

insert into state_transition (machine, from_state, to_state) values
  ('beneficiary', 'REQUESTED', 'ACTIVE'), ('beneficiary', 'REQUESTED', 'REJECTED'), ('beneficiary', 'REQUESTED', 'RETIRED'),
  ('beneficiary', 'ACTIVE', 'RETIRED');
create trigger beneficiary_state before update of status on beneficiary for each row
  when (old.status is distinct from new.status) execute function check_transition('beneficiary');

-- The place a beneficiary stands for, in one text: what two persons agreed to.
create function place_of(b beneficiary) returns text language sql immutable as $$
  select coalesce(b.address, b.iban, b.bic || ' ' || b.account_number)
$$;
-- Whether the newest list names the address, now.
create function is_listed(b beneficiary) returns boolean language sql stable as $$
  select exists (select 1 from sanctioned_address s where s.network = b.network and s.address = b.compared
    and s.list_id = (select id from sanctions_list order by id desc limit 1))
$$;

create function beneficiary_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(new.id, new.account_id, new.asset, new.name, new.network, new.address, new.compared, new.script, new.iban,
      new.account_number, new.bic, new.made_by, new.made_at, new.approval_id)
    is distinct from row(old.id, old.account_id, old.asset, old.name, old.network, old.address, old.compared, old.script, old.iban,
      old.account_number, old.bic, old.made_by, old.made_at, old.approval_id) then
    raise restrict_violation using message = 'a beneficiary keeps its place';
  end if;
  if new.status = 'ACTIVE' and (tg_op = 'INSERT' or old.status <> 'ACTIVE') and new.approval_id is null
    and two_persons() and not in_setup() then
    perform refuse_alone('a beneficiary');
  end if;
  return new;
end $$;
create trigger beneficiary_guard before insert or update on beneficiary for each row execute function beneficiary_guard();
create function beneficiary_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'beneficiary', new.account_id, jsonb_build_object('beneficiaryId', new.id::text,
    'name', new.name, 'place', place_of(new), 'asset', split_part(new.asset, '@', 1)));
  return null;
end $$;
create constraint trigger beneficiary_approved after insert or update of status on beneficiary deferrable initially deferred
  for each row when (new.status = 'ACTIVE' and new.approval_id is not null) execute function beneficiary_approved();

-- Whatever becomes of a place where money goes stands in the record.
create function told_in_audit() returns trigger language plpgsql as $$
begin
  if walled_connection() and not stands_in_audit(new.id::text) then perform refuse_wall('what no audit record tells of'); end if;
  return null;
end $$;
create constraint trigger beneficiary_told after insert or update on beneficiary deferrable initially deferred
  for each row execute function told_in_audit();

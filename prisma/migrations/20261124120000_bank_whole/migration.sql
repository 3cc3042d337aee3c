-- The bank side is whole (rulebook 13.17, 13.20 to 13.22): CSV by a mapping, statements by two persons or a machine's key,
-- files that were refused, and lines and payments that fit by their sums.

-- ---------------------------------------------------------------- kinds of request, beside those there are
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check check (what in
  ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary', 'move', 'destination', 'settlement-terms',
   'bank-mapping', 'bank-statement'));
-- A statement says what has been paid: a key that brings one needs two persons as one does that moves money.
create or replace function moves_money(scopes text[]) returns boolean language sql immutable as $$
  select scopes && array['conversions:execute', 'payouts:request', 'house:moves', 'house:payouts', 'house:settings', 'house:statements']
$$;

-- ---------------------------------------------------------------- how a bank's CSV is read
create table bank_mapping (
  id uuid primary key,
  place text not null check (place ~ '^bank:' and is_place(place)),
  asset text not null check (is_fiat(asset)),
  version integer not null check (version > 0),
  -- Field to text, as it was agreed to.
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and not mapping ?| array['place', 'currency', 'version']),
  approval_id uuid references approval,
  made_by text not null,
  made_at timestamptz not null
);
create unique index bank_mapping_version on bank_mapping (place, asset, version desc);
create unique index bank_mapping_approval on bank_mapping (approval_id) where approval_id is not null;
create trigger bank_mapping_append_only before update or delete on bank_mapping for each row execute function refuse_change();
create function bank_mapping_guard() returns trigger language plpgsql as $$
begin
  if new.version <> 1 + coalesce((select max(version) from bank_mapping where place = new.place and asset = new.asset), 0) then
    raise check_violation using message = 'mappings follow one another', constraint = 'bank_mapping_follow';
  end if;
  if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a mapping of statements'); end if;
  return new;
end $$;
create trigger bank_mapping_guard before insert on bank_mapping for each row execute function bank_mapping_guard();
create function bank_mapping_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'bank-mapping', house_account(),
    jsonb_build_object('place', new.place, 'currency', new.asset, 'version', new.version::text) || new.mapping);
  return null;
end $$;
create constraint trigger bank_mapping_approved after insert on bank_mapping deferrable initially deferred
  for each row when (new.approval_id is not null) execute function bank_mapping_approved();

-- ---------------------------------------------------------------- files that wait for a second person, and files that were refused
create table bank_upload (
  id uuid primary key,
  format text not null check (format in ('CAMT053', 'CSV')),
  file_name text not null check (length(file_name) between 1 and 200),
  -- The file as it was uploaded, byte for byte, under its SHA-256.
  content bytea not null,
  digest text not null check (digest = encode(sha256(content), 'hex')),
  -- By which a CSV was read when it was uploaded.
  mapping_id uuid references bank_mapping,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  check ((format = 'CSV') = (mapping_id is not null))
);
create trigger bank_upload_append_only before update or delete on bank_upload for each row execute function refuse_change();

create table bank_refusal (
  id uuid primary key,
  format text not null check (format in ('CAMT053', 'CSV')),
  file_name text not null check (length(file_name) between 1 and 200),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Of which account and day it seems to be, where that can be read.
  place text check (place ~ '^bank:' and is_place(place)),
  asset text check (is_fiat(asset)),
  day date,
  fault text not null check (length(fault) between 1 and 400),
  uploaded_by text not null,
  at timestamptz not null
);
create unique index bank_refusal_once on bank_refusal (digest, fault);
create trigger bank_refusal_append_only before update or delete on bank_refusal for each row execute function refuse_change();

-- ---------------------------------------------------------------- statements: who answers for them, and how they were read
alter table bank_statement
  add column approval_id uuid references approval,
  add column mapping_id uuid references bank_mapping,
  -- What makes the key of a line: lines of one day are read one way.
  add column reading text not null default 'CAMT053' check (length(reading) between 1 and 64),
  -- Working days between the last statement and its first line, where neither says balances.
  add column gap_days integer not null default 0 check (gap_days >= 0),
  add constraint bank_statement_mapped check ((source = 'CSV') = (mapping_id is not null));
alter table bank_statement alter column reading drop default;
create function bank_statement_guard() returns trigger language plpgsql as $$
begin
  if new.source = 'SANDBOX' then
    if (select mode from deployment) = 'live' then
      raise check_violation using message = 'nobody plays a bank here', constraint = 'bank_statement_played';
    end if;
  elsif new.approval_id is null and two_persons() and not in_setup() and not exists (select 1 from api_key k
    where new.taken_by = 'key:' || k.id and k.account_id = house_account() and not k.waiting and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp()) and 'house:statements' = any (k.scopes)) then
    perform refuse_alone('a bank''s statement');
  end if;
  return new;
end $$;
create trigger bank_statement_guard before insert on bank_statement for each row execute function bank_statement_guard();
create function bank_statement_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'bank-statement', house_account(), jsonb_build_object('digest', new.digest));
  return null;
end $$;
create constraint trigger bank_statement_approved after insert on bank_statement deferrable initially deferred
  for each row when (new.approval_id is not null) execute function bank_statement_approved();

-- ---------------------------------------------------------------- lines, and the parts of those that fit by their sums
alter table bank_line drop constraint bank_line_belongs_to_check;
alter table bank_line
  add column valued_at timestamptz,
  add column counterparty_iban text check (length(counterparty_iban) between 1 and 64),
  -- PARTS: it pays several, or is one of several that pay one.
  add constraint bank_line_belongs_to_check check (belongs_to in ('NOBODY', 'MOVE', 'PAYOUT', 'PARTS'));
create table bank_part (
  id uuid primary key,
  line_id uuid not null references bank_line,
  -- What the step of the move or payout names: parts of several lines that pay one share it.
  proof uuid not null,
  units units not null check (units > 0),
  move_id uuid references move,
  payout_id uuid references payout,
  check (num_nonnulls(move_id, payout_id) = 1)
);
create unique index bank_part_of on bank_part (line_id, coalesce(move_id, payout_id));
create index bank_part_proof on bank_part (proof);
create index bank_part_payout on bank_part (payout_id) where payout_id is not null;
create trigger bank_part_append_only before update or delete on bank_part for each row execute function refuse_change();

create or replace function bank_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from bank_statement s where s.id = new.statement_id and s.place = new.place and s.asset = new.asset) then
      raise check_violation using message = 'a line is of its statement''s account', constraint = 'bank_line_account';
    end if;
    -- What two persons, or a machine's key, have answered for is the file as it is: no line is added to it later.
    if not exists (select 1 from bank_statement s where s.id = new.statement_id
      and s.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296) then
      raise restrict_violation using message = 'a line comes with its statement';
    end if;
  elsif old.belongs_to <> 'NOBODY' or new.belongs_to = 'NOBODY'
    or (new.belongs_to <> 'PARTS' and (new.linked_by is null or new.note is null)) then
    raise restrict_violation using message = 'a line is linked once: by its sum, or by somebody, with a note';
  end if;
  return new;
end $$;

-- The parts of a line are the line, to the unit, and the parts of one proof are of one move or payout, by one account, one way.
create function check_bank_parts() returns trigger language plpgsql as $$
declare
  of_line uuid := case tg_table_name when 'bank_part' then (to_jsonb(new) ->> 'line_id')::uuid else new.id end;
begin
  if exists (select 1 from bank_line l where l.id = of_line and (l.belongs_to = 'PARTS') is distinct from
      (coalesce((select sum(p.units) from bank_part p where p.line_id = l.id), 0) = l.units))
    or exists (select 1 from bank_part mine join bank_line l on l.id = mine.line_id join bank_part p on p.proof = mine.proof
      join bank_line o on o.id = p.line_id where mine.line_id = of_line
      and (coalesce(p.move_id, p.payout_id) <> coalesce(mine.move_id, mine.payout_id)
        or (o.place, o.asset, o.side) is distinct from (l.place, l.asset, l.side))) then
    raise check_violation using message = 'the parts of a line are the line', constraint = 'bank_line_parts';
  end if;
  return null;
end $$;
create constraint trigger bank_part_sum after insert on bank_part deferrable initially deferred
  for each row execute function check_bank_parts();
create constraint trigger bank_line_parts after insert or update of belongs_to on bank_line deferrable initially deferred
  for each row execute function check_bank_parts();

-- What a bank tells of a move is a line of its account, or the parts of lines.
create or replace function move_fact_of_bank() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from move m where m.id = new.move_id and new.units = (
    select sum(told.units) from (
      select l.units, l.side, l.place, l.asset from bank_line l where l.id::text = new.proof and l.move_id = m.id
      union all select p.units, l.side, l.place, l.asset from bank_part p join bank_line l on l.id = p.line_id
        where p.proof::text = new.proof and p.move_id = m.id) told
    where told.asset = m.asset and case new.side when 'LEFT' then told.side = 'DEBIT' and told.place = m.from_place
      else told.side = 'CREDIT' and told.place = m.to_place end)) then
    raise check_violation using message = 'a bank tells of a move by a line', constraint = 'move_fact_of_bank';
  end if;
  return null;
end $$;

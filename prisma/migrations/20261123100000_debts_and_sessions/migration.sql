-- ---------------------------------------------------------------- a proof names its session
alter table proof add column session_id uuid;
create or replace function prove_session(of_session uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into proof (way, user_id, session_id) select 'SESSION', u.id, s.id
  from staff_session s join staff_user u on u.id = s.user_id and u.disabled_at is null
  where s.id = of_session and s.revoked_at is null and s.expires_at > clock_timestamp();
  return found;
end $$;
-- Whether a session that was signed in with a second factor stands behind this transaction.
create function has_proven_factor(of_user uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select exists (select 1 from proof p join staff_session s on s.id = p.session_id
    where p.way = 'SESSION' and p.user_id = of_user and s.proven_at is not null)
$$;
create function is_live() returns boolean language sql stable as $$
  select (select mode from deployment) = 'live'
$$;

-- ---------------------------------------------------------------- who may agree
-- In live an approver has a second factor of their own, whatever the setting that asks people for one says.
create or replace function approver_fault(of_approval uuid, of_user uuid) returns text language plpgsql stable as $$
declare
  asked approval;
  held membership;
  age_ms bigint := coalesce((settings_of(null) -> 'house' ->> 'approverAgeMs')::bigint,
    case when is_live() then 86400000 else 0 end);
begin
  select * into asked from approval where id = of_approval;
  select m.* into held from membership m where m.user_id = of_user and m.disabled_at is null
    and m.account_id in (house_account(), asked.account_id)
    and (m.account_id = house_account()) = (asked.decides = 'house' or not exists (select 1 from membership own
      where own.user_id = of_user and own.account_id = asked.account_id));
  if of_user = asked.asked_user_id then return 'ASKED'; end if;
  if held.user_id is null then return 'NO_ROLE'; end if;
  if held.role_since > asked.made_at then return 'TOO_NEW'; end if;
  -- Whom nobody made, as in set-up, may approve at once.
  if held.role_since > clock_timestamp() - age_ms * interval '1 millisecond'
    and (held.invited_by is not null or held.approval_id is not null or held.source <> 'LOCAL') then return 'TOO_YOUNG'; end if;
  if exists (select 1 from authority a where a.user_id = of_user and a.by_user_id = asked.asked_user_id
    and a.agreed_user_id is null and a.at > clock_timestamp() - interval '30 days') then
    return 'MADE_BY_ASKER';
  end if;
  if is_live() and not has_second_factor(of_user) then return 'NO_FACTOR'; end if;
  return null;
end $$;

-- By whose agreement somebody holds a role stays known: without it they would count as made by nobody, of any age.
create or replace function membership_wall() returns trigger language plpgsql as $$
begin
  if not walled() then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  -- A house without an administrator would be in set-up again, where nobody is asked.
  if tg_op in ('UPDATE', 'DELETE') and old.account_id = house_account() and old.role = 'admin' and old.disabled_at is null
    and (tg_op = 'DELETE' or new.role <> 'admin' or new.disabled_at is not null)
    and not exists (select 1 from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
      where m.account_id = old.account_id and m.user_id <> old.user_id and m.role = 'admin' and m.disabled_at is null) then
    perform refuse_wall('the last administrator of the house');
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and row(new.user_id, new.account_id, new.source, new.invited_by)
    is distinct from row(old.user_id, old.account_id, old.source, old.invited_by) then
    perform refuse_wall('a membership');
  end if;
  if new.source = 'SSO' and (tg_op = 'INSERT' or new.role <> old.role) and not has_proven(new.user_id, array['PROVIDER']) then
    perform refuse_wall('a membership');
  end if;
  if tg_op = 'INSERT' and new.source = 'LOCAL'
    and not has_invitation((select email from staff_user where id = new.user_id), new.account_id, new.approval_id) then
    perform refuse_wall('a membership');
  end if;
  if tg_op = 'UPDATE' then new.approval_id := coalesce(new.approval_id, old.approval_id); end if;
  new.role_since := case when tg_op = 'UPDATE' and new.role = old.role then old.role_since else clock_timestamp() end;
  return new;
end $$;
create or replace function membership_approved() returns trigger language plpgsql as $$
declare
  said jsonb := jsonb_build_object('role', new.role, 'email', (select email from staff_user where id = new.user_id));
begin
  -- What was agreed to earlier is kept when a role falls.
  if tg_op = 'UPDATE' and new.approval_id is not distinct from old.approval_id then return null; end if;
  if tg_op = 'UPDATE' then
    perform check_approval(new.approval_id, 'person', new.account_id, said);
  elsif not exists (select 1 from approval where id = new.approval_id and what = 'person' and account_id = new.account_id
    and status = 'APPROVED' and request @> (said || '{"act": "invite"}')) then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- a payout of an account in debt: two of the house
alter table approval add column first_by text;
alter table approval add column first_user_id uuid references staff_user;
alter table approval add column first_at timestamptz;
alter table approval add constraint approval_first_whole check (num_nulls(first_by, first_user_id, first_at) in (0, 3));
alter table approval add constraint approval_first_is_another check (first_user_id is null
  or (what = 'payout' and first_user_id is distinct from asked_user_id
    and (status <> 'APPROVED' or first_user_id is distinct from decided_user_id)));

-- All else of an undecided request stays as it is.
drop trigger approval_state on approval;
create trigger approval_state before update on approval for each row
  when (new.status is distinct from old.status or new.first_user_id is not distinct from old.first_user_id)
  execute function check_transition('approval');

create function account_owes(of_account uuid) returns boolean language sql stable as $$
  select exists (select 1 from ledger_account where code = 'acc:' || of_account || ':owed' and balance > 0)
$$;

create or replace function approval_begins() returns trigger language plpgsql as $$
begin
  if new.status <> 'PENDING' or new.first_user_id is not null then
    raise check_violation using message = 'a request begins undecided', constraint = 'approval_begins';
  end if;
  return new;
end $$;

-- The first of two agrees while it waits, once, and before the decision is made by another.
create function approval_first() returns trigger language plpgsql as $$
declare
  fault text;
begin
  if old.first_user_id is not null or new.status <> 'PENDING' or new.expires_at <= business_now() then
    raise restrict_violation using message = 'the first of two agrees once, while it waits';
  end if;
  fault := approver_fault(new.id, new.first_user_id);
  if fault is null and not exists (select 1 from membership where user_id = new.first_user_id and disabled_at is null
    and account_id in (house_account(), new.account_id) and role not in ('viewer', 'auditor')) then
    fault := 'NO_ROLE';
  end if;
  if fault is not null then
    raise check_violation using message = format('this person may not approve: %s', fault), constraint = 'approval_approver';
  end if;
  return new;
end $$;
create trigger approval_first before update on approval for each row
  when (row(new.first_by, new.first_user_id, new.first_at) is distinct from row(old.first_by, old.first_user_id, old.first_at))
  execute function approval_first();

create or replace function approval_wall() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.decided_user_id, new.asked_user_id);
  named text := coalesce(new.decided_by, new.asked_by);
  agrees boolean := false;
begin
  if not walled() then return new; end if;
  if tg_op = 'INSERT' then
    new.made_at := clock_timestamp();
  elsif new.status <> old.status then
    agrees := new.status = 'APPROVED';
  elsif new.first_user_id is distinct from old.first_user_id then
    person := new.first_user_id;
    named := new.first_by;
    agrees := true;
  else
    return new;
  end if;
  if (person is not null or named like 'staff:%')
    and not coalesce(has_proven(person, array['SESSION']) and has_proven_name(named), false) then
    perform refuse_wall('a request in a person''s name');
  end if;
  if agrees and is_live() and not has_proven_factor(person) then perform refuse_wall('an agreement without a second factor'); end if;
  return new;
end $$;
create constraint trigger approval_first_told after update on approval deferrable initially deferred
  for each row when (new.first_user_id is distinct from old.first_user_id) execute function approval_told();

create or replace function payout_approved() returns trigger language plpgsql as $$
declare
  asked approval;
begin
  select * into asked from approval where id = new.approval_id;
  perform check_approval(new.approval_id, 'payout', new.account_id,
    jsonb_build_object('asset', split_part(new.asset, '@', 1), 'reference', new.reference));
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.quantity_units, new.asset)::numeric
    or coalesce(asked.request ->> 'networkType', split_part(new.asset, '@', 2)) <> split_part(new.asset, '@', 2) then
    perform refuse_alone('what another has not agreed to');
  end if;
  if asked.first_user_id is null and two_persons() and not in_setup() and account_owes(new.account_id) then
    raise check_violation using message = 'a payout of an account in debt needs two of the house', constraint = 'second_person';
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- nobody ends another's session but who may
-- The person, by a session or a link of theirs; an administrator of a tenant of theirs; or nobody needs to, when they are shut out.
create function may_end_sessions(of_user uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select exists (select 1 from proof where user_id = of_user and way in ('SESSION', 'PASSWORD', 'FACTOR'))
    or exists (select 1 from staff_user where id = of_user and (disabled_at is not null or erased_at is not null))
    or exists (select 1 from proof p
      join membership mine on mine.user_id = p.user_id and mine.role = 'admin' and mine.disabled_at is null
      join membership theirs on theirs.account_id = mine.account_id and theirs.user_id = of_user
      where p.way = 'SESSION')
$$;
create or replace function staff_session_wall() returns trigger language plpgsql as $$
begin
  if not walled() then return new; end if;
  if (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) or new.expires_at > old.expires_at
    or (new.device_digest is not null and new.device_digest is distinct from old.device_digest)
    or (new.client_address is not null and new.client_address is distinct from old.client_address)
    or (new.proven_at > coalesce(old.proven_at, '-infinity') and not has_proven(new.user_id, array['SESSION'])) then
    perform refuse_wall('a session');
  end if;
  -- Ended, cut short, or taken for one that was not used.
  if (new.revoked_at is distinct from old.revoked_at or new.expires_at < old.expires_at
      or coalesce(new.seen_at, '-infinity') < coalesce(old.seen_at, '-infinity'))
    and not may_end_sessions(new.user_id) then
    perform refuse_wall('the end of a session');
  end if;
  return new;
end $$;

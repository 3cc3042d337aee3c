-- Recovery: when nobody of the house can sign in or approve, the operator's command line names an administrator. Nobody
-- agrees to it, so it waits: for 24 hours of the wall clock its link opens nothing, everybody of the house is told, and
-- any administrator of the house takes it back.
alter table invitation add column recovery boolean not null default false;
alter table invitation add constraint invitation_recovery
  check (not recovery or (role = 'admin' and invited_by is null and approval_id is null));

create function recovery_waits() returns interval language sql immutable as $$ select interval '24 hours' $$;

-- When it was asked is the clock's to say, of everybody, and stays.
create function recovery_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.account_id <> house_account() then
      raise check_violation using message = 'a recovery is of the house', constraint = 'invitation_recovery';
    end if;
    new.made_at := clock_timestamp();
    new.accepted_at := null;
    new.accepted_by := null;
  elsif row(new.recovery, new.account_id, new.role, new.made_at) is distinct from row(old.recovery, old.account_id, old.role, old.made_at)
    or (new.email is distinct from old.email and old.accepted_at is null and old.revoked_at is null)
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) then
    raise restrict_violation using message = 'a recovery stays as it was asked for';
  elsif new.accepted_at is distinct from old.accepted_at and old.made_at > clock_timestamp() - recovery_waits() then
    raise check_violation using message = 'a recovery waits for 24 hours', constraint = 'invitation_recovery';
  end if;
  return new;
end $$;
create trigger invitation_recovery_made before insert on invitation for each row when (new.recovery) execute function recovery_kept();
create trigger invitation_recovery_kept before update on invitation for each row
  when (old.recovery or new.recovery) execute function recovery_kept();

create function recovery_told() returns trigger language plpgsql as $$
begin
  if walled_connection() and not stands_in_audit(new.id::text) then perform refuse_wall('what no audit record tells of'); end if;
  return null;
end $$;
create constraint trigger invitation_recovery_told after insert on invitation deferrable initially deferred
  for each row when (new.recovery) execute function recovery_told();

-- Its link opens nothing before.
create or replace function take_link(of_digest bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  with taken as (
    update one_time_link l set used_at = clock_timestamp()
    where digest = of_digest and used_at is null and ended_at is null and expires_at > clock_timestamp()
      and not exists (select 1 from invitation i where i.id = l.invitation_id
        and (i.revoked_at is not null or (i.recovery and i.made_at > clock_timestamp() - recovery_waits())))
    returning kind, user_id, invitation_id)
  insert into proof (way, user_id, invitation_id) select kind, user_id, invitation_id from taken;
  return found;
end $$;

-- The one membership that nobody has agreed to: of who accepts a recovery, in the transaction that does.
create function is_recovered(of_user uuid, of_account uuid, of_role text) returns boolean language sql stable as $$
  select exists (select 1 from invitation i join staff_user u on u.id = i.accepted_by and u.email = i.email
    where i.recovery and i.accepted_by = of_user and i.account_id = of_account and i.role = of_role
      and i.revoked_at is null and i.made_at <= clock_timestamp() - recovery_waits()
      and i.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296)
$$;
create or replace function membership_guard() returns trigger language plpgsql as $$
begin
  -- What a group of the provider gives was agreed to there.
  if new.source = 'LOCAL' and (tg_op = 'INSERT' or role_raises(old.role, new.role) or (old.disabled_at is not null and new.disabled_at is null))
    and two_persons() and not in_setup()
    and (new.approval_id is null or (tg_op = 'UPDATE' and new.approval_id is not distinct from old.approval_id))
    and not (tg_op = 'INSERT' and new.invited_by is null and is_recovered(new.user_id, new.account_id, new.role)) then
    perform refuse_alone('a person');
  end if;
  return new;
end $$;

-- Who was recovered counts as made by somebody: they approve once they have held their role as long as anybody else.
create function was_recovered(of_user uuid, of_account uuid) returns boolean language sql stable as $$
  select exists (select 1 from invitation where recovery and accepted_by = of_user and account_id = of_account)
$$;
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
    and (held.invited_by is not null or held.approval_id is not null or held.source <> 'LOCAL'
      or was_recovered(of_user, held.account_id)) then return 'TOO_YOUNG'; end if;
  if exists (select 1 from authority a where a.user_id = of_user and a.by_user_id = asked.asked_user_id
    and a.agreed_user_id is null and a.at > clock_timestamp() - interval '30 days') then
    return 'MADE_BY_ASKER';
  end if;
  if is_live() and not has_second_factor(of_user) then return 'NO_FACTOR'; end if;
  return null;
end $$;

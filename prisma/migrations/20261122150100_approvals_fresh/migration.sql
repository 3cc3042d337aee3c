-- Who asks and who agrees is signed in as that person in the very transaction, and when it was asked is the clock's to say.
create function approval_wall() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.decided_user_id, new.asked_user_id);
  named text := coalesce(new.decided_by, new.asked_by);
begin
  if not walled() then return new; end if;
  if tg_op = 'INSERT' then
    new.made_at := clock_timestamp();
  elsif new.status = old.status then
    return new;
  end if;
  if (person is not null or named like 'staff:%')
    and not coalesce(has_proven(person, array['SESSION']) and has_proven_name(named), false) then
    perform refuse_wall('a request in a person''s name');
  end if;
  return new;
end $$;
create trigger approval_wall before insert or update on approval for each row execute function approval_wall();
create function approval_told() returns trigger language plpgsql as $$
begin
  if walled_connection() and not stands_in_audit(new.id::text) then perform refuse_wall('what no audit record tells of'); end if;
  return null;
end $$;
create constraint trigger approval_told after update on approval deferrable initially deferred
  for each row when (new.status = 'APPROVED' and old.status <> 'APPROVED') execute function approval_told();

-- An effect belongs into the transaction that agreed to it: what was agreed to once is not done again later.
create or replace function check_approval(of_approval uuid, kind text, tenant uuid, said jsonb) returns void language plpgsql as $$
begin
  if not exists (select 1 from approval where id = of_approval and what = kind and account_id = tenant
    and status = 'APPROVED' and request @> said
    and xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296) then
    perform refuse_alone('what another has not agreed to');
  end if;
end $$;

-- A person comes by the invitation that was agreed to; every other change of theirs is agreed to as it is made.
create or replace function membership_approved() returns trigger language plpgsql as $$
declare
  said jsonb := jsonb_build_object('role', new.role, 'email', (select email from staff_user where id = new.user_id));
begin
  if tg_op = 'UPDATE' then
    perform check_approval(new.approval_id, 'person', new.account_id, said);
  elsif not exists (select 1 from approval where id = new.approval_id and what = 'person' and account_id = new.account_id
    and status = 'APPROVED' and request @> (said || '{"act": "invite"}')) then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;

-- Whoever only looks on agrees to nothing.
create function approver_role() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from membership where user_id = new.decided_user_id and disabled_at is null
    and account_id in (house_account(), new.account_id) and role not in ('viewer', 'auditor')) then
    raise check_violation using message = 'this person may not approve: NO_ROLE', constraint = 'approval_approver';
  end if;
  return new;
end $$;
create trigger approval_role before update on approval for each row
  when (new.status = 'APPROVED' and old.status <> 'APPROVED') execute function approver_role();

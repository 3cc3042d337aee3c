-- Making, promoting and re-activating a person is a deed of two, held at the membership itself.
alter table invitation add column approval_id uuid references approval;
create unique index invitation_approval on invitation (approval_id) where approval_id is not null;
create unique index membership_approval on membership (approval_id) where approval_id is not null;

create function role_raises(before text, after text) returns boolean language sql immutable as $$
  select before <> after and after <> 'viewer' and before <> 'admin'
$$;

create function membership_guard() returns trigger language plpgsql as $$
begin
  -- What a group of the provider gives was agreed to there.
  if new.source = 'LOCAL' and (tg_op = 'INSERT' or role_raises(old.role, new.role) or (old.disabled_at is not null and new.disabled_at is null))
    and two_persons() and not in_setup()
    and (new.approval_id is null or (tg_op = 'UPDATE' and new.approval_id is not distinct from old.approval_id)) then
    perform refuse_alone('a person');
  end if;
  return new;
end $$;
create trigger membership_guard before insert or update of role, disabled_at on membership
  for each row execute function membership_guard();
create function membership_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'person', new.account_id,
    jsonb_build_object('role', new.role, 'email', (select email from staff_user where id = new.user_id)));
  return null;
end $$;
create constraint trigger membership_approved after insert or update of approval_id on membership deferrable initially deferred
  for each row when (new.approval_id is not null) execute function membership_approved();

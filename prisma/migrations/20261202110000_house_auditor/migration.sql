-- An auditor of the house reads every account, which no other role of it does: who becomes one carries more, whatever they were.
create function role_raises(before text, after text, of_house boolean) returns boolean language sql immutable as $$
  select before <> after and after <> 'viewer' and (before <> 'admin' or (of_house and after = 'auditor'))
$$;

create or replace function membership_guard() returns trigger language plpgsql as $$
begin
  -- What a group of the provider gives was agreed to there.
  if new.source = 'LOCAL' and (tg_op = 'INSERT' or role_raises(old.role, new.role, new.account_id = house_account())
      or (old.disabled_at is not null and new.disabled_at is null))
    and two_persons() and not in_setup()
    and (new.approval_id is null or (tg_op = 'UPDATE' and new.approval_id is not distinct from old.approval_id))
    and not (tg_op = 'INSERT' and new.invited_by is null and is_recovered(new.user_id, new.account_id, new.role)) then
    perform refuse_alone('a person');
  end if;
  return new;
end $$;
drop function role_raises(text, text);

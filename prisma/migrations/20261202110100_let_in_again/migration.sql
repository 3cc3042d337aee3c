-- Who is let in again holds their role from then on: they do not decide what was asked for while they were shut out.
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
  new.role_since := case when tg_op = 'UPDATE' and new.role = old.role and (old.disabled_at is null or new.disabled_at is not null)
    then old.role_since else clock_timestamp() end;
  return new;
end $$;

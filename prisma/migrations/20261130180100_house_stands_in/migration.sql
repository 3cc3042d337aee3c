-- Whether an account has nobody of its own who may agree: then the house's administrator does. Who may, depends on what was
-- asked for: `deciders` are the roles of an account by each kind, as they are written beside its permissions.
drop function needs_house(uuid);
create function needs_house(of_approval uuid, deciders jsonb) returns boolean language plpgsql stable as $$
begin
  return not exists (select from approval a join membership m on m.account_id = a.account_id
      join staff_user u on u.id = m.user_id and u.disabled_at is null
    where a.id = of_approval and jsonb_exists(deciders -> a.what, m.role) and approver_fault(a.id, m.user_id) is null);
end $$;

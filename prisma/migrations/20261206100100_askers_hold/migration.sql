-- What one person asks another to agree to is agreed to only as long as whoever asked still may ask for it (rulebook 3.18): a
-- person who has left, was shut out, or holds another role that does not, asks for nothing any more, and neither does a key that
-- has ended. A role that was held when it was asked carried it; one that this very request has given is no other.
create function asker_holds(asked approval, roles text[]) returns boolean language sql stable as $$
  select case
    when asked.asked_user_id is not null then exists (select from membership m join staff_user u on u.id = m.user_id
      where m.user_id = asked.asked_user_id and m.disabled_at is null and u.disabled_at is null
        and (m.account_id = asked.account_id or (m.account_id = house_account() and not exists (select from membership own
          where own.user_id = m.user_id and own.account_id = asked.account_id)))
        and (m.role_since <= asked.made_at or m.role = any (roles) or m.approval_id = asked.id))
    else not exists (select from api_key k where 'key:' || k.id = asked.asked_by
      and (k.revoked_at is not null or k.expires_at <= clock_timestamp())) end
$$;
create function approval_asker() returns trigger language plpgsql as $$
begin
  if not asker_holds(new, array['operator', 'treasurer', 'developer', 'compliance', 'admin']) then
    raise check_violation using message = 'whoever asked for this may not any more', constraint = 'approval_asker';
  end if;
  return new;
end $$;
create trigger approval_asker before update on approval for each row
  when ((new.status = 'APPROVED' and old.status <> 'APPROVED') or new.first_user_id is distinct from old.first_user_id)
  execute function approval_asker();

-- A value of the house is set where it was agreed to: for the account that was named, or for all.
create or replace function setting_approved() returns trigger language plpgsql as $$
declare
  asked jsonb := (select request from approval where id = new.approval_id);
begin
  perform check_approval(new.approval_id, 'setting', case when new.by_house then house_account() else new.account_id end,
    jsonb_build_object(new.name, coalesce(nullif(new.value, ''), 'default')));
  if new.by_house and asked ->> 'account' is distinct from (select name from account where id = new.account_id) then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;

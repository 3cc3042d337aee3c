-- The house is a tenant of its own: one account row that owns no bills, whose people, keys, audit and requests are its own.
alter table account add column is_house boolean not null default false;
create unique index account_house on account (is_house) where is_house;

insert into account (id, name, is_house)
select gen_random_uuid(), case when exists (select 1 from account where name = 'house') then 'house ' || gen_random_uuid() else 'house' end, true;

create function house_account() returns uuid language sql stable as $$ select id from account where is_house $$;

-- A role belongs to the kind of tenant it is held in; a key of the house holds scopes of the house alone, any other none.
alter table membership drop constraint membership_role_check;
alter table membership add constraint membership_role_check
  check (role in ('viewer', 'operator', 'compliance', 'treasurer', 'developer', 'auditor', 'admin'));
create function membership_fits() returns trigger language plpgsql as $$
begin
  if new.role = (select case when is_house then 'developer' else 'compliance' end from account where id = new.account_id) then
    raise check_violation using message = format('%s is no role there', new.role), constraint = 'membership_role_check';
  end if;
  return new;
end $$;
create trigger membership_fits before insert or update on membership for each row execute function membership_fits();

create function api_key_fits() returns trigger language plpgsql as $$
begin
  if exists (select 1 from unnest(new.scopes) scope
    where (scope like 'house:%') <> (select is_house from account where id = new.account_id)) then
    raise check_violation using message = 'scopes of another tenant', constraint = 'api_key_scopes_check';
  end if;
  return new;
end $$;
create trigger api_key_fits before insert or update of scopes, account_id on api_key
  for each row execute function api_key_fits();

-- Coming from the first edition: in the sandbox every administrator becomes one of the house too; in live nobody.
insert into membership (user_id, account_id, role)
select distinct m.user_id, house_account(), 'admin' from membership m
where m.role = 'admin' and (select mode from deployment) = 'sandbox';

-- A line of the request log is read by who may call the route it records; lines from before only by administrators.
alter table request_log add column scope text not null default 'people:write';
alter table request_log alter column scope drop default;

-- An empty value takes an account's own value back: the default rules again, and the past stays on record.
create or replace function settings_of(of_account uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(name, value) filter (where value <> ''), '{}') from (
    select distinct on (name) name, value from setting
    where account_id is null or account_id = of_account
    order by name, account_id is null, valid_from desc, id desc
  ) latest
$$;

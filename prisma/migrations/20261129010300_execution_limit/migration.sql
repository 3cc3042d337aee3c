-- Above which figure two persons execute is the operator's to set, for all accounts or for one (rulebook 12.3). What an
-- account has set for itself stays in force as the operator's value for it; nothing is loosened.
update setting_rule set owner = 'house-per-account' where name = 'executionLimit';

create or replace function execution_limit_units(of_account uuid, fiat text) returns numeric language sql stable as $$
  select (settings_of(of_account) -> 'house' ->> ('executionLimit.' || fiat))::numeric * case fiat when 'JPY' then 1 else 100 end
$$;

alter table setting disable trigger setting_guard;
with layers as (
  select a.account_id, settings_of(a.account_id) as said
  from (select distinct account_id from setting where not by_house and split_part(name, '.', 1) = 'executionLimit') a
), sides as (
  select l.account_id, side.key as side, one.key as name, one.value::numeric as value from layers l,
    jsonb_each(l.said) side, jsonb_each_text(side.value) one where split_part(one.key, '.', 1) = 'executionLimit'
), mine as (
  select distinct account_id, name from sides where account_id in (select account_id from sides where side = 'account')
), names as (
  select account_id, name from mine
  -- Of a pair one side may name the crypto and the other the fiat.
  union select m.account_id, m.name || '.' || split_part(o.name, '.', 2) from mine m join mine o on o.account_id = m.account_id
  where m.name in ('executionLimit.BTC', 'executionLimit.BCH', 'executionLimit.USDT', 'executionLimit.USDC')
    and o.name in ('executionLimit.EUR', 'executionLimit.USD', 'executionLimit.GBP', 'executionLimit.CAD', 'executionLimit.JPY')
), closest as (
  -- Of each side the value that is meant for the name most closely.
  select n.account_id, n.name, min(c.value) filter (where side.side = 'house') as of_house, min(c.value) filter (where side.side = 'account') as of_account
  from names n, unnest(array['house', 'account']) side (side), lateral (
    select s.value from sides s where s.account_id = n.account_id and s.side = side.side
      and string_to_array(s.name, '.') <@ string_to_array(n.name, '.')
    order by cardinality(string_to_array(s.name, '.')) desc, split_part(s.name, '.', 2) in ('BTC', 'BCH', 'USDT', 'USDC') desc limit 1) c
  group by n.account_id, n.name
), tighter as (
  select account_id, name, of_account as value from closest where of_account < coalesce(of_house, of_account + 1)
), ruling as (
  select account_id, name, value from tighter
  -- What ruled by the operator's wider value would now be ruled by one of these.
  union all select c.account_id, c.name, c.of_house from closest c
  where c.of_house <= c.of_account
    and not exists (select 1 from sides s where s.account_id = c.account_id and s.side = 'house' and s.name = c.name)
    and exists (select 1 from tighter t where t.account_id = c.account_id and string_to_array(t.name, '.') <@ string_to_array(c.name, '.'))
), kept as (
  insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
  select gen_random_uuid(), account_id, true, name, trim_scale(value)::text, business_now(), 'migration' from ruling
)
insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
select gen_random_uuid(), account_id, false, name, '', business_now(), 'migration' from sides where side = 'account';
alter table setting enable trigger setting_guard;

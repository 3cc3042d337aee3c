-- Who set a value: the house, for all accounts or one, or an account for itself.
alter table setting add column by_house boolean not null default false;
alter table setting add column approval_id uuid references approval;
alter table setting alter column by_house drop default;

-- Which way each setting loosens, so that the database itself asks for the second person. `unset` is what rules where
-- nobody has said anything; a limit that is not set is looser than any.
create table setting_rule (
  name text primary key,
  owner text not null check (owner in ('house', 'house-per-account', 'both', 'account')),
  looser text not null check (looser in ('higher', 'lower', 'any', 'never', 'word')),
  word text check ((word is not null) = (looser = 'word')),
  unset text
);
insert into setting_rule (name, owner, looser, word, unset) values
  ('spreadBps', 'house-per-account', 'any', null, '100'),
  ('explicitFeeBps', 'house-per-account', 'any', null, '100'),
  ('transactionFeeBps', 'house-per-account', 'any', null, '50'),
  ('toleranceBps', 'account', 'any', null, '0'),
  ('overpayment', 'account', 'word', 'CONVERT', 'CONVERT'),
  ('guaranteeMs', 'house-per-account', 'any', null, '7200000'),
  ('holdGraceMs', 'house-per-account', 'any', null, '600000'),
  ('maxDepthBps', 'house-per-account', 'any', null, '200'),
  ('confirmationsPerBlock', 'house', 'lower', null, null),
  ('lifetimeMs', 'house-per-account', 'any', null, '1200000'),
  ('quoteLifetimeMs', 'house-per-account', 'any', null, '10000'),
  ('limitPrice', 'account', 'any', null, null),
  ('openExposureLimit', 'both', 'higher', null, null),
  ('houseExposureLimit', 'house', 'higher', null, null),
  ('depositLimit', 'both', 'higher', null, null),
  ('typedAbove', 'account', 'higher', null, null),
  ('confirmations', 'both', 'lower', null, null),
  ('secondFactor', 'house', 'word', 'OPTIONAL', null),
  ('secondPerson', 'house', 'word', 'never', null),
  ('approverAgeMs', 'house', 'lower', null, '86400000'),
  ('stepUpMs', 'house', 'higher', null, '900000'),
  ('idleMs', 'house', 'higher', null, '1800000'),
  ('explorerTx', 'house', 'any', null, null),
  ('explorerAddress', 'house', 'any', null, null);

-- Coming from the first edition: what an account had set under a name that is the house's stays in force as the house's
-- row for it; of names that are the house's alone the tightest row becomes the house's. Nothing is loosened.
alter table setting disable trigger setting_append_only;
update setting s set by_house = true
where s.account_id is null or exists (select 1 from setting_rule r
  where r.name = split_part(s.name, '.', 1) and r.owner in ('house', 'house-per-account'));
with latest as (
  select distinct on (s.account_id, s.name) s.name, s.value, s.valid_from, r.looser, r.word
  from setting s join setting_rule r on r.name = split_part(s.name, '.', 1) and r.owner = 'house'
  order by s.account_id, s.name, s.valid_from desc, s.id desc
), said as (
  select distinct on (name) name, case when name = 'secondPerson' and value = 'live' then '' else value end as value from latest
  where value <> ''
  order by name, case when looser = 'word' then value = word end,
    case when looser = 'higher' then value::numeric end, case when looser = 'lower' then -value::numeric end, valid_from desc
)
insert into setting (id, account_id, name, value, valid_from, changed_by, by_house)
select gen_random_uuid(), null, name, value, now(), 'migration', true from said
where (select count(*) from setting where account_id is not null) > 0;
-- An account's own row of such a name rules nothing any more.
insert into setting (id, account_id, name, value, valid_from, changed_by, by_house)
select gen_random_uuid(), account_id, name, '', now(), 'migration', true from (
  select distinct s.account_id, s.name from setting s
  join setting_rule r on r.name = split_part(s.name, '.', 1) and r.owner = 'house'
  where s.account_id is not null) own;
alter table setting enable trigger setting_append_only;

alter table setting add constraint setting_owner check (by_house or account_id is not null);

-- {"house": …, "account": …}: the house's values for an account, for it alone before those for all, and its own. An empty
-- value takes one back.
create or replace function settings_of(of_account uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'house', coalesce(jsonb_object_agg(name, value) filter (where by_house), '{}'),
    'account', coalesce(jsonb_object_agg(name, value) filter (where not by_house), '{}'))
  from (
    select distinct on (by_house, name) by_house, name, value from (
      select distinct on (account_id, by_house, name) account_id, by_house, name, value from setting
      where account_id is null or account_id = of_account
      order by account_id, by_house, name, valid_from desc, id desc
    ) latest where value <> ''
    order by by_house, name, account_id is null
  ) ruling
$$;

create function two_persons() returns boolean language sql stable as $$
  select coalesce(settings_of(null) -> 'house' ->> 'secondPerson',
    case when (select mode from deployment) = 'live' then 'always' else 'never' end) = 'always'
$$;

-- Until the first live bill, and as long as the house has no administrator (as after an update from the first edition),
-- the operator sets up people, wallets and rates alone.
create function in_setup() returns boolean language sql stable as $$
  select (select mode from deployment) = 'live' and (not exists (select 1 from bill)
    or not exists (select 1 from membership where account_id = house_account() and role = 'admin'))
$$;

create function tier_at(tiers text, at_value numeric) returns integer language sql immutable as $$
  select split_part(part, ':', case when part like '%:%' then 2 else 1 end)::integer
  from unnest(string_to_array(tiers, ',')) part
  where case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end <= at_value
  order by case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end desc limit 1
$$;

create function tiers_loosen(before text, after text) returns boolean language sql immutable as $$
  select exists (
    select 1 from (select case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end as at_value
      from unnest(string_to_array(before || ',' || after, ',')) part) step
    where tier_at(after, at_value) < tier_at(before, at_value))
$$;

-- Whether a value is looser than what the same authority has ruling there now (rulebook 12.3).
create function setting_loosens(of_account uuid, is_house boolean, full_name text, value text) returns boolean
language plpgsql stable as $$
declare
  rule setting_rule;
  layers jsonb := settings_of(of_account);
  own jsonb := layers -> case when is_house then 'house' else 'account' end;
  stem text := split_part(full_name, '.', 1);
  crypto text := split_part(full_name, '.', 2);
  fiat text := split_part(full_name, '.', 3);
  before text;
  after text := nullif(nullif(value, ''), 'default');
begin
  select * into rule from setting_rule where name = stem;
  if not found then return true; end if;
  before := coalesce(own ->> full_name, own ->> (stem || '.' || crypto), own ->> (stem || '.' || fiat), own ->> stem);
  if rule.looser = 'never' then return false; end if;
  if rule.looser = 'word' then
    return coalesce(after, rule.word) = rule.word and coalesce(before, rule.unset, '') <> rule.word;
  end if;
  before := coalesce(before, rule.unset);
  after := coalesce(after, rule.unset);
  if rule.looser = 'any' then return after is distinct from before; end if;
  if stem = 'confirmations' then
    before := coalesce(before, layers -> 'house' ->> full_name, layers -> 'house' ->> (stem || '.' || crypto), layers -> 'house' ->> stem,
      case crypto when 'BTC' then '2' when 'BCH' then '6' when 'USDC' then '12' else '20' end);
    after := coalesce(after, case crypto when 'BTC' then '2' when 'BCH' then '6' when 'USDC' then '12' else '20' end);
    return tiers_loosen(before, after);
  end if;
  if after is null then return before is not null; end if;
  if before is null then return false; end if;
  if stem = 'confirmationsPerBlock' then return tiers_loosen(before, after); end if;
  return case rule.looser when 'higher' then after::numeric > before::numeric else after::numeric < before::numeric end;
end $$;

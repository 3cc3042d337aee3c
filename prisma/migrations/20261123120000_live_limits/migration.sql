-- Where the house has set no limit of its own, live has one (rulebook 4.17): a value above it loosens, and waits for a second
-- person. In crypto it goes by the last bid in EUR; while there is none, every value loosens.
create function live_limit(full_name text) returns numeric language sql stable as $$
  select case
    when (select mode from deployment) <> 'live' then null
    when full_name in ('openExposureLimit', 'openExposureLimit.EUR', 'openExposureLimit.USD', 'openExposureLimit.GBP', 'openExposureLimit.CAD')
      then 100000
    when full_name = 'openExposureLimit.JPY' then 10000000
    when full_name = 'houseExposureLimit'
      then (select case when count(bid) < 4 then 0 else 1000000 / max(bid) end from price_reference where fiat = 'EUR')
    when full_name in ('houseExposureLimit.BTC', 'houseExposureLimit.BCH', 'houseExposureLimit.USDT', 'houseExposureLimit.USDC')
      then coalesce((select 1000000 / bid from price_reference where fiat = 'EUR' and base = split_part(full_name, '.', 2)), 0)
  end
$$;

create or replace function setting_loosens(of_account uuid, is_house boolean, full_name text, value text) returns boolean
language plpgsql stable as $$
declare
  rule setting_rule;
  layers jsonb := settings_of(of_account);
  own jsonb := layers -> case when is_house then 'house' else 'account' end;
  stem text := split_part(full_name, '.', 1);
  crypto text := split_part(full_name, '.', 2);
  fiat text := split_part(full_name, '.', 3);
  standard text := case when is_house then live_limit(full_name)::text end;
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
  before := coalesce(before, rule.unset, standard);
  after := coalesce(after, rule.unset, standard);
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

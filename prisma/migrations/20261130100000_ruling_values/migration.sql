-- A value loosens by what it makes rule: for every crypto and fiat, and for every account it is for, what rules before it is
-- compared with what rules after it. Until now the named value alone was compared with one that it need not have replaced.

-- What one of the two, house or account, has set for a pair, as the program reads it: its own value, then the crypto's, the
-- fiat's, the plain one. Of limits that all apply (rulebook 4.17, 13.14) the least.
create function setting_value(said jsonb, stem text, crypto text, fiat text) returns text language sql immutable as $$
  select case
    when stem = 'openExposureLimit' and crypto = '' then
      least((said ->> stem)::numeric, (said ->> (stem || '.' || fiat))::numeric)::text
    when stem = 'openExposureLimit' then
      least((said ->> (stem || '.' || crypto))::numeric, (said ->> (stem || '.' || crypto || '.' || fiat))::numeric)::text
    when stem = 'houseExposureLimit' and fiat = '' then
      least((said ->> stem)::numeric, (said ->> (stem || '.' || crypto))::numeric)::text
    when stem = 'houseExposureLimit' then
      least((said ->> (stem || '.' || fiat))::numeric, (said ->> (stem || '.' || crypto || '.' || fiat))::numeric)::text
    when stem in ('hedgeAgeLimitMs', 'hedgeSizeLimit') then
      least((said ->> stem)::numeric, (said ->> (stem || '.' || crypto))::numeric, (said ->> (stem || '.' || fiat))::numeric,
        (said ->> (stem || '.' || crypto || '.' || fiat))::numeric)::text
    else
      coalesce(said ->> (stem || '.' || crypto || '.' || fiat), said ->> (stem || '.' || crypto), said ->> (stem || '.' || fiat), said ->> stem)
  end
$$;

-- Live's own limit where the house has set none (rulebook 4.17); `blind` where it goes by a bid in EUR and there is none.
drop function live_limit(text);
create function live_limit(stem text, crypto text, fiat text, blind numeric) returns numeric language sql stable as $$
  select case
    when (select mode from deployment) <> 'live' then null
    when stem = 'openExposureLimit' and crypto = '' then case fiat when 'JPY' then 10000000 else 100000 end
    when stem = 'houseExposureLimit' and crypto <> '' and fiat = '' then
      coalesce((select 1000000 / p.bid from price_reference p where p.fiat = 'EUR' and p.base = live_limit.crypto), blind)
  end
$$;

-- Tiers that ask at every value for as much as either of two does; of one alone, its own.
create function tighter_tiers(one text, other text) returns text language sql immutable as $$
  select case when one is null or other is null then coalesce(one, other) else (
    select string_agg(at_value || ':' || greatest(tier_at(one, at_value), tier_at(other, at_value)), ',')
    from (select distinct case when part like '%:%' then split_part(part, ':', 1)::numeric else 0 end as at_value
      from unnest(string_to_array(one || ',' || other, ',')) part) step) end
$$;

-- Whether a value loosens anything that rules (rulebook 12.3): for one account, or for all of them; '' takes a value back.
-- `earlier` are values of the same place, by their names, that are set before it in the same change; null takes one back.
--   What has no crypto or no fiat is compared as well, for what rules there alone and so that no value hides behind others;
-- and what this authority rules by itself, so that none hides behind the other's.
drop function setting_loosens(uuid, boolean, text, text);
create function setting_loosens(of_account uuid, is_house boolean, full_name text, new_value text, earlier jsonb default '{}')
returns boolean language plpgsql stable as $$
declare
  rule setting_rule;
  stem text := split_part(full_name, '.', 1);
  change jsonb := jsonb_build_object(full_name, nullif(nullif(new_value, ''), 'default'));
begin
  select * into rule from setting_rule where name = stem;
  if not found then return true; end if;
  if rule.looser = 'never' then return false; end if;
  return exists (
    with latest as (
      select distinct on (s.account_id, s.by_house, s.name) s.account_id, s.by_house, s.name, nullif(s.value, '') as value
      from setting s
      where split_part(s.name, '.', 1) = stem and (of_account is null or s.account_id is null or s.account_id = of_account)
      order by s.account_id, s.by_house, s.name, s.valid_from desc, s.id desc
    ), said as (
      select account_id, coalesce(jsonb_object_agg(name, value) filter (where by_house), '{}') as by_house,
        coalesce(jsonb_object_agg(name, value) filter (where not by_house), '{}') as by_account
      from latest group by account_id
    ), everybody as (
      select coalesce((select by_house from said where account_id is null), '{}')
        || case when is_house and of_account is null then earlier else '{}' end as for_all
    ), settings as (
      -- Accounts that have set nothing of it are all alike, and of several that are alike one is compared.
      select distinct e.for_all, c.by_house || case when is_house and of_account is not null then earlier else '{}' end as for_one,
        c.by_account || case when is_house then '{}' else earlier end as by_account
      from everybody e, (
        select by_house, by_account from said where account_id is not null
        union all select '{}', '{}' where of_account is null or not exists (select from said where account_id is not null)) c
    ), layers as (
      select jsonb_strip_nulls(case when is_house then for_all else by_account end) || case when is_house then jsonb_strip_nulls(for_one) else '{}' end
          as before,
        case when not is_house then jsonb_strip_nulls(by_account || change)
          when of_account is null then jsonb_strip_nulls(for_all || change) || jsonb_strip_nulls(for_one)
          else jsonb_strip_nulls(for_all) || jsonb_strip_nulls(for_one || change) end as after,
        case when is_house then jsonb_strip_nulls(by_account) else jsonb_strip_nulls(for_all) || jsonb_strip_nulls(for_one) end as others
      from settings
    ), named as (
      select distinct part from (
        select name from latest union all select full_name union all select jsonb_object_keys(earlier)
      ) n, unnest(string_to_array(n.name, '.')) part
    ), pairs as (
      -- Each crypto with the confirmations of its network, USDT of both; and the name's own, be it another's than a crypto's.
      -- What no value names is ruled as what has no name, where live has no limit of its own for it.
      select c.crypto, f.fiat, c.standard
      from (values ('', '20'), ('BTC', '2'), ('BCH', '6'), ('USDT', '12'), ('USDT', '20'), ('USDC', '12')) c (crypto, standard),
        unnest(array['', 'EUR', 'USD', 'GBP', 'CAD', 'JPY']) f (fiat)
      where (c.crypto = '' or stem in ('confirmations', 'houseExposureLimit') or c.crypto in (select part from named))
        and (f.fiat = '' or stem = 'openExposureLimit' or f.fiat in (select part from named))
      union select split_part(full_name, '.', 2), '', '20' where split_part(full_name, '.', 2) not in ('BTC', 'BCH', 'USDT', 'USDC')
    ), ruling as materialized (
      select p.*, setting_value(l.before, stem, p.crypto, p.fiat) as was, setting_value(l.after, stem, p.crypto, p.fiat) as becomes,
        setting_value(l.others, stem, p.crypto, p.fiat) as other
      from layers l cross join pairs p
    )
    select from ruling r where r.was is distinct from r.becomes and case
      when rule.looser = 'any' then coalesce(r.becomes, rule.unset) is distinct from coalesce(r.was, rule.unset)
      when rule.looser = 'word' then
        coalesce(r.becomes, rule.unset, rule.word) = rule.word and coalesce(r.was, rule.unset, '') <> rule.word
      when stem = 'confirmations' then tiers_loosen(coalesce(r.was, r.standard), coalesce(r.becomes, r.standard))
        or tiers_loosen(coalesce(tighter_tiers(r.was, r.other), r.standard), coalesce(tighter_tiers(r.becomes, r.other), r.standard))
      when stem = 'confirmationsPerBlock' then r.was is not null and (r.becomes is null or tiers_loosen(r.was, r.becomes))
      else (
        select n.was is not null and (n.becomes is null
          or case rule.looser when 'higher' then n.becomes > n.was else n.becomes < n.was end)
        from (select
          coalesce(r.was, rule.unset, case when is_house then live_limit(stem, r.crypto, r.fiat, 0) end::text)::numeric as was,
          coalesce(r.becomes, rule.unset, case when is_house then live_limit(stem, r.crypto, r.fiat, null) end::text)::numeric as becomes) n)
      end);
end $$;

-- Two who each loosen nothing could together: each would compare with what the other replaces. So one follows the other.
create or replace function setting_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if two_persons() and not in_setup() then
    perform pg_advisory_xact_lock(hashtextextended('settings', 0));
    if new.approval_id is null and setting_loosens(new.account_id, new.by_house, new.name, new.value) then
      perform refuse_alone(new.name);
    end if;
  end if;
  return new;
end $$;

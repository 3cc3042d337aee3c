-- Of what every change needs two persons, a value is a change where it is not what stands at its own place already. Until now
-- one that said what ruled there anyway needed nobody: a person alone fixed an account's rate, and the next change for all,
-- which two had agreed to, passed it by.
create or replace function setting_loosens(of_account uuid, is_house boolean, full_name text, new_value text, earlier jsonb default '{}')
returns boolean language plpgsql stable as $$
declare
  rule setting_rule;
  stem text := split_part(full_name, '.', 1);
  change jsonb := jsonb_build_object(full_name, nullif(nullif(new_value, ''), 'default'));
begin
  select * into rule from setting_rule where name = stem;
  if not found then return true; end if;
  if rule.looser = 'never' then return false; end if;
  if rule.looser = 'any' then
    -- Behind the plainest value stands the default alone, which nobody changes.
    return (
      select coalesce(p.was, p.behind) is distinct from coalesce(change ->> full_name, p.behind)
      from (select case when full_name = stem and (of_account is null or not is_house) then rule.unset end as behind,
        case when earlier ? full_name then earlier ->> full_name else (
          select nullif(s.value, '') from setting s
          where s.account_id is not distinct from of_account and s.by_house = is_house and s.name = full_name
          order by s.valid_from desc, s.id desc limit 1) end as was) p);
  end if;
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

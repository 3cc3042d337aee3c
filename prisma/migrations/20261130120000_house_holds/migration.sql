-- Whose limit holds a deposit is settled when it is held, by what the house had set when its bill was made: the bill keeps the
-- tighter of the two limits, not whose it is.
create or replace function settings_at(of_account uuid, at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'house', coalesce(jsonb_object_agg(name, value) filter (where by_house), '{}'),
    'account', coalesce(jsonb_object_agg(name, value) filter (where not by_house), '{}'))
  from (
    select distinct on (by_house, name) by_house, name, value from (
      select distinct on (account_id, by_house, name) account_id, by_house, name, value from setting
      where (account_id is null or account_id = of_account) and valid_from <= at
      order by account_id, by_house, name, valid_from desc, id desc
    ) latest where value <> ''
    order by by_house, name, account_id is null
  ) ruling
$$;

create or replace function settings_of(of_account uuid) returns jsonb language sql stable as $$
  select settings_at(of_account, 'infinity')
$$;

-- What is held above the house's cap is the house's from now on: its price, until when that is held, and its case.
with held as (
  select d.id, b.expires_at + b.guarantee_ms * interval '1 millisecond' as until, trim_scale(c.cap) as cap, f.facts
  from deposit d join bill b on b.id = d.bill_id
  cross join lateral (select coalesce(d.reason_facts::jsonb,
    jsonb_build_object('quantity', trim_scale(amount_of(d.quantity_units, d.asset)), 'parts', '[]'::jsonb)) as facts) f
  cross join lateral (select settings_at(b.account_id, case when b.confirmation_tiers is null then 'infinity' else b.created_at end) -> 'house' as house) s
  cross join lateral (select coalesce(s.house ->> ('depositLimit.' || b.crypto || '.' || b.fiat), s.house ->> ('depositLimit.' || b.crypto),
    s.house ->> ('depositLimit.' || b.fiat), s.house ->> 'depositLimit')::numeric as cap) c
  where d.status = 'HELD' and d.reason_code = 'DEPOSIT_LIMIT' and coalesce(f.facts -> 'inAll', f.facts -> 'quantity')::numeric > c.cap
), worded as (
  select h.id, (h.facts || jsonb_build_object('limit', h.cap, 'byHouse', true))::text as facts,
    replace(d.reason, 'the account''s limit of ' || coalesce(h.facts ->> 'limit', ''), 'the operator''s limit of ' || h.cap) as reason,
    case when d.decision ? 'priceUntil' then jsonb_build_object('priceUntil', to_char(h.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) else '{}' end as until
  from held h join deposit d on d.id = h.id
)
update deposit d set reason_facts = w.facts, reason = w.reason,
  decision = d.decision || jsonb_build_object('reasonFacts', w.facts, 'sentence', w.reason) || w.until
from worded w where d.id = w.id;

-- What the house settles with its accounts (rulebook 13.9): terms, periods with their figures, fee invoices.

-- ---------------------------------------------------------------- the house's days
insert into setting_rule (name, owner, looser, word, unset) values ('zone', 'house', 'any', null, 'UTC');
create function house_zone() returns text language sql stable as $$
  select coalesce(settings_of(null) -> 'house' ->> 'zone', 'UTC')
$$;
create function setting_zone() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from pg_timezone_names where name = new.value) then
    raise check_violation using message = format('%s is no time zone', new.value), constraint = 'setting_zone';
  end if;
  return new;
end $$;
create trigger setting_zone before insert on setting for each row
  when (new.name = 'zone' and new.value not in ('', 'UTC')) execute function setting_zone();

-- A day begins at its first moment there, also where midnight does not exist or exists twice; PostgreSQL knows the zones.
create function day_begins(day date, zone text) returns timestamptz language sql immutable as $$
  select day::timestamp at time zone zone
$$;
create function day_at(at timestamptz, zone text) returns date language sql immutable as $$
  select (at at time zone zone)::date
$$;

-- ---------------------------------------------------------------- bank accounts cool off before they are paid
create function usable_from(b beneficiary) returns timestamptz language sql stable as $$
  select b.active_at + case when is_fiat(b.asset) and is_live() then interval '24 hours' else interval '0' end
$$;
create function payout_cooled() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from beneficiary b where b.id = new.beneficiary_id and usable_from(b) <= business_now()) then
    raise check_violation using message = 'a new bank account is paid after 24 hours', constraint = 'payout_cooled';
  end if;
  return new;
end $$;
create trigger payout_cooled before insert on payout for each row
  when (new.beneficiary_id is not null and is_fiat(new.asset)) execute function payout_cooled();

-- ---------------------------------------------------------------- kinds of request, beside those there are
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check check (what in
  ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution', 'beneficiary', 'move', 'destination', 'settlement-terms'));

-- ---------------------------------------------------------------- terms: what the house has agreed with an account, per fiat
create table settlement_terms (
  id uuid primary key,
  account_id uuid not null references account,
  currency text not null check (is_fiat(currency)),
  version integer not null check (version > 0),
  -- NEVER: nothing is settled any more.
  schedule text not null check (schedule in ('DAILY', 'WEEKLY', 'NEVER')),
  -- A week ends where this day begins; 1 is Monday.
  weekday integer check (weekday between 1 and 7),
  -- Periods end, and money is asked for, on Mondays to Fridays alone.
  business_days boolean not null,
  -- T + n: asked for so many days after the period's last.
  delay_days integer not null check (delay_days between 1 and 30),
  minimum_units units not null,
  reserve text not null check (reserve in ('FIXED', 'SHARE')),
  reserve_units units,
  reserve_bps basis_points,
  reserve_days integer check (reserve_days between 1 and 400),
  beneficiary_id uuid not null references beneficiary,
  approval_id uuid references approval,
  made_by text not null,
  made_at timestamptz not null default business_now(),
  check ((schedule = 'WEEKLY') = (weekday is not null)),
  check (case reserve when 'FIXED' then reserve_units is not null and num_nonnulls(reserve_bps, reserve_days) = 0
    else reserve_units is null and num_nulls(reserve_bps, reserve_days) = 0 end)
);
create unique index settlement_terms_version on settlement_terms (account_id, currency, version desc);
create unique index settlement_terms_approval on settlement_terms (approval_id) where approval_id is not null;
create trigger settlement_terms_append_only before update or delete on settlement_terms for each row execute function refuse_change();

create function terms_of(of_account uuid, of_currency text) returns settlement_terms language sql stable as $$
  select * from settlement_terms where account_id = of_account and currency = of_currency order by version desc limit 1
$$;
-- Sooner, more often, with less held back, or elsewhere: whatever is not at least as tight in every respect loosens.
create function terms_loosen(t settlement_terms) returns boolean language sql stable as $$
  select t.schedule <> 'NEVER' and not coalesce((
    select p.schedule = t.schedule and p.weekday is not distinct from t.weekday and p.business_days = t.business_days
      and p.reserve = t.reserve and p.beneficiary_id = t.beneficiary_id and t.delay_days >= p.delay_days
      and t.minimum_units >= p.minimum_units
      and case t.reserve when 'FIXED' then t.reserve_units >= p.reserve_units
        else t.reserve_bps >= p.reserve_bps and t.reserve_days >= p.reserve_days end
    from settlement_terms p where p.account_id = t.account_id and p.currency = t.currency and p.version < coalesce(t.version, 2147483647)
    order by p.version desc limit 1), false)
$$;
create function settlement_terms_guard() returns trigger language plpgsql as $$
begin
  if new.version <> 1 + coalesce((select max(version) from settlement_terms where account_id = new.account_id and currency = new.currency), 0) then
    raise check_violation using message = 'terms follow one another', constraint = 'settlement_terms_follow';
  end if;
  if new.schedule <> 'NEVER' and not exists (select 1 from beneficiary b where b.id = new.beneficiary_id
    and b.account_id = new.account_id and b.asset = new.currency and b.status = 'ACTIVE') then
    raise check_violation using message = 'a settlement goes to a standing bank account of its account', constraint = 'settlement_terms_beneficiary';
  end if;
  if new.approval_id is null and terms_loosen(new) and two_persons() and not in_setup() then
    perform refuse_alone('terms of settlement');
  end if;
  -- Terms rule from the moment they are set, whatever is written.
  if walled() then new.made_at := business_now(); end if;
  return new;
end $$;
create trigger settlement_terms_guard before insert on settlement_terms for each row execute function settlement_terms_guard();
create function settlement_terms_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'settlement-terms', house_account(), jsonb_strip_nulls(jsonb_build_object(
    'account', (select name from account where id = new.account_id), 'currency', new.currency, 'schedule', new.schedule,
    'weekday', new.weekday::text, 'businessDays', new.business_days::text, 'delayDays', new.delay_days::text,
    'minimum', amount_of(new.minimum_units, new.currency)::text, 'reserve', amount_of(new.reserve_units, new.currency)::text,
    'reserveBps', new.reserve_bps::text, 'reserveDays', new.reserve_days::text, 'beneficiaryId', new.beneficiary_id::text,
    'place', (select place_of(b) from beneficiary b where b.id = new.beneficiary_id))));
  return null;
end $$;
create constraint trigger settlement_terms_approved after insert on settlement_terms deferrable initially deferred
  for each row when (new.approval_id is not null) execute function settlement_terms_approved();
create constraint trigger settlement_terms_told after insert on settlement_terms deferrable initially deferred
  for each row execute function told_in_audit();

-- Whether a period ends where a day begins.
create function ends_period(t settlement_terms, day date) returns boolean language sql immutable as $$
  select case t.schedule when 'WEEKLY' then extract(isodow from day) = t.weekday
    else not t.business_days or extract(isodow from day) < 6 end
$$;
create function next_end(t settlement_terms, after timestamptz, zone text) returns timestamptz language sql immutable as $$
  select min(day_begins(d, zone)) from (select day_at(after, zone) + n as d from generate_series(0, 8) n) days
  where day_begins(d, zone) > after and ends_period(t, d)
$$;
create function last_end(t settlement_terms, before timestamptz, zone text) returns timestamptz language sql immutable as $$
  select max(day_begins(d, zone)) from (select day_at(before, zone) - n as d from generate_series(0, 8) n) days
  where day_begins(d, zone) <= before and ends_period(t, d)
$$;
-- T + n of a period that ends where `ends` begins: T is the day before.
create function asked_on(t settlement_terms, ends date) returns date language sql immutable as $$
  select case when not t.business_days then ends + (t.delay_days - 1)
    else (select d from (select ends + n as d, row_number() over (order by n) as nth from generate_series(0, 60) n
      where extract(isodow from ends + n) < 6) days where nth = t.delay_days) end
$$;

-- ---------------------------------------------------------------- movements and fees of any period, out of the ledger
create index ledger_transaction_of_account on ledger_transaction (account_id, at) where account_id is not null;

create function movement_kind(event text, payout_kind text) returns text language sql immutable as $$
  select case event when 'deposit.sold' then 'CONVERTED' when 'invoice.sold' then 'INVOICE' when 'deposit.reversed' then 'REVERSED'
    when 'deposit.kept' then 'KEPT' when 'invoice.locked' then 'LOCKED' when 'invoice.unlocked' then 'UNLOCKED'
    when 'payout.reserved' then case payout_kind when 'SETTLEMENT' then 'SETTLED' else 'PAID_OUT' end
    when 'payout.fiat' then 'PAID_OUT' when 'payout.crypto' then 'PAID_OUT'
    when 'payout.released' then 'RETURNED' when 'payout.returned' then 'RETURNED' else 'OTHER' end
$$;
-- What moved the account's available balance from one moment until before another, in the order of time.
create function movements_of(of_account uuid, of_asset text, since timestamptz, until timestamptz)
returns table (id bigint, at timestamptz, transaction_id uuid, event text, kind text, bill_id uuid, conversion_id uuid, payout_id uuid, units numeric)
language sql stable as $$
  select p.id, t.at, t.id, t.event, movement_kind(t.event, o.kind), t.bill_id, t.conversion_id, o.id, p.amount
  from ledger_transaction t join posting p on p.transaction_id = t.id and p.asset = of_asset
  join ledger_account l on l.id = p.ledger_account_id and l.code = 'acc:' || of_account || ':available'
  left join payout o on starts_with(t.effect_key, 'payout:') and o.id::text = split_part(t.effect_key, ':', 2)
  where t.account_id = of_account and t.at >= since and t.at < until order by t.at, p.id
$$;
create function sums_of(of_account uuid, of_asset text, since timestamptz, until timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'units', m.units::text, 'count', m.count) order by m.kind), '[]')
  from (select kind, sum(units) as units, count(*) as count from movements_of(of_account, of_asset, since, until) group by kind) m
$$;
create function sums_json(sums jsonb, asset text) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('kind', m ->> 'kind', 'amount', amount_of((m ->> 'units')::numeric, asset),
    'count', (m ->> 'count')::integer) order by m ->> 'kind'), '[]') from jsonb_array_elements(sums) m
$$;
create function fees_json(lines jsonb) returns json language sql stable as $$
  select coalesce(json_strip_nulls(json_agg(json_build_object('kind', l ->> 'kind', 'asset', crypto_of(l ->> 'asset'), 'networkType', network_type_of(l ->> 'asset'),
    'amount', amount_of((l ->> 'units')::numeric, l ->> 'asset'), 'count', (l ->> 'parts')::integer))), '[]') from jsonb_array_elements(lines) l
$$;
create function available_at(of_account uuid, of_asset text, moment timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(p.amount), 0) from ledger_account l join posting p on p.ledger_account_id = l.id
  join ledger_transaction t on t.id = p.transaction_id
  where l.code = 'acc:' || of_account || ':available' and l.asset = of_asset and t.at < moment
$$;

-- The bid that a part was priced from; a market order's is what the venue paid.
create function worth_at_bid(f fill, b bill, fiat text) returns numeric language sql stable as $$
  select coalesce(case f.method
    when 'MARKET' then floor(round(f.gross * 10000 / (10000 - b.spread_bps), 18) * power(10::numeric, asset_scale(fiat)))
    else floor(coalesce(f.price_inputs ->> 'bid', b.price_inputs ->> 'bid')::numeric
      * (f.quantity_units - f.fee_units) * unit_of(b.asset) * power(10::numeric, asset_scale(fiat))) end, f.fiat_units)
$$;
-- What the house took of an account: of a fiat, for all that was sold into it, or kept of its bills, the spread, which moves
-- nothing, and the fees that were withheld, by asset; of a crypto, the fees withheld in it.
create function fees_of(of_account uuid, of_asset text, since timestamptz, until timestamptz)
returns table (kind text, asset text, units numeric, parts bigint) language sql stable as $$
  with entry as (
    select t.* from ledger_transaction t left join conversion v on v.id = t.conversion_id left join bill b on b.id = t.bill_id
    where t.account_id = of_account and t.at >= since and t.at < until
      and (not is_fiat(of_asset) or coalesce(v.fiat, b.fiat) = of_asset)),
  spread as (
    select worth_at_bid(f, b, of_asset) - f.fiat_units as units from entry e
    join fill f on f.effect_key = e.effect_key join bill b on b.id = f.bill_id where is_fiat(of_asset)
    union all
    select f.fiat_units - worth_at_bid(f, b, of_asset) from entry e
    join fill f on f.deposit_id = e.deposit_id and f.conversion_id is null and f.reversed_at is not null
      and starts_with(f.effect_key, left(e.effect_key, -length('reversed'))) join bill b on b.id = f.bill_id
    where is_fiat(of_asset) and e.event = 'deposit.reversed'),
  withheld as (
    select case l.code when 'house:fee:service' then 'EXPLICIT' else 'TRANSACTION' end as kind, p.asset, p.amount as units
    from entry e join posting p on p.transaction_id = e.id
    join ledger_account l on l.id = p.ledger_account_id and l.code in ('house:fee:service', 'house:fee:transaction')
    where is_fiat(of_asset) or p.asset = of_asset)
  select 'SPREAD', of_asset, sum(units), count(*) from spread where units <> 0 having count(*) > 0
  union all select w.kind, w.asset, sum(w.units), count(*) from withheld w group by 1, 2
$$;

create function fee_lines(of_account uuid, of_currency text, since timestamptz, until timestamptz) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('kind', f.kind, 'asset', f.asset, 'units', f.units::text, 'parts', f.parts) order by f.kind, f.asset)
  from fees_of(of_account, of_currency, since, until) f where f.units <> 0
$$;

-- ---------------------------------------------------------------- settlements: one per account, fiat and period
create table settlement (
  id uuid primary key,
  account_id uuid not null references account,
  currency text not null,
  number integer not null check (number > 0),
  reference text not null,
  terms_id uuid not null references settlement_terms,
  zone text not null,
  period_from timestamptz not null,
  period_to timestamptz not null check (period_to > period_from),
  opening_units balance_units not null,
  closing_units balance_units not null,
  movements integer not null,
  -- [{kind, units, count}]
  by_kind jsonb not null,
  reserve_units units not null,
  -- Due of earlier periods and not yet asked for at the end of this one.
  awaited_units units not null,
  due_units units not null,
  -- Why nothing is due.
  withheld text check (withheld in ('OWED', 'NOTHING', 'MINIMUM')),
  ask_at timestamptz not null,
  payout_id uuid references payout,
  asked_at timestamptz,
  -- The money was not there any more when it was to be asked for.
  lapsed_at timestamptz,
  made_at timestamptz not null,
  check ((due_units = 0) = (withheld is not null)),
  check (num_nulls(payout_id, asked_at) in (0, 2)),
  check (payout_id is null or (due_units > 0 and lapsed_at is null)),
  check (lapsed_at is null or due_units > 0)
);
create unique index settlement_period on settlement (account_id, currency, period_to desc);
create unique index settlement_number on settlement (account_id, currency, number desc);
create unique index settlement_payout on settlement (payout_id) where payout_id is not null;
create index settlement_open on settlement (ask_at) where due_units > 0 and payout_id is null and lapsed_at is null;
create index settlement_newest on settlement (account_id, id desc);

create function settlement_guard() returns trigger language plpgsql as $$
begin
  if old.payout_id is not null or old.lapsed_at is not null
    or to_jsonb(new) - array['payout_id', 'asked_at', 'lapsed_at'] <> to_jsonb(old) - array['payout_id', 'asked_at', 'lapsed_at'] then
    raise restrict_violation using message = 'a settlement is asked for once and stays as it was made';
  end if;
  if new.payout_id is not null and not exists (select 1 from payout o where o.id = new.payout_id and o.kind = 'SETTLEMENT'
    and o.account_id = new.account_id and o.asset = new.currency and o.quantity_units <= new.due_units
    and o.beneficiary_id = (terms_of(new.account_id, new.currency)).beneficiary_id) then
    raise check_violation using message = 'a settlement is paid by a payout of its own', constraint = 'settlement_payout_fits';
  end if;
  return new;
end $$;
create trigger settlement_guard before update on settlement for each row execute function settlement_guard();
create constraint trigger settlement_told after insert or update on settlement deferrable initially deferred
  for each row execute function told_in_audit();
-- A payout is a settlement where one says so.
create function payout_settles() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from settlement s where s.payout_id = new.id) then
    raise check_violation using message = 'a settlement is paid by a payout of its own', constraint = 'payout_settles';
  end if;
  return null;
end $$;
create constraint trigger payout_settles after insert on payout deferrable initially deferred
  for each row when (new.kind = 'SETTLEMENT') execute function payout_settles();

-- What is posted after a period was closed belongs to a later one: it is posted again at its time.
create function posting_period() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_transaction t join ledger_account l on l.id = new.ledger_account_id
    join settlement s on s.account_id = l.account_id and s.currency = new.asset and s.period_to > t.at where t.id = new.transaction_id) then
    raise serialization_failure using message = 'the period of this posting is closed';
  end if;
  return new;
end $$;
create trigger posting_period before insert on posting for each row when (is_fiat(new.asset)) execute function posting_period();

-- ---------------------------------------------------------------- fee invoices, numbered without gaps per year
create table fee_invoice_count (year integer primary key, last integer not null check (last > 0));
create table fee_invoice (
  id uuid primary key,
  settlement_id uuid not null unique references settlement,
  account_id uuid not null references account,
  year integer not null,
  nth integer not null,
  number text not null generated always as ('FI-' || year || '-' || lpad(nth::text, 6, '0')) stored,
  -- [{kind, asset, units, parts}], as the ledger and the sales say it.
  lines jsonb not null,
  made_at timestamptz not null,
  unique (year, nth)
);
create index fee_invoice_account on fee_invoice (account_id);
create trigger fee_invoice_append_only before update or delete on fee_invoice for each row execute function refuse_change();

-- When the next period of an account and fiat ends, so that the worker finds what is due without asking every account.
create table settlement_due (
  account_id uuid not null references account,
  currency text not null,
  due_at timestamptz not null,
  primary key (account_id, currency)
);
create index settlement_due_at on settlement_due (due_at);
-- New terms, and days that begin at another time, are looked at at once.
create function settlement_due_anew() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'setting' then
    update settlement_due set due_at = '-infinity';
  else
    insert into settlement_due (account_id, currency, due_at) values (new.account_id, new.currency, '-infinity')
    on conflict (account_id, currency) do update set due_at = '-infinity';
  end if;
  return null;
end $$;
create trigger settlement_due_anew after insert on settlement_terms for each row execute function settlement_due_anew();
create trigger settlement_due_zone after insert on setting for each row when (new.name = 'zone') execute function settlement_due_anew();

-- Makes the next settlement of an account and fiat, when its period is over: all its figures out of the ledger, whoever calls.
-- False when none is due. Bills go on being made meanwhile. What is being posted is waited for; what posts to the period later is refused and posts anew.
create function make_settlement(new_id uuid, invoice_id uuid, of_account uuid, of_currency text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  terms settlement_terms;
  before settlement;
  of_zone text := house_zone();
  since timestamptz;
  until timestamptz;
  opening numeric;
  closing numeric;
  sums jsonb;
  held numeric;
  awaited numeric;
  due numeric;
  why text;
  fees jsonb;
  of_year integer;
  of_nth integer;
begin
  perform 1 from account where id = of_account for no key update;
  insert into ledger_account (id, code, asset, account_id, normal, may_be_negative)
  values (gen_random_uuid(), 'acc:' || of_account || ':available', of_currency, of_account, 'CREDIT', false)
  on conflict (code, asset) do nothing;
  perform 1 from ledger_account where code = 'acc:' || of_account || ':available' and asset = of_currency for no key update;
  terms := terms_of(of_account, of_currency);
  if terms.id is null or terms.schedule = 'NEVER' then
    delete from settlement_due where account_id = of_account and currency = of_currency;
    return false;
  end if;
  select * into before from settlement where account_id = of_account and currency = of_currency order by number desc limit 1;
  since := coalesce(before.period_to, last_end(terms, terms.made_at, of_zone));
  until := next_end(terms, greatest(since, terms.made_at), of_zone);
  if until > business_now() then
    update settlement_due set due_at = until where account_id = of_account and currency = of_currency;
    return false;
  end if;
  update settlement_due set due_at = next_end(terms, until, of_zone) where account_id = of_account and currency = of_currency;
  opening := coalesce(before.closing_units, available_at(of_account, of_currency, since));
  sums := sums_of(of_account, of_currency, since, until);
  closing := opening + (select coalesce(sum((m ->> 'units')::numeric), 0) from jsonb_array_elements(sums) m);
  held := reserve_at(terms, until, of_zone);
  select coalesce(sum(case when s.payout_id is null then s.due_units else o.quantity_units end), 0) into awaited
  from settlement s left join payout o on o.id = s.payout_id
  where s.account_id = of_account and s.currency = of_currency and s.due_units > 0 and s.lapsed_at is null
    and (s.payout_id is null or s.asked_at >= until);
  due := closing - held - awaited;
  why := case when account_owes(of_account) then 'OWED' when due <= 0 then 'NOTHING' when due < terms.minimum_units then 'MINIMUM' end;
  insert into settlement (id, account_id, currency, number, reference, terms_id, zone, period_from, period_to, opening_units,
    closing_units, movements, by_kind, reserve_units, awaited_units, due_units, withheld, ask_at, made_at)
  values (new_id, of_account, of_currency, coalesce(before.number, 0) + 1,
    'S-' || of_currency || '-' || to_char(day_at(until - interval '1 millisecond', of_zone), 'YYYYMMDD') || '-' || coalesce(before.number, 0) + 1,
    terms.id, of_zone, since, until, opening, closing,
    (select coalesce(sum((m ->> 'count')::integer), 0) from jsonb_array_elements(sums) m), sums, held, awaited, case when why is null then due else 0 end, why,
    day_begins(asked_on(terms, day_at(until, of_zone)), of_zone), business_now());
  fees := fee_lines(of_account, of_currency, since, until);
  if fees is not null then
    of_year := extract(year from business_now() at time zone of_zone);
    insert into fee_invoice_count (year, last) values (of_year, 1)
    on conflict (year) do update set last = fee_invoice_count.last + 1 returning last into of_nth;
    insert into fee_invoice (id, settlement_id, account_id, year, nth, lines, made_at)
    values (invoice_id, new_id, of_account, of_year, of_nth, fees, business_now());
  end if;
  return true;
end $$;

-- What is held back at a moment: a fixed sum, or a share of what was credited less what was reversed in the days before.
create function reserve_at(t settlement_terms, moment timestamptz, zone text) returns numeric language sql stable as $$
  select case t.reserve when 'FIXED' then t.reserve_units else (
    select ceil(greatest(coalesce(sum(m.units), 0), 0) * t.reserve_bps / 10000)
    from movements_of(t.account_id, t.currency, day_begins(day_at(moment, zone) - t.reserve_days, zone), moment) m
    where m.kind in ('CONVERTED', 'INVOICE', 'REVERSED')) end
$$;

-- ---------------------------------------------------------------- the record, written once
create function settlement_status(s settlement) returns text language sql stable as $$
  select case when s.due_units = 0 then 'NONE' when s.lapsed_at is not null then 'LAPSED' when s.payout_id is null then 'DUE'
    else (select case when o.status = 'CONFIRMED' then 'PAID' when o.status in ('REJECTED', 'CANCELLED', 'FAILED') then 'RETURNED'
      else 'ASKED' end from payout o where o.id = s.payout_id) end
$$;
create function settlement_json(s settlement) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select s.id as "settlementId", s.reference as "reference", (select name from account where id = s.account_id) as "username",
      s.currency as "currency", settlement_status(s) as "status", s.zone as "zone",
      epoch_ms(s.period_from) as "from", epoch_ms(s.period_to) as "to",
      amount_of(s.opening_units, s.currency) as "opening", amount_of(s.closing_units, s.currency) as "closing",
      s.movements as "movements",
      sums_json(s.by_kind, s.currency) as "byKind",
      coalesce((select fees_json(i.lines) from fee_invoice i where i.settlement_id = s.id), '[]') as "fees",
      amount_of(s.reserve_units, s.currency) as "reserve", amount_of(s.awaited_units, s.currency) as "awaited",
      amount_of(s.due_units, s.currency) as "due", s.withheld as "withheld", epoch_ms(s.ask_at) as "askAt",
      s.payout_id as "payoutId", (select amount_of(o.quantity_units, o.asset) from payout o where o.id = s.payout_id) as "paidOut",
      (select i.number from fee_invoice i where i.settlement_id = s.id) as "invoiceNumber", epoch_ms(s.made_at) as "at"
  ) r
$$;

-- One room writes a table, functions of the database among them: what opens a session has the audit's function write its
-- line, and what makes a settlement has the ledger's open the balance that it reads.
create function append_audit(by_actor text, what text, of_account uuid, of_kind text, of_object text, facts jsonb, by_request text,
  from_address text) returns void language sql volatile as $$
  insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
  values (business_now(), by_actor, what, of_account, of_kind, of_object, facts, by_request, from_address)
$$;

-- The row of an account's available balance, opened when it is the first in this asset, and locked.
create function lock_available(of_account uuid, of_asset text) returns void language plpgsql volatile as $$
begin
  insert into ledger_account (id, code, asset, account_id, normal, may_be_negative)
  values (gen_random_uuid(), 'acc:' || of_account || ':available', of_asset, of_account, 'CREDIT', false)
  on conflict (code, asset) do nothing;
  perform 1 from ledger_account where code = 'acc:' || of_account || ':available' and asset = of_asset for no key update;
end $$;

create or replace function open_session(new_id uuid, of_user uuid, seconds double precision, from_address text, from_agent text,
  device bytea, proven boolean, way text, by_request text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into staff_session (id, user_id, expires_at, seen_at, client_address, agent, device_digest, proven_at)
  select new_id, u.id, clock_timestamp() + make_interval(secs => seconds), clock_timestamp(), from_address, from_agent, device,
    case when proven then clock_timestamp() end
  from staff_user u where u.id = of_user and u.disabled_at is null;
  if not found then perform refuse_wall('a session'); end if;
  perform append_audit('staff:' || u.name, 'user.sign-in', m.account_id, 'user', u.id::text,
    jsonb_build_object('way', way, 'sessionId', new_id), by_request, from_address)
  from staff_user u join membership m on m.user_id = u.id where u.id = of_user;
end $$;

create or replace function make_settlement(new_id uuid, invoice_id uuid, of_account uuid, of_currency text) returns boolean
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
  perform lock_available(of_account, of_currency);
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

-- Business days of settlements leave out bank holidays (rulebook 13.26): those that the house lists, and for EUR, where it
-- says so, those on which TARGET is closed.
insert into setting_rule (name, owner, looser, word, unset) values
  ('bankCalendar', 'house', 'any', null, 'WEEKDAYS'),
  ('bankHolidays', 'house', 'any', null, null);

-- Sunday of Easter in the Gregorian calendar (Meeus, Jones and Butcher).
create function easter_of(y integer) returns date language sql immutable as $$
  select make_date(y, n / 31, n % 31 + 1)
  from (select y % 19 as a, y / 100 as b, y % 100 as c) x,
  lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) h,
  lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) l,
  lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) n
$$;
-- Closing days of TARGET, beside Saturdays and Sundays, as the European Central Bank has set them for good: New Year's Day,
-- Good Friday, Easter Monday, 1 May, 25 and 26 December.
create function is_target_holiday(day date) returns boolean language sql immutable as $$
  select to_char(day, 'MM-DD') in ('01-01', '05-01', '12-25', '12-26')
    or day - easter_of(extract(year from day)::integer) in (-2, 1)
$$;
-- The house's own list: `YYYY-MM-DD name; …`.
create function listed_holidays(list text) returns date[] language sql immutable as $$
  select coalesce(array_agg(left(btrim(entry), 10)::date), '{}') from unnest(string_to_array(list, ';')) entry where btrim(entry) <> ''
$$;
create function setting_days() returns trigger language plpgsql as $$
begin
  perform listed_holidays(new.value);
  return new;
exception when others then
  raise check_violation using message = 'bank holidays are dates with names', constraint = 'setting_days';
end $$;
create trigger setting_days before insert on setting for each row
  when (new.name = 'bankHolidays' and new.value <> '') execute function setting_days();

-- Bank days of a currency from a day on, or back from it with a step of −1, in that order. The range has more
-- weekdays than a list has days.
create function bank_days(of_currency text, since date, step integer) returns setof date language sql stable as $$
  with house as materialized (
    select coalesce(h ->> 'bankCalendar', 'WEEKDAYS') = 'TARGET' and of_currency = 'EUR' as target, listed_holidays(h ->> 'bankHolidays') as listed
    from (select settings_of(null) -> 'house' as h) s)
  select d from (select since + step * n as d, n from generate_series(0, 700) n) days cross join house
  where extract(isodow from d) < 6 and not (target and is_target_holiday(d)) and d <> all (listed) order by n
$$;

create or replace function next_end(t settlement_terms, after timestamptz, zone text) returns timestamptz language sql stable as $$
  select min(day_begins(d, zone)) from (
    select d from generate_series(0, 8) n, lateral (select day_at(after, zone) + n as d) x
      where t.schedule = 'WEEKLY' and extract(isodow from d) = t.weekday or t.schedule <> 'WEEKLY' and not t.business_days
    union all select d from bank_days(t.currency, day_at(after, zone), 1) d where t.schedule <> 'WEEKLY' and t.business_days
  ) ends where day_begins(d, zone) > after
$$;
create or replace function last_end(t settlement_terms, before timestamptz, zone text) returns timestamptz language sql stable as $$
  select max(day_begins(d, zone)) from (
    select d from generate_series(0, 8) n, lateral (select day_at(before, zone) - n as d) x
      where t.schedule = 'WEEKLY' and extract(isodow from d) = t.weekday or t.schedule <> 'WEEKLY' and not t.business_days
    union all select d from bank_days(t.currency, day_at(before, zone), -1) d where t.schedule <> 'WEEKLY' and t.business_days
  ) ends where day_begins(d, zone) <= before
$$;
create or replace function asked_on(t settlement_terms, ends date) returns date language sql stable as $$
  select case when not t.business_days then ends + (t.delay_days - 1)
    else (select d from bank_days(t.currency, ends, 1) d offset t.delay_days - 1 limit 1) end
$$;
drop function ends_period(settlement_terms, date);

-- Other bank days are looked at at once.
create trigger settlement_due_bank_days after insert on setting for each row
  when (new.name in ('bankCalendar', 'bankHolidays')) execute function settlement_due_anew();

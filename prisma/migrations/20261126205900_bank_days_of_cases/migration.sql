-- The time of so many business days after another, by the bank holidays of settlements (rulebook 13.26): what is to be paid back
-- or proven by then counts them too.
create function in_bank_days(since timestamptz, of_currency text, days integer) returns timestamptz language plpgsql stable as $$
declare
  house jsonb := settings_of(null) -> 'house';
  listed date[] := listed_holidays(house ->> 'bankHolidays');
  target boolean := coalesce(house ->> 'bankCalendar', 'WEEKDAYS') = 'TARGET' and of_currency = 'EUR';
  first date := (since at time zone 'UTC')::date;
  day date := first;
  counted integer := 0;
begin
  while counted < days loop
    day := day + 1;
    if extract(isodow from day) < 6 and not (target and is_target_holiday(day)) and day <> all (listed) then counted := counted + 1; end if;
  end loop;
  return since + (day - first) * interval '24 hours';
end $$;

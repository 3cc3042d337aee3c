-- A day begins at its first moment there. Where clocks go back at the end of its first hour it has two midnights, as on the
-- Azores in October, and PostgreSQL takes the second: what was posted in the hour between was of a day that was over there.
create or replace function day_begins(day date, zone text) returns timestamptz language sql immutable as $$
  select case when first < midnight and (first at time zone zone)::date = day then first else midnight end
  from (select day::timestamp at time zone zone as midnight) m,
  -- By the clocks of half a day before.
  lateral (select (day::timestamp - ((midnight - interval '12 hours') at time zone zone - (midnight - interval '12 hours') at time zone 'UTC')) at time zone 'UTC' as first) f
$$;

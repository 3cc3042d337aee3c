-- Of a bill whose time is over, whether the price it promised may be taken up all the same.
create function promise_outlasts(b bill, at timestamptz) returns boolean language sql stable as $$
  select exists (select from promise_of(b, at) p where p.units > 0)
$$;

-- Says the same as before without a subquery of its own, so that the planner writes it out: of a list of bills, a call is
-- made only for those whose time is over.
create or replace function still_promises(b bill, at timestamptz) returns boolean language sql stable as $$
  select b.promised_units > 0 and (b.promise_due_at >= at or promise_outlasts(b, at))
$$;

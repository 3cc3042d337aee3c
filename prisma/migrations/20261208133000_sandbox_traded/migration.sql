-- What was traded at the sandbox's venue, by pair and side: what it holds is looked at in each round of the worker, and was summed
-- over every order that was ever made there. Written with each order; the check holds it against them.
create table sandbox_traded (
  base text not null,
  fiat text not null,
  side text not null,
  filled_units numeric not null,
  proceeds numeric not null,
  primary key (base, fiat, side)
);

create function order_is_traded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sandbox_traded as t (base, fiat, side, filled_units, proceeds)
  select o.base, o.fiat, o.side, sum(o.filled_units), sum(o.proceeds) from added o group by 1, 2, 3 order by 1, 2, 3
  on conflict (base, fiat, side) do update set filled_units = t.filled_units + excluded.filled_units, proceeds = t.proceeds + excluded.proceeds;
  return null;
end $$;
create trigger order_is_traded after insert on sandbox_order referencing new table as added
  for each statement execute function order_is_traded();

insert into sandbox_traded (base, fiat, side, filled_units, proceeds)
select base, fiat, side, sum(filled_units), sum(proceeds) from sandbox_order group by 1, 2, 3;

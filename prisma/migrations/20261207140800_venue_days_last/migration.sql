-- The day of a venue is written at the end of the transaction that made the trade. Written with the trade, its row was held while
-- the ledger's accounts were still to be locked; an execution of an invoice locks those before it books its trade, so that it
-- and a sale at the market waited for each other. At the end nothing is locked after it.
drop trigger venue_trade_in_day on venue_trade;

create or replace function venue_trade_in_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into venue_day as d (venue, symbol, day, taken, fraction)
  select new.venue, x.symbol, (new.at at time zone 'UTC')::date, x.taken, x.fraction from taken_by_trade(new) x order by x.symbol
  on conflict (venue, symbol, day) do update set taken = d.taken + excluded.taken, fraction = d.fraction + excluded.fraction;
  return null;
end $$;
create constraint trigger venue_trade_in_day after insert on venue_trade deferrable initially deferred
  for each row execute function venue_trade_in_day();

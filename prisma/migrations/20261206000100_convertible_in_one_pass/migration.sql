-- The deposits of a bill of which an invoice can take something: a query over many bills that the planner writes out, where
-- a function of one number was a call for each bill. What is reserved of a declined one, which goes back, is part of what is
-- pending and takes nothing from what another deposit has free.
create function convertible_deposits(b bill) returns setof deposit language sql stable parallel safe as $$
  select d.* from deposit d
  where d.bill_id = b.id and not d.wrong_asset and d.status in ('CONVERTED', 'CREDITED')
    and d.unconverted_units > d.reserved_units and d.locked_units = 0 and d.reversal_due_at is null
$$;

drop function convertible_units(bill);

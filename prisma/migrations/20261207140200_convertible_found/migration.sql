-- What of an account waits to be converted is read from two indexes that hold nothing else, instead of each bill and each of its
-- deposits. No bill is in the first when it is made, and no deposit in the second unless some of it was kept.
drop index bill_convertible;
create index bill_convertible on bill (account_id, created_at desc, id desc) include (asset) where unconverted_units > locked_units;
create index deposit_convertible on deposit (account_id, bill_id) include (unconverted_units, reserved_units)
  where not wrong_asset and status in ('CONVERTED', 'CREDITED') and unconverted_units > reserved_units and locked_units = 0
    and reversal_due_at is null;

create or replace function convertible_deposits(b bill) returns setof deposit language sql stable parallel safe as $$
  select d.* from deposit d
  where d.account_id = b.account_id and d.bill_id = b.id and not d.wrong_asset and d.status in ('CONVERTED', 'CREDITED')
    and d.unconverted_units > d.reserved_units and d.locked_units = 0 and d.reversal_due_at is null
$$;

-- What of a bill an invoice can take, as its deposits tell it: what is reserved of a declined one, which goes back, is part of what
-- is pending and takes nothing from what another deposit has free.
create function convertible_units(b bill) returns numeric language sql stable parallel safe as $$
  select coalesce(sum(d.unconverted_units - d.reserved_units), 0) from deposit d
  where d.bill_id = b.id and not d.wrong_asset and d.status in ('CONVERTED', 'CREDITED')
    and d.unconverted_units > d.reserved_units and d.locked_units = 0 and d.reversal_due_at is null
$$;

-- Every bill of which there is some is among those that have crypto beyond what invoices hold.
drop index bill_convertible;
create index bill_convertible on bill (account_id, created_at desc, id desc) where unconverted_units > locked_units;

-- Whether a price that a bill promised may still be taken up: what is stored holds until it is due.
create function still_promises(b bill, at timestamptz) returns boolean language sql stable as $$
  select b.promised_units > 0 and (b.promise_due_at >= at or exists (select from promise_of(b, at) p where p.units > 0))
$$;

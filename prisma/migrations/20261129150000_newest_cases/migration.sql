-- The newest cases about too little and about too much, in their order: a bell reads the first few of however many there are.
create index bill_too_little_newest on bill (account_id, greatest(expires_at, last_treated_at) desc, id desc)
  where amount_units > 0 and amount_units < quantity_units and beyond_tolerance(amount_units, quantity_units, tolerance_bps) <> 0
    and standing_deposits > 0 and not deposits_processing and not deposits_unconfirmed and paid_out_units + fee_units < received_units;
create index bill_too_much_newest on bill (account_id, last_treated_at desc, id desc)
  where amount_units > quantity_units and beyond_tolerance(amount_units, quantity_units, tolerance_bps) <> 0
    and standing_deposits > 0 and not deposits_processing and not deposits_unconfirmed and paid_out_units + fee_units < received_units
    and paid_out_units < amount_units - quantity_units;
